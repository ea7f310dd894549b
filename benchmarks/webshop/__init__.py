"""Measures text WebShop: beside the original, at a million products, and many shops at once."""
