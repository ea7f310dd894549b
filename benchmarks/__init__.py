"""Measurements of the environments against the engines that people use today.

``make perf`` runs them all. Not part of the installed packages.
"""
