"""Random walks that see much of a game in few steps."""

from collections.abc import Sequence

import numpy as np

#: Of so many commands, one is no admissible one.
JUNK_EVERY = 16


def next_command(admissible: Sequence[str], rng: np.random.Generator) -> str:
    """Draw the next command of a walk.

    Half of the time every admissible command is as likely as another; half of the time every
    verb is, since most commands of a large room are ways to go elsewhere. Now and then it is a
    command that is nearly right.

    Args:
        admissible: what is understood now.
        rng: draws.

    Example:
        >>> next_command(["look"], np.random.default_rng(4))
        'look'
    """
    if not admissible:
        return "look"
    if int(rng.integers(JUNK_EVERY)) == 0:
        return _nearly(_pick(admissible, rng), rng)
    if int(rng.integers(2)) == 0:
        return _pick(admissible, rng)
    verb = _pick(sorted({command.partition(" ")[0] for command in admissible}), rng)
    return _pick([command for command in admissible if command.partition(" ")[0] == verb], rng)


def _pick(among: Sequence[str], rng: np.random.Generator) -> str:
    return among[int(rng.integers(len(among)))]


def _nearly(command: str, rng: np.random.Generator) -> str:
    """Spoil a command; blanks around it are the one change that engines forgive."""
    spoilt = (
        command.upper(),
        command + ".",
        command.replace(" ", "  "),
        command[:-1],
        "please " + command,
        f" {command}\t",
        "",
    )
    return _pick(spoilt, rng)
