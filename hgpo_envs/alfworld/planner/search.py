"""Shortest ways through an abstraction."""

from heapq import heappop, heappush
from typing import TypeAlias

from hgpo_envs.alfworld.planner.abstraction import Abstraction, Branch
from hgpo_envs.alfworld.planner.conditions import Clause, Condition
from hgpo_envs.alfworld.planner.limits import PlanningError

_LENGTH = 1 << 20
_DOUBTS = _LENGTH - 1
_MOST_STATES = 300_000


# What must be true and false, what becomes so, the gate's and the move's price, the number of
# the move, and what is beyond these.
Step: TypeAlias = tuple[
    int, int, int, int, int, int, int, tuple[tuple[Clause, ...], tuple[Branch, ...]] | None
]


def shortest_path(abstraction: Abstraction) -> list[int] | None:
    """Return the moves of a shortest plan, of those with as few doubts as may be; None: no way.

    Dijkstra's search; a move before whose time it is waits for it.

    Raises:
        PlanningError: there are too many states.
    """
    steps = [_step(abstraction, number) for number in range(len(abstraction.moves))]
    goal, initial = abstraction.goal, abstraction.initial
    best, came, done = {initial: 0}, {initial: (initial, -1)}, set[int]()
    heap = [(0, initial)]
    while heap:
        cost, state = heappop(heap)
        if state in done:
            continue
        if goal.holds(state):
            return _path(came, initial, state)
        done.add(state)
        if len(done) > _MOST_STATES:
            raise PlanningError(f"the planner met more than {_MOST_STATES} states")
        for total, after, number in _successors(steps, cost, state):
            if total < best.get(after, total + 1):
                best[after] = total
                came[after] = (state, number)
                heappush(heap, (total, after))
    return None


def _step(abstraction: Abstraction, number: int) -> Step:
    true, false, add, delete, clauses, branches = abstraction.moves[number]
    gate = abstraction.gates[number] * _LENGTH
    price = _LENGTH + abstraction.doubts[number]
    more = (clauses, branches) if clauses or branches else None
    return true, false, add, delete, gate, price, number, more


def _successors(steps: list[Step], cost: int, state: int) -> list[tuple[int, int, int]]:
    """Return the cost, the state and the move of all that can follow."""
    found = []
    for true, false, add, delete, gate, price, number, more in steps:
        if true & ~state or false & state:
            continue
        total = (cost if cost >= gate else gate | cost & _DOUBTS) + price
        if more is None:
            found.append((total, state & ~delete | add, number))
        else:
            found.append((total, _after(state, add, delete, *more), number))
    return found


def _after(
    state: int, add: int, delete: int, clauses: tuple[Clause, ...], branches: tuple[Branch, ...]
) -> int:
    if not Condition(0, 0, clauses).holds(state):
        return state
    for condition, more, less in branches:
        if condition.holds(state):
            add |= more
            delete |= less
    return state & ~delete | add


def _path(came: dict[int, tuple[int, int]], initial: int, state: int) -> list[int]:
    numbers = []
    while state != initial:
        state, number = came[state]
        numbers.append(number)
    return numbers[::-1]
