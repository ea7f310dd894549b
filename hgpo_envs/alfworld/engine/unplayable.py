"""Why a game can't be played, told by the readers, which do not know the game's file."""

from hgpo_envs.errors import GameFileError


class UnplayableError(ValueError):
    """A reason, on one line and without the file's name; never leaves the engine."""


def refusal(name: str, error: UnplayableError) -> GameFileError:
    """Return the error for callers, which names the game."""
    return GameFileError(f"can't play the game {name}: {error}.")
