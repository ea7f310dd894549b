"""Look at each file of the data set: can it be used, and if not, why not."""

import json
from dataclasses import dataclass

from hgpo_envs.alfworld.data.filters import left_out
from hgpo_envs.alfworld.data.game_file import mark_of
from hgpo_envs.alfworld.data.human_goals import as_goal, descriptions
from hgpo_envs.alfworld.engine import load_content, read_game
from hgpo_envs.errors import GameFileError

PLAYABLE = "playable"
DAMAGED = "damaged"
UNSUPPORTED = "unsupported"
STATES = (PLAYABLE, "unsolvable", "sliced", "movable", UNSUPPORTED, DAMAGED)
"""What a game can be; ``unsupported`` ones are sound, but not for the engine that is built in."""

LISTED = frozenset({PLAYABLE, UNSUPPORTED})
"""What the panel of a split lists."""

_TEXTS = ("pddl_domain", "grammar", "pddl_problem")


@dataclass(frozen=True, slots=True)
class Checked:
    """What a game file is.

    Attributes:
        state: one of ``STATES``.
        reason: why, where it is ``damaged`` or ``unsupported``.
    """

    state: str
    reason: str = ""


def check_game(content: bytes, task: str, *, keep: bool = False) -> Checked:
    """Check a game file; one that counts as playable was loaded by the engine.

    Args:
        content: of ``game.tw-pddl``.
        task: its id, whose name tells sliced and movable objects.
        keep: whether what it is compiled to is kept in the cache on disk.
    """
    try:
        game = json.loads(content)
        solvable = mark_of(game, task)
    except GameFileError:
        return Checked(DAMAGED, 'it has no "solvable": true or false')
    except (ValueError, RecursionError) as error:
        return Checked(DAMAGED, f"it is not JSON in UTF-8: {error}")
    for missing in (text for text in _TEXTS if not isinstance(game.get(text), str)):
        return Checked(DAMAGED, f"it has no text {missing!r}")
    kept_out = left_out(task, solvable=solvable)
    if kept_out is not None:
        return Checked(kept_out)
    try:
        if keep:
            load_content(content, name=task)
        else:
            read_game(game, name=task)
    except GameFileError as error:
        return Checked(UNSUPPORTED, str(error))
    return Checked(PLAYABLE)


def check_annotations(content: bytes) -> str:
    """Return why an annotation file can't be used, or nothing."""
    try:
        goals = [as_goal(text) for text in descriptions(json.loads(content))]
    except (ValueError, RecursionError) as error:
        return f"it is not JSON in UTF-8: {error}"
    except (LookupError, TypeError):
        return "it has no turk_annotations"
    return "" if any(goals) else "it has no annotation with a text"
