"""Search for a shortest plan on the engine itself, for what the model can't say."""

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from typing import TypeAlias

from hgpo_envs.alfworld.engine import Play, Snapshot
from hgpo_envs.alfworld.planner.conditions import Fact
from hgpo_envs.alfworld.planner.limits import PlanningError

Plan: TypeAlias = tuple[str, ...]

# Gives the least number of commands to the goal from a play's state; None: out of reach.
Bound: TypeAlias = Callable[[Play], int | None]

_MOST_STATES = 20_000


def search_on_engine(play: Play, bound: Bound) -> Plan | None:
    """Return a shortest list of commands that wins, or None if there is none.

    A* on the states of the engine. The play is where it was afterwards.

    Args:
        play: where to start.
        bound: never says more than the true number; 0 for all makes this breadth-first search.

    Raises:
        PlanningError: there are too many states.
    """
    start = play.snapshot()
    try:
        return _search(play, start, bound)
    finally:
        play.restore(start)


def _search(play: Play, start: Snapshot, bound: Bound) -> Plan | None:
    best = {play.facts(): 0}
    first = bound(play)
    # Ties go to the deeper state, then to the one met first.
    heap: list[tuple[int, int, int, Snapshot, Plan]] = []
    if first is not None:
        heap.append((first, 0, 0, start, ()))
    met = 0
    while heap:
        _, _, _, snapshot, commands = heappop(heap)
        play.restore(snapshot)
        if play.won:
            return commands
        if best[play.facts()] < len(commands):
            continue
        for plan in _extended(play, snapshot, commands, best):
            left = bound(play)
            if left is not None:
                met += 1
                heappush(heap, (len(plan) + left, -len(plan), met, play.snapshot(), plan))
        if met > _MOST_STATES:
            raise PlanningError(f"the planner met more than {_MOST_STATES} states")
    return None


def _extended(
    play: Play, snapshot: Snapshot, commands: Plan, best: dict[frozenset[Fact], int]
) -> Iterator[Plan]:
    """Carry out each command from a state; yield the ways to states not reached so soon."""
    length = len(commands) + 1
    for command in play.admissible:
        play.restore(snapshot)
        play.command(command)
        facts = play.facts()
        if length < best.get(facts, length + 1):
            best[facts] = length
            yield (*commands, command)
