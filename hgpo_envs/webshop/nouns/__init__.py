"""The nouns of product titles, which decide whether a bought product is of the wanted kind."""
