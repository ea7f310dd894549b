"""What a site shows and judges by: the products, the tasks, and the worth of a purchase."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from hgpo_envs.webshop.shop import Chosen, Shop

Judgement: TypeAlias = tuple[float, Mapping[str, object]]
"""A purchase's reward from 0 to 1, and the components it is made of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offering:
    """Everything that a site needs of the rest.

    Attributes:
        shop: the products.
        tasks: the instruction of each task by its id, in the order of the list of tasks.
        judge: tells what buying a product (ASIN) with chosen options is worth in a task.
        show_attrs: whether products have a button for their attributes.
    """

    shop: Shop
    tasks: Mapping[str, str]
    judge: Callable[[str, str, Chosen], Judgement]
    show_attrs: bool = False
