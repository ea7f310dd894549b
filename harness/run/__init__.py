"""A run on disk: its folder, journals and checkpoints."""
