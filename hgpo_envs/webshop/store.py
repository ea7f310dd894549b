"""The shop's products, search, goals and rewards over files that all processes share."""

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from hgpo_envs.errors import UnknownNameError
from hgpo_envs.suggest import unknown_name
from hgpo_envs.webshop.built import store_of_files
from hgpo_envs.webshop.catalogue.card import Card
from hgpo_envs.webshop.catalogue.product import Product
from hgpo_envs.webshop.catalogue.store import open_catalogue
from hgpo_envs.webshop.drawn import Drawn, check_draw_seed
from hgpo_envs.webshop.goals import Goal, GoalBook, GoalKind
from hgpo_envs.webshop.layout import INDEX, WHOLE
from hgpo_envs.webshop.manifest import check_files, read_manifest
from hgpo_envs.webshop.nouns_of_store import GivenNouns, nouns_of
from hgpo_envs.webshop.reward import Components, score
from hgpo_envs.webshop.root import find_catalogue, path_text
from hgpo_envs.webshop.search import open_index
from hgpo_envs.webshop.wishes import KINDS

DRAW_SEED = 7
"""Draws the prices of ranged products and the price limits, where no other seed is named."""


class Store:
    """A shop in a folder that an import wrote.

    Opening it maps its files and reads next to nothing. One store serves any number of
    environments and threads; processes that open the same folder share its pages.

    Args:
        folder: the folder.
        goals: the kind of goals that ``goals`` gives, ``"human"`` or ``"synthetic"``.
        draw_seed: draws prices and price limits.
        nouns: what finds the nouns of titles, or recorded lists of them; None takes those that
            were found when the store was made.

    Attributes:
        folder: the folder.
        manifest: what the store says of itself.
        catalogue: the products.
        kind: as ``goals`` was given.
        draw_seed: as given.

    Raises:
        DataError: the folder holds no store, an older form of one, or a damaged one.
        EnvInputError: the kind of goals or the seed has no meaning.
    """

    def __init__(
        self,
        folder: Path,
        *,
        goals: str = "human",
        draw_seed: int = DRAW_SEED,
        nouns: GivenNouns = None,
    ) -> None:
        self.folder = folder
        self.kind = _check_kind(goals)
        self.draw_seed = draw_seed
        self.manifest = read_manifest(folder)
        check_files(folder, self.manifest)
        self.catalogue = open_catalogue(folder)
        self._index = open_index(folder / INDEX)
        self._drawn = Drawn(self.catalogue, draw_seed)
        self._nouns = nouns_of(folder, self.manifest.parts["nouns"], nouns)

    @property
    def whole(self) -> bool:
        """Whether it has as many products as the official catalogue of its name."""
        return len(self.catalogue) in WHOLE.get(self.manifest.catalogue, ())

    @property
    def version(self) -> str:
        """What an episode depends on: products, instructions, search, nouns, and the draw."""
        parts = (self.manifest.version, self._index.version, self._nouns.version)
        return f"{'/'.join(part[:16] for part in parts)}/draw={self.draw_seed}"

    def search(self, query: str, k: int = 50) -> list[tuple[str, float]]:
        """Return the best ``k`` products as (asin, score), best first."""
        asin_at = self.catalogue.asin_at
        return [(asin_at(row), score) for row, score in self._index.search(query, k)]

    def cards(self, asins: Sequence[str]) -> list[Card]:
        """Return what a page of results shows of these products, in the order given.

        Raises:
            UnknownNameError: the catalogue has no such product.
        """
        return [self.catalogue.card_at(self._row(asin)) for asin in asins]

    def product(self, asin: str) -> Product:
        """Return a product.

        Raises:
            UnknownNameError: the catalogue has no such product.
        """
        return self.catalogue.product_at(self._row(asin))

    def products(self) -> Iterator[Product]:
        """Yield every product in catalogue order; nothing of them is kept."""
        return (self.catalogue.decode_at(row) for row in range(len(self.catalogue)))

    def price(self, asin: str) -> float:
        """Return what a product costs, in dollars: drawn once where its price is a range.

        Raises:
            UnknownNameError: the catalogue has no such product.
        """
        return self._drawn.price(self._row(asin))

    @property
    def goals(self) -> GoalBook:
        """All goals of the store's kind, in the official order.

        Raises:
            DataError: the catalogue has none.
        """
        return self._drawn.goals(self.kind)

    def goal(self, task: str) -> Goal:
        """Return the goal of a task id, ``human-N`` or ``synthetic-N``, of whatever kind.

        Raises:
            UnknownNameError: there is no such task.
            DataError: the catalogue has no goals of that kind.
        """
        kind, _, number = task.rpartition("-")
        if kind in KINDS and number.isascii() and number.isdecimal() and len(number) < 10:
            goals = self._drawn.goals(kind)
            if int(number) < len(goals) and goals.task(int(number)) == task:
                return goals[int(number)]
        goals = self.goals
        raise UnknownNameError(
            f"unknown task {task!r:.40}. Known: {goals.task(0)} to {goals.task(len(goals) - 1)}."
        )

    def reward(
        self, task: str, asin: str, options: Mapping[str, str], *, kind: str = "fixed"
    ) -> tuple[float, Components]:
        """Return what buying a product is worth in a task.

        Args:
            task: the task id.
            asin: what is bought.
            options: the chosen values by option name.
            kind: ``"fixed"``, or ``"upstream"`` to count as the original does.

        Returns:
            From 0 to 1, and what that is made of.

        Raises:
            UnknownNameError: there is no such task, product or kind.
        """
        return self.worth(self.goal(task), asin, options, kind=kind)

    def worth(
        self, goal: Goal, asin: str, options: Mapping[str, str], *, kind: str = "fixed"
    ) -> tuple[float, Components]:
        """Return what ``reward`` does, for a goal that need not be one of the store's.

        Raises:
            UnknownNameError: there is no such product or kind.
        """
        product = self.product(asin)
        price = self._drawn.price(product.row)
        return score(goal, product, options, price, self._nouns, kind=kind)

    def _row(self, asin: str) -> int:
        row = self.catalogue.row_of(asin)
        if row is None:
            raise UnknownNameError(
                f"the catalogue {self.manifest.catalogue} has no product {asin!r:.40}; "
                f"it has {len(self.catalogue):,}."
            )
        return row


def open_store(
    data: str | os.PathLike[str] | None = None,
    *,
    products: str | None = None,
    goals: str = "human",
    draw_seed: int = DRAW_SEED,
    nouns: GivenNouns = None,
) -> Store:
    """Open a shop of official data.

    Args:
        data: a folder of official files, or what ``hgpo data import`` wrote; None takes the folder
            that ``WEBSHOP_DATA`` names, and without it the one that ``hgpo data import`` fills. A
            small catalogue that was not imported is prepared once, in the user's cache.
        products: the catalogue file's name, such as ``"items_shuffle_1000.json"``; None takes the
            full one, without it the one of 1,000 products, else the only one that is there.
        goals: ``"human"`` or ``"synthetic"``.
        draw_seed: draws the prices of ranged products and the price limits of goals.
        nouns: ``"rule"`` or ``"spacy"`` finds the nouns of titles anew; a path names recorded
            lists, ``[title, [noun, ...]]`` a line. None takes those that were found when the store
            was made: recorded lists (``title_nouns*.jsonl``) that lay beside the catalogue, then
            spaCy's where it was installed, else the rule's.

    Raises:
        DataError: data that are missing, damaged, or to be imported first.
        UnknownNameError: there is no such catalogue or kind of goals.
        EnvInputError: the seed is no whole number.
    """
    _check_kind(goals)
    check_draw_seed(draw_seed)
    if nouns is not None:
        nouns = path_text("nouns", nouns)  # text, so that equal ones share a store
    found = find_catalogue(data, products)
    folder = found if isinstance(found, Path) else store_of_files(found)
    return _opened(folder, _stamp(folder), goals, draw_seed, nouns)


def _check_kind(goals: str) -> GoalKind:
    if goals not in KINDS:
        raise UnknownNameError(unknown_name("kind of goals", str(goals), KINDS))
    return goals


@lru_cache(maxsize=8)
def _opened(
    folder: Path, stamp: tuple[int, int], goals: str, draw_seed: int, nouns: str | None
) -> Store:
    return Store(folder, goals=goals, draw_seed=draw_seed, nouns=nouns)


def _stamp(folder: Path) -> tuple[int, int]:
    """Tell a store from another one that was put in its place."""
    state = folder.stat()
    return state.st_ino, state.st_mtime_ns
