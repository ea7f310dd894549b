"""Goals in people's words, from the annotations beside an official game.

``alfworld-generate --goal_desc_human_anns_prob 1`` writes a randomly drawn annotation into the
game's grammar, in the place of the templated goal. This does the same to the content of a game file
before any engine reads it, so that every engine shows the same words. It departs in two ways:

- The draw depends on the task's id and a seed alone, not on the games drawn before it.
- The annotation arrives whole. Taken as it is, a grammar cuts it at the first ``;`` and can't hold
  a quotation mark; here such characters are replaced, blanks and control characters are tidied, and
  the full stop at the end is written once.
"""

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from hgpo_envs.alfworld.data.layout import TRAJECTORY
from hgpo_envs.errors import DataError, GameFileError

_PREFIX = "Your task is to: "
_TASK_RULE = re.compile(r'"task"\s*:\s*')
_SPOKEN = str.maketrans({";": ",", '"': "'", "[": "(", "]": ")", "{": "(", "}": ")"})
_UNSPOKEN = re.compile(r"[<>|#\\]")
_BLANK = re.compile(r"[\s\x00-\x1f\x7f]+")


def human_goal(trajectory: Path, task: str, seed: int) -> str:
    """Choose one of a game's annotations.

    Args:
        trajectory: the game's ``traj_data.json``.
        task: the task's id; with ``seed`` it decides, on every machine alike.
        seed: another one can choose another annotation.

    Raises:
        DataError: the file is missing or damaged, or has no annotation.
    """
    goals = [goal for goal in map(as_goal, _texts(trajectory, task)) if goal]
    if not goals:
        raise DataError(
            f"task {task!r} has no human-written goal: {str(trajectory)!r} has no annotation with "
            'a text. Leave the task out, or use goal="template".'
        )
    draw = sha256(f"human goal\x00{task}\x00{seed}".encode("utf-8", "surrogatepass")).digest()
    return goals[int.from_bytes(draw, "big") % len(goals)]


def require_annotations(games: Mapping[str, Path]) -> None:
    """Check that every game has its annotation file.

    Args:
        games: game files by task id.

    Raises:
        DataError: some have none; one of them is named.
    """
    bare = [task for task, path in games.items() if not (path.parent / TRAJECTORY).is_file()]
    if bare:
        raise DataError(
            f"{len(bare)} of {len(games)} games have no human-written goal, {bare[0]!r} among "
            f"them: there is no {str(games[bare[0]].parent / TRAJECTORY)!r}. Import the archive "
            f'of {TRAJECTORY} files, or use goal="template".'
        )


def as_goal(description: str) -> str:
    """Return an annotation as a goal that a grammar can hold, without its full stop.

    Example:
        >>> as_goal('; Put the "red" mug  away; then leave. ')
        "Put the 'red' mug away, then leave"
    """
    spoken = _UNSPOKEN.sub("", description.translate(_SPOKEN))
    return _BLANK.sub(" ", spoken).strip(" ,.")


def with_goal(data: Mapping[str, object], goal: str, *, name: str) -> dict[str, object]:
    """Return the content of a game file with another goal in its grammar.

    Args:
        data: what the game file holds.
        goal: as ``as_goal`` returns it.
        name: what messages call the game.

    Raises:
        GameFileError: the grammar has no rule ``task`` of one plain sentence.
    """
    grammar = data.get("grammar")
    found = list(_TASK_RULE.finditer(grammar)) if isinstance(grammar, str) else []
    if not isinstance(grammar, str) or len(found) != 1:
        raise _no_task_rule(name)
    start = found[0].end()
    try:
        rule, length = json.JSONDecoder().raw_decode(grammar[start:])
    except (ValueError, RecursionError):
        raise _no_task_rule(name) from None
    if not (isinstance(rule, list) and len(rule) == 1 and _is_sentence(rule[0])):
        raise _no_task_rule(name)
    end = "" if goal.endswith(("!", "?")) else "."
    written = json.dumps([{"rhs": f"{_PREFIX}{goal}{end}"}])
    return {**data, "grammar": grammar[:start] + written + grammar[start + length :]}


def _is_sentence(alternative: object) -> bool:
    if not isinstance(alternative, dict) or set(alternative) != {"rhs"}:
        return False
    return isinstance(alternative["rhs"], str) and alternative["rhs"].startswith(_PREFIX)


def _no_task_rule(name: str) -> GameFileError:
    return GameFileError(
        f"{name} can't take a human-written goal: its grammar has no rule 'task' with the one text "
        f'{_PREFIX + "..."!r}. Use goal="template".'
    )


def descriptions(trajectory: Mapping[str, object]) -> list[str]:
    """Return the annotators' texts in the content of a ``traj_data.json``.

    Raises:
        LookupError, TypeError: it is not such a content.
    """
    annotations = trajectory["turk_annotations"]["anns"]  # type: ignore[index]
    return [one["task_desc"] for one in annotations if isinstance(one["task_desc"], str)]


def _texts(trajectory: Path, task: str) -> list[str]:
    try:
        return descriptions(json.loads(trajectory.read_bytes()))
    except FileNotFoundError:
        raise DataError(
            f"task {task!r} has no human-written goal: there is no {str(trajectory)!r}. Import the "
            f'archive of {trajectory.name} files, or use goal="template".'
        ) from None
    except (OSError, ValueError, RecursionError, LookupError, TypeError) as error:
        raise DataError(
            f"task {task!r} has no human-written goal: {str(trajectory)!r} is no readable "
            f"annotation file ({type(error).__name__}: {error}). Import it again, or use "
            'goal="template".'
        ) from error
