"""The shop's site played in a real browser."""
