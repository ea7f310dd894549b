"""Read the recorded episodes of an evaluation and compute the scores from them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO

import numpy as np

from hgpo_envs import TaskPanel
from hgpo_envs.errors import EnvInputError
from leaderboards.decode import DecodeError, decode, load_json
from leaderboards.entry import Entry
from leaderboards.statistics.matrix import Scores

MAX_LINE_BYTES = 1 << 23
MAX_RETURN = 1e12
"""Beyond it sums of returns lose what they are of, or overflow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """One line of the file.

    Attributes:
        task: id of the task.
        repeat: which pass over the panel it belongs to, from 0.
        won: whether the goal held in the end.
        return_: sum of the rewards.
        inadmissible: how many of its actions the world refused.
        actions: all of them.
    """

    task: str
    repeat: int
    won: bool
    return_: float
    inadmissible: int
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """The evaluation of one trained policy on T tasks in R repeats.

    Attributes:
        won: [R, T], 1 or 0.
        returns: [R, T].
        steps: actions in all.
        inadmissible: refused actions in all.
    """

    won: Scores
    returns: Scores
    steps: int
    inadmissible: int


def read_played(data: bytes, entry: Entry) -> Played:
    """Read an evaluation and check that it is one of the entry's panel, whole.

    Args:
        data: JSON lines.
        entry: whose evaluation it is.

    Raises:
        DecodeError: an episode that can't be, one missing, one too many, or other tasks than
            those of the panel.
    """
    lines = data.count(b"\n")
    if data[-1:] not in {b"", b"\n"}:
        raise DecodeError("the last line is cut off.")
    n, expected = entry.eval.n, entry.repeats * entry.eval.n
    if lines != expected:
        raise DecodeError(
            f"there are {lines} episodes; {entry.repeats} repeats of {n} tasks are {expected}."
        )
    episodes = [read_episode(line, number) for number, line in enumerate(BytesIO(data), 1)]
    check_panel(episodes[:n], entry)
    for place, episode in enumerate(episodes):
        check_episode(episode, episodes[place % n].task, place, entry)
    shape = (entry.repeats, n)
    return Played(
        won=np.array([float(each.won) for each in episodes]).reshape(shape),
        returns=np.array([each.return_ for each in episodes]).reshape(shape),
        steps=sum(len(each.actions) for each in episodes),
        inadmissible=sum(each.inadmissible for each in episodes),
    )


def read_episode(line: bytes, number: int) -> Episode:
    """Read one line.

    Raises:
        DecodeError: it is no episode; the message gives its number.
    """
    if len(line) > MAX_LINE_BYTES:
        raise DecodeError(f"line {number} has more than {MAX_LINE_BYTES:,} bytes.")
    value = load_json(line, f"line {number}")
    if isinstance(value, Mapping) and "return" in value:  # a word that Python keeps for itself
        value = {"return_" if name == "return" else name: part for name, part in value.items()}
    return decode(Episode, value, f"line {number}")


def check_panel(first: Sequence[Episode], entry: Entry) -> None:
    """Check that the tasks of the first repeat are those of the entry's panel, in its order.

    Raises:
        DecodeError: their hash is another one.
    """
    try:
        panel = TaskPanel(
            env_id=entry.env,
            split=entry.eval.split,
            version=entry.eval.version,
            ids=tuple(episode.task for episode in first),
            partial=entry.eval.partial,
        )
    except EnvInputError as error:
        raise DecodeError(str(error)) from error
    if panel.hash != entry.eval.hash:
        raise DecodeError(
            f"the tasks played are not those of the panel: their hash is {panel.hash}, and "
            f"the panel's is {entry.eval.hash}."
        )


def check_episode(episode: Episode, task: str, place: int, entry: Entry) -> None:
    """Check one episode against its place and the entry's step cap.

    Raises:
        DecodeError: it is not the one that belongs there, or it can't be.
    """
    expected = (task, place // entry.eval.n)
    if (episode.task, episode.repeat) != expected:
        raise DecodeError(
            f"line {place + 1} is task {episode.task!r} of repeat {episode.repeat}; expected task "
            f"{expected[0]!r} of repeat {expected[1]}: each task once a repeat, in one order."
        )
    if abs(episode.return_) > MAX_RETURN:
        raise DecodeError(
            f"line {place + 1} has the return {episode.return_:g}; none is beyond {MAX_RETURN:g}."
        )
    steps = len(episode.actions)
    if not 1 <= steps <= entry.max_steps or not 0 <= episode.inadmissible <= steps:
        raise DecodeError(
            f"line {place + 1} has {steps} actions, {episode.inadmissible} of them refused; "
            f"an episode has 1 to {entry.max_steps}."
        )
