"""What a measurement's process is given to do."""

from typing import TypedDict


class Walk(TypedDict):
    """A game file and what is said to it."""

    path: str
    commands: list[str]


class Work(TypedDict):
    """Walks to replay.

    ``warm_up`` is of a game that no row measures: playing it first leaves only what belongs to
    a game itself to be done while the clock runs.
    """

    warm_up: Walk
    walks: list[Walk]


class Draw(TypedDict):
    """What random walks are drawn from."""

    paths: list[str]
    steps: int
    seed: int
