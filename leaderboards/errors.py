"""What is wrong with an entry or a board."""


class EntryError(ValueError):
    """An entry that is missing, damaged, contradicts itself, or is no entry."""


class BoardError(ValueError):
    """A folder that can't be a leaderboard."""
