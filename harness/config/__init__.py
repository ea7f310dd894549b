"""Configuration: typed, checked at once, read at the edge and handed down as objects."""
