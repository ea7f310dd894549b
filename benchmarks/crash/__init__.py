"""Comparisons that are killed again and again, and what becomes of them."""
