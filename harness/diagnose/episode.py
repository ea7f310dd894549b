"""What is kept of an episode, whole or from a restored state on, and how it is written down."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from harness.errors import RunError

Record = dict[str, object]
Row = tuple[list[int], list[int], list[float], dict[str, list[float]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """T decisions of one policy, one after the other.

    Attributes:
        anchors: the state key before each, T of them.
        actions: what was done, T of them.
        rewards: what each earned, less the penalty of a refused action, T of them.
        measures: what was computed at each beside it, by name, such as the critic's ``value`` of
            the state; T numbers each.
    """

    anchors: tuple[str, ...]
    actions: tuple[str, ...]
    rewards: tuple[float, ...]
    measures: Mapping[str, tuple[float, ...]] = field(default_factory=dict)

    def __len__(self) -> int:
        """Count the decisions."""
        return len(self.rewards)

    def discounted(self, discount: float) -> float:
        """Return Σ_t γ^t r_t."""
        total = 0.0
        for reward in reversed(self.rewards):
            total = reward + discount * total
        return total


def to_plain(episodes: Sequence[Episode]) -> Record:
    """Write episodes as JSON values; each text stands there once."""
    texts: dict[str, int] = {}

    def numbers(strings: Sequence[str]) -> list[int]:
        return [texts.setdefault(string, len(texts)) for string in strings]

    def columns(one: Episode) -> dict[str, list[float]]:
        return {name: list(column) for name, column in one.measures.items()}

    rows = [
        [numbers(one.anchors), numbers(one.actions), list(one.rewards), columns(one)]
        for one in episodes
    ]
    return {"texts": list(texts), "episodes": rows}


def from_plain(record: Mapping[str, object]) -> tuple[Episode, ...]:
    """Read what `to_plain` wrote.

    Raises:
        RunError: the record is not of that form.
    """
    try:
        texts = cast("list[str]", record["texts"])
        rows = cast("list[Row]", record["episodes"])
        return tuple(
            Episode(
                anchors=tuple(texts[number] for number in anchors),
                actions=tuple(texts[number] for number in actions),
                rewards=tuple(map(float, rewards)),
                measures={name: tuple(map(float, column)) for name, column in measures.items()},
            )
            for anchors, actions, rewards, measures in rows
        )
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise RunError(
            f"a line of the diagnosis is damaged ({error!r}). Remove its folder and start it again."
        ) from error
