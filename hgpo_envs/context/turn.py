"""One turn of an episode, as memory and estimators see it."""

from collections.abc import Mapping
from typing import NamedTuple


class Turn(NamedTuple):
    """An observation and what the agent did on it.

    Attributes:
        observation: the text that the agent saw.
        action: what it answered.
        reward: what the answer earned.
        info: the info that came with the observation.
    """

    observation: str
    action: str
    reward: float
    info: Mapping[str, object]
