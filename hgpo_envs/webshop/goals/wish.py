"""What an official instruction asks for, before a price limit is drawn for it."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Literal, TypeAlias

from hgpo_envs.errors import DataError
from hgpo_envs.webshop.catalogue.instructions import HumanInstruction, SyntheticInstruction
from hgpo_envs.webshop.catalogue.product import Product
from hgpo_envs.webshop.goals.goal import Goal, Options
from hgpo_envs.webshop.goals.limits import Limit

GoalKind: TypeAlias = Literal["human", "synthetic"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """One instruction for one product; a synthetic one stands for many goals.

    Attributes:
        row: the product's place in the catalogue.
        asin: the product's id.
        category: its top category.
        query: the query that it was found with, in lower case.
        name: its title.
        product_category: its path of categories.
        text: the instruction without options and price.
        attributes: what the product is to be.
        values: the option values to choose, of a human instruction.
        choices: (name, values) of each option of the product, sorted by name, of a synthetic
            instruction; each combination of values is a goal.
    """

    row: int
    asin: str
    category: str
    query: str
    name: str
    product_category: str
    text: str
    attributes: tuple[str, ...]
    values: tuple[str, ...] = ()
    choices: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def size(self) -> int:
        """How many goals it stands for: none where an option has no values."""
        return prod(len(values) for _, values in self.choices)

    def options(self, number: int) -> Options:
        """Return the options of one of its goals; the last option's values change fastest.

        Raises:
            IndexError: it stands for fewer goals.
        """
        if not 0 <= number < self.size:
            raise IndexError(f"goal {number} of {self.size} of product {self.asin!r}.")
        if not self.choices:
            return self.values
        chosen: list[tuple[str, str]] = []
        for name, values in reversed(self.choices):
            number, place = divmod(number, len(values))
            chosen.append((name, values[place]))
        return tuple(reversed(chosen))

    def goal(self, task: str, number: int, limit: Limit, weight: float) -> Goal:
        """Return one of its goals.

        Args:
            task: the goal's task id.
            number: which, from 0.
            limit: what the product may cost.
            weight: how often the original draws it.
        """
        options = self.options(number)
        named = ", and ".join(f"{one[0]}: {one[1]}" for one in options if isinstance(one, tuple))
        clause = f" with {named}" if named else ""
        return Goal(
            task=task,
            asin=self.asin,
            category=self.category,
            query=self.query,
            name=self.name,
            product_category=self.product_category,
            instruction=f"{self.text}{clause}{limit.clause}",
            attributes=self.attributes,
            price_upper=limit.dollars,
            options=options,
            weight=weight,
        )


def human_wishes(product: Product, instructions: Iterable[HumanInstruction]) -> Iterator[Wish]:
    """Give what people asked for; instructions without attributes are passed over."""
    for one in instructions:
        if one.attributes:
            yield _wish(product, one.text.strip("."), one.attributes, values=one.options)


def synthetic_wishes(product: Product, instruction: SyntheticInstruction | None) -> Iterator[Wish]:
    """Give what was made of a product's attributes, if anything was.

    The original fails on an instruction without attributes; here there is no goal for it.
    """
    if instruction is not None and instruction.attributes:
        choices = tuple((name, product.options[name]) for name in sorted(product.options))
        yield _wish(product, instruction.text, instruction.attributes, choices=choices)


def encode_wish(wish: Wish) -> bytes:
    """Return a wish as a line of JSON, without the line's end."""
    fields = [
        wish.row, wish.asin, wish.category, wish.query, wish.name, wish.product_category,
        wish.text, wish.attributes, wish.values, wish.choices,
    ]  # fmt: skip
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()


def decode_wish(line: bytes) -> Wish:
    """Return the wish of a line.

    Raises:
        DataError: the line is not one that ``encode_wish`` made.
    """
    try:
        row, asin, category, query, name, path, text, attributes, values, choices = json.loads(line)
        return Wish(
            row=row,
            asin=asin,
            category=category,
            query=query,
            name=name,
            product_category=path,
            text=text,
            attributes=tuple(attributes),
            values=tuple(values),
            choices=tuple((option, tuple(offered)) for option, offered in choices),
        )
    except (ValueError, TypeError) as error:
        raise DataError(
            f"the line of a wish is damaged: {line[:60]!r} ({error}). "
            "Build the store again with `hgpo data import`."
        ) from error


def _wish(
    product: Product,
    text: str,
    attributes: Sequence[str],
    *,
    values: tuple[str, ...] = (),
    choices: tuple[tuple[str, tuple[str, ...]], ...] = (),
) -> Wish:
    return Wish(
        row=product.row,
        asin=product.asin,
        category=product.category,
        query=product.query,
        name=product.title,
        product_category=product.product_category,
        text=text,
        attributes=tuple(attributes),
        values=values,
        choices=choices,
    )
