"""The embedded backend: the scorer, trained in this process on one core."""
