"""What makes a comparison fair: the rules, each with its statement and its check."""
