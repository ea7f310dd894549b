"""Environments of other packages behind the suite's contract, one file each.

Each needs the package that it adapts, which is imported when the first environment is made.
"""
