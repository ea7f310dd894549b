"""Ways to train a policy: each turns samples and credit into new weights."""
