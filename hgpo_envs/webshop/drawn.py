"""What a seed decides in a shop: prices of ranged products, and goals with their limits."""

import random
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hgpo_envs.errors import DataError, EnvInputError, UnknownNameError
from hgpo_envs.suggest import unknown_name
from hgpo_envs.webshop.catalogue.store import Catalogue
from hgpo_envs.webshop.goals import GoalBook, GoalKind, draw_prices
from hgpo_envs.webshop.layout import HUMAN
from hgpo_envs.webshop.wishes import KINDS, Wishes, open_wishes

_HELD = 50_000
"""Wishes that are held decoded; more are decoded each time that they are looked at."""


def check_draw_seed(seed: object) -> None:
    """Refuse what is no seed.

    Raises:
        EnvInputError: it is no whole number.
    """
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise EnvInputError(f"draw_seed is {seed!r:.60}; expected a whole number.")


class Drawn:
    """Prices and goals of a catalogue, drawn from one stream as the original does.

    Nothing is drawn before it is asked for; what comes out depends on catalogue and seed alone.

    Args:
        catalogue: the products.
        seed: begins the stream.

    Raises:
        EnvInputError: the seed is no whole number.
    """

    def __init__(self, catalogue: Catalogue, seed: int) -> None:
        check_draw_seed(seed)
        self._catalogue = catalogue
        self._seed = seed
        self._books: dict[GoalKind, GoalBook] = {}

    def price(self, row: int) -> float:
        """Return what the product of a row costs, in dollars."""
        rows = self._catalogue.ranged.rows
        place = int(np.searchsorted(rows, row))
        if place < len(rows) and rows[place] == row:
            return float(self._ranged[0][place])
        return float(self._catalogue.prices[row])

    def goals(self, kind: GoalKind) -> GoalBook:
        """Return the goals of a kind, in the official order.

        Raises:
            UnknownNameError: there is no such kind.
            DataError: the catalogue has none.
        """
        if kind not in KINDS:
            raise UnknownNameError(unknown_name("kind of goals", str(kind), KINDS))
        if kind not in self._books:
            self._books[kind] = self._book(kind)
        return self._books[kind]

    def _book(self, kind: GoalKind) -> GoalBook:
        wishes: Wishes = open_wishes(self._catalogue.folder, kind, self._catalogue)
        if not len(wishes):
            missing = f" There was no {HUMAN}.json beside it." if kind == "human" else ""
            raise DataError(
                f"the catalogue {str(self._catalogue.folder)!r} has no {kind} goals.{missing} "
                f"Take goals={'synthetic' if kind == 'human' else 'human'!r}, or other files."
            )
        stream = random.Random()
        stream.setstate(self._ranged[1].getstate())
        held = list(wishes) if len(wishes) <= _HELD else wishes
        return GoalBook(kind, held, self.price, stream)

    @cached_property
    def _ranged(self) -> tuple[NDArray[np.float64], random.Random]:
        """The drawn prices of ranged products, and the stream after that."""
        stream = random.Random(self._seed)
        return draw_prices(self._catalogue.ranged.prices, stream), stream
