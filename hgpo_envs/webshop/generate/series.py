"""A generated shop: its products one by one, and its goals."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from hgpo_envs.draws import Draws
from hgpo_envs.errors import EnvInputError
from hgpo_envs.webshop.generate.asins import Asins
from hgpo_envs.webshop.generate.difficulty import (
    Difficulty,
    GivenDifficulty,
    difficulty_from,
    label,
)
from hgpo_envs.webshop.generate.family import Member, draw_family
from hgpo_envs.webshop.generate.records import draw_record

VERSION = "1"
"""Rises when a seed gives another shop."""

DEFAULT_PRODUCTS = 5_000
MOST_PRODUCTS = 100_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """The products and goals of one seed, size and difficulty.

    A larger shop begins with the products, and has the goals, of a smaller one.

    Attributes:
        difficulty: the knobs.
        products: how many there are.
        seed: what all is drawn from.
        asins: the products' ids.
    """

    difficulty: Difficulty
    products: int = DEFAULT_PRODUCTS
    seed: int = 0
    asins: Asins = field(init=False, compare=False, repr=False)
    _key: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse a size or a seed that makes no sense.

        Raises:
            EnvInputError: ``products`` or ``seed`` is no whole number, or out of range.
        """
        for name, lowest, highest in (("products", 1, MOST_PRODUCTS), ("seed", 0, 2**63 - 1)):
            given = getattr(self, name)
            if isinstance(given, bool) or not isinstance(given, int):
                raise EnvInputError(f"{name} is {given!r}; expected a whole number.")
            if not lowest <= given <= highest:
                raise EnvInputError(
                    f"{name} is {given:,}; expected a number from {lowest:,} to {highest:,}."
                )
        object.__setattr__(self, "asins", Asins(self.seed))
        object.__setattr__(self, "_key", self.difficulty.key)

    @property
    def name(self) -> str:
        """The level, or a digest of the knobs."""
        return label(self.difficulty)

    @property
    def version(self) -> str:
        """What decides every byte of the shop.

        Example:
            >>> series().version
            'generated 1/standard/products 5000/seed 0'
        """
        return f"generated {VERSION}/{self.name}/products {self.products}/seed {self.seed}"

    @property
    def family_size(self) -> int:
        """How many products a family has: consecutive ones; the last family may have fewer."""
        return 1 + self.difficulty.distractors

    def draws(self, *what: object) -> Draws:
        """Return the stream of draws of one thing in this shop."""
        return Draws("webshop", VERSION, self.seed, self._key, *what)

    def family(self, number: int) -> tuple[Member, ...]:
        """Return the products of a family."""
        return _family(self, number)

    def member(self, number: int) -> Member:
        """Return what the product of a number is."""
        family, place = divmod(number, self.family_size)
        return _family(self, family)[place]

    def record(self, number: int) -> dict[str, object]:
        """Return the official record of the product of a number, from 0 to ``products`` - 1."""
        draws = self.draws("product", number)
        return draw_record(draws, number, self.asins.asin(number), self.member(number))


@lru_cache(maxsize=256)
def _family(shop: Series, number: int) -> tuple[Member, ...]:
    return draw_family(shop.draws("family", number), shop.difficulty, number)


def series(
    difficulty: GivenDifficulty = None, *, products: int = DEFAULT_PRODUCTS, seed: int = 0
) -> Series:
    """Return a generated shop.

    Args:
        difficulty: a level (``easy``, ``standard``, ``hard``), a mapping from knobs to values, a
            ``Difficulty``, or None for the standard one.
        products: how many products.
        seed: what all is drawn from.

    Raises:
        UnknownNameError: an unknown level or knob; the nearest one is named.
        EnvInputError: a value that makes no sense.
    """
    return Series(difficulty=difficulty_from(difficulty), products=products, seed=seed)


def records(shop: Series) -> Iterator[dict[str, object]]:
    """Yield the official records of a shop, in order, one at a time."""
    return map(shop.record, range(shop.products))


class Entries(Mapping[str, dict[str, object]]):
    """What the official attribute file would hold of a shop: made when it is asked for.

    Args:
        shop: the shop.
    """

    def __init__(self, shop: Series) -> None:
        self._shop = shop

    def __getitem__(self, asin: str) -> dict[str, object]:
        number = self._shop.asins.number(asin)
        if number is None or number >= self._shop.products:
            raise KeyError(asin)
        return {"attributes": list(self._shop.member(number).attributes)}

    def __iter__(self) -> Iterator[str]:
        return map(self._shop.asins.asin, range(self._shop.products))

    def __len__(self) -> int:
        return self._shop.products


def entries(shop: Series) -> Entries:
    """Return what the official attribute file would hold, by ASIN."""
    return Entries(shop)
