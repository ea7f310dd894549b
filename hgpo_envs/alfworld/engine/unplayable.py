"""Why a game can't be played, told by the readers, which do not know the game's file."""


class UnplayableError(ValueError):
    """A reason, on one line and without the file's name; never leaves the engine.

    `read_game` and `Play` turn it into a `GameFileError` that names the game.
    """
