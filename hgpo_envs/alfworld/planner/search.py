"""Shortest ways through an abstraction."""

from heapq import heappop, heappush
from typing import TypeAlias

from hgpo_envs.alfworld.planner.abstraction import Abstraction, Branch
from hgpo_envs.alfworld.planner.conditions import Clause, Condition
from hgpo_envs.alfworld.planner.landmarks import Landmarks
from hgpo_envs.alfworld.planner.limits import PlanningError

_LENGTH = 1 << 20
_DOUBTS = _LENGTH - 1
_MOST_STATES = 300_000


# What must be true and false, what becomes so, the gate's and the move's price, the number of
# the move, and what is beyond these.
Step: TypeAlias = tuple[
    int, int, int, int, int, int, int, tuple[tuple[Clause, ...], tuple[Branch, ...]] | None
]


class PathSearch:
    """The search for a shortest plan, of those for one with as few doubts as may be.

    A* that can be asked to go on; a move before whose time it is waits for it.

    Args:
        abstraction: where to search.

    Attributes:
        path: the moves of the plan, once it is found; waiting is not told.
    """

    def __init__(self, abstraction: Abstraction) -> None:
        self.path: list[int] | None = None
        self._length = 0
        self._goal, self._initial = abstraction.goal, abstraction.initial
        self._steps = [_step(abstraction, number) for number in range(len(abstraction.moves))]
        self._left = Landmarks(abstraction).count
        initial = abstraction.initial
        self._best = {initial: 0}
        self._came = {initial: (initial, -1)}
        self._done: set[int] = set()
        self._heap = [(self._left(initial) * _LENGTH, 0, initial)]

    def run(self, length: int) -> int | None:
        """Search for plans of up to some length.

        Returns:
            The least length that a plan can still have: that of `path`, waiting included, if
            it is found, more than asked for if not; None where there is no plan.

        Raises:
            PlanningError: there are too many states.
        """
        heap, done = self._heap, self._done
        while heap and self.path is None and heap[0][0] < (length + 1) * _LENGTH:
            _, cost, state = heappop(heap)
            if state in done:
                continue
            if self._goal.holds(state):
                self.path, self._length = self._path_to(state), cost // _LENGTH
                break
            done.add(state)
            self._expand(cost, state)
        if self.path is not None:
            return self._length
        return heap[0][0] // _LENGTH if heap else None

    def _expand(self, cost: int, state: int) -> None:
        if len(self._done) > _MOST_STATES:
            raise PlanningError(f"the planner met more than {_MOST_STATES} states")
        for total, after, number in _successors(self._steps, cost, state):
            if total < self._best.get(after, total + 1):
                self._best[after] = total
                self._came[after] = (state, number)
                heappush(self._heap, (total + self._left(after) * _LENGTH, total, after))

    def _path_to(self, state: int) -> list[int]:
        numbers = []
        while state != self._initial:
            state, number = self._came[state]
            numbers.append(number)
        return numbers[::-1]


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
