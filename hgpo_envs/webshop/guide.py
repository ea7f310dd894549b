"""What a shopper would do who knows the goal: a yardstick and a teacher, not an agent."""

from collections.abc import Iterator
from functools import lru_cache

from hgpo_envs.webshop.goals.goal import Goal
from hgpo_envs.webshop.pages.piece import Piece, Role
from hgpo_envs.webshop.session.actions import click
from hgpo_envs.webshop.session.moves import shadowed
from hgpo_envs.webshop.session.state import PAGE_SIZE, PageKind, State
from hgpo_envs.webshop.visit import Visit
from hgpo_envs.webshop.world import World

_KEPT = 1024
_LONGEST_QUERY = 400
"""Characters of a description that are searched for."""


class Guide:
    """Leads to the product that a goal was written for, and to the options that count.

    Args:
        world: the tasks, the products and the judge.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._query = lru_cache(maxsize=_KEPT)(self._best_query)

    def action(self, task: str, visit: Visit) -> str | None:
        """Return the next action on a short way to the most that the goal's product can earn.

        It is None after the purchase, and where no query is known that finds the product.
        """
        state, goal = visit.state, self._world.goals[task]
        if state.kind is PageKind.DONE:
            return None
        if state.asin == goal.asin:
            at_item = state.kind is PageKind.ITEM
            return self._choose_or_buy(task, visit) if at_item else "click[< prev]"
        if state.kind is PageKind.RESULTS and goal.asin in state.found:
            return _towards(goal.asin, state)
        query = self._query(task)
        return None if query is None else f"search[{query}]"

    def _choose_or_buy(self, task: str, visit: Visit) -> str:
        """Return the choice that adds most, or the purchase where none adds anything."""
        chosen, asin = dict(visit.state.options), visit.state.asin
        most, best = self._world.judge(task, asin, chosen)[0], "click[buy now]"
        for action, piece in _choices(visit):
            earned = self._world.judge(task, asin, {**chosen, piece.name: piece.text})[0]
            if earned > most:
                most, best = earned, action
        return best

    def _best_query(self, task: str) -> str | None:
        """Return the query that ranks the goal's product highest, of those that it is known by."""
        goal, ranks = self._world.goals[task], {}
        for query in self._queries(goal):
            found = [asin for asin, _ in self._world.shop.search(query)]
            if goal.asin in found:
                ranks[query] = found.index(goal.asin)
        return min(ranks, key=ranks.__getitem__, default=None)

    def _queries(self, goal: Goal) -> Iterator[str]:
        product = self._world.shop.product(goal.asin)
        for text in (
            product.title,
            f"{product.title} {' '.join(goal.attributes)}",
            f"{product.title} {product.description[:_LONGEST_QUERY]}",
            goal.instruction,
        ):
            query = " ".join(text.replace("[", " ").replace("]", " ").lower().split())
            if query:
                yield query


def _towards(asin: str, state: State) -> str:
    """Return the click that leads to a product that was found."""
    page = state.found.index(asin) // PAGE_SIZE + 1
    if page == state.page:
        return f"click[{asin.lower()}]"
    return "click[next >]" if page > state.page else "click[< prev]"


def _choices(visit: Visit) -> Iterator[tuple[str, Piece]]:
    """Yield the values that can be chosen, and the actions that choose them."""
    for thing, piece in visit.page.clickables.items():
        action = click(thing)
        if piece.role is Role.OPTION and action is not None and not shadowed(thing):
            yield action, piece
