"""All goals of a catalogue, in the official order, made one by one as they are asked for."""

import random
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import overload

from hgpo_envs.webshop.goals.goal import Goal
from hgpo_envs.webshop.goals.limits import draw_limit, limit_of
from hgpo_envs.webshop.goals.order import limited_places, shuffled_places
from hgpo_envs.webshop.goals.wish import GoalKind, Wish


class GoalBook(Sequence[Goal]):
    """The goals of one kind.

    Limits are drawn for each wish, and the order for all goals; a goal itself is made when it is
    asked for, so that millions of synthetic goals cost a few bytes each.

    Args:
        kind: begins the task ids: goal N is ``KIND-N``.
        wishes: in the order of the catalogue.
        price_of: gives the price of the product of a row, in dollars.
        stream: draws the limits; prices have been drawn from it before.

    Attributes:
        kind: as given.
    """

    def __init__(
        self,
        kind: GoalKind,
        wishes: Sequence[Wish],
        price_of: Callable[[int], float],
        stream: random.Random,
    ) -> None:
        self.kind = kind
        self._wishes = wishes
        self._limits = array("d")
        self._starts = array("Q", [0])
        for wish in wishes:
            self._limits.append(draw_limit(price_of(wish.row), stream).dollars)
            self._starts.append(self._starts[-1] + wish.size)
        self._places, self._stream = shuffled_places(self._starts[-1])

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, place: int) -> Goal: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Goal]: ...
    def __getitem__(self, place: int | slice) -> Goal | Sequence[Goal]:
        """Return a goal by its place in the official order, or those of some places."""
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        place = range(len(self))[place]
        at, number = self._where(place)
        limit = limit_of(self._limits[at])
        return self._wishes[at].goal(f"{self.kind}-{place}", number, limit, self._wish_weights[at])

    def __iter__(self) -> Iterator[Goal]:
        return map(self.__getitem__, range(len(self)))

    def task(self, place: int) -> str:
        """Return the task id of a goal without making the goal."""
        return f"{self.kind}-{range(len(self))[place]}"

    def category(self, place: int) -> str:
        """Return the top category of a goal's product without making the goal."""
        return self._wishes[self._where(range(len(self))[place])[0]].category

    @property
    def weights(self) -> list[float]:
        """How often the original draws each goal, in the official order."""
        of_wish = self._wish_weights
        return [of_wish[self._where(place)[0]] for place in range(len(self))]

    def limited(self, limit: int) -> list[Goal]:
        """Return the goals that remain where the original is told to keep only ``limit``."""
        stream = random.Random()
        stream.setstate(self._stream.getstate())
        places = limited_places(self.weights, limit, stream)
        return [self[place] for place in places]

    def _where(self, place: int) -> tuple[int, int]:
        """Return the wish of a goal, and which of the wish's goals it is."""
        drawn = self._places[place]
        at = bisect_right(self._starts, drawn) - 1
        return at, drawn - self._starts[at]

    @cached_property
    def _wish_weights(self) -> Sequence[float]:
        """Weigh each wish: rare attributes of synthetic goals more, all human goals alike."""
        if self.kind == "human":
            return [1.0] * len(self._wishes)
        goals_with: Counter[str] = Counter()
        for wish in self._wishes:
            for attribute in wish.attributes:
                goals_with[attribute] += wish.size
        return [_rarity(wish, goals_with) for wish in self._wishes]


def _rarity(wish: Wish, goals_with: Counter[str]) -> float:
    if not wish.size:
        return 0.0
    shares = sum(1.0 / goals_with[attribute] for attribute in wish.attributes)
    return shares / len(wish.attributes)
