"""The products: reading the official files, cleaning them, and the memory-mapped store."""
