"""The memories of the suite, one a file."""
