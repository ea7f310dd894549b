"""Entries that anyone can check: their files, statistics, verification and site."""
