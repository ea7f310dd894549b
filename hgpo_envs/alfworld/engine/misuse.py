"""What is said of a play that is used wrongly, on whatever engine it runs."""

from hgpo_envs.errors import EnvInputError


def not_a_text(command: object) -> TypeError:
    """Return the error for a command that is no string."""
    return TypeError(f"a command is a str, for example 'look', not {type(command).__name__}")


def foreign_snapshot(of: str, own: str) -> EnvInputError:
    """Return the error for a snapshot of the game `of`, restored into a play of `own`."""
    return EnvInputError(
        f"this snapshot is of the game {of}, not of {own}. Restore it into a play of its own game."
    )
