"""The skeleton of an environment's package, which ``hgpo new-env`` writes."""
