"""What an environment or a site needs of a shop: its tasks, its products, and a judge."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from hgpo_envs.panel import TaskPanel
from hgpo_envs.webshop.draws import sums_of
from hgpo_envs.webshop.goals.goal import Goal
from hgpo_envs.webshop.shop import Chosen, Shop

Judgement: TypeAlias = tuple[float, Mapping[str, object]]
"""A purchase's reward from 0 to 1, and the components that it is made of."""


@dataclass(frozen=True, eq=False, kw_only=True)
class World:
    """A shop with a panel of tasks.

    Attributes:
        panel: the tasks.
        shop: the products.
        goals: the goal of each task by its id: of all splits, in the official order.
        judge: tells what buying a product (ASIN) with chosen options is worth in a task.
    """

    panel: TaskPanel
    shop: Shop
    goals: Mapping[str, Goal]
    judge: Callable[[str, str, Chosen], Judgement]

    @cached_property
    def weight_sums(self) -> tuple[float, ...]:
        """Running sums of the weights with which the original draws goals."""
        return sums_of(goal.weight for goal in self.goals.values())

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The ids of all goals, in the official order."""
        return tuple(self.goals)
