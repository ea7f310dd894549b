"""What a measurement's process is given to do."""

from typing import TypedDict


class Games(TypedDict):
    """Game files, and how random walks through them are drawn."""

    paths: list[str]
    group_size: int
    steps: int
    seed: int


class Walks(TypedDict):
    """Walks to replay on every layer.

    ``paths[layer]`` are the layer's own copies of the games; ``walks[m]`` are the commands of
    member m, which plays game ``m // group_size``; none wins.
    """

    paths: dict[str, list[str]]
    group_size: int
    walks: list[list[str]]


class Rollouts(TypedDict):
    """Rollouts of a random policy that reads every prompt."""

    env: str
    options: dict[str, object]
    tasks: int
    group_size: int
    rollouts: int
    workers: int
