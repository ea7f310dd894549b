"""A small network that scores the admissible actions of a context."""
