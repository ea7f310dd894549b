"""Shortest plans of a game, by way of abstractions that are refined until their plan works.

Each way to fulfil the goal starts with the atoms of one relaxed plan. A shortest plan of its
abstraction is tried in the game: if it works, nothing shorter can, and if not, the atoms that
stood in its way are kept from then on (counterexample-guided refinement; Clarke et al., 2003;
Seipp & Helmert, 2018). The way whose plan is shortest so far is tried first.
"""

from functools import reduce
from heapq import heapify, heappop, heappush
from operator import or_

from hgpo_envs.alfworld.engine.pddl import Domain
from hgpo_envs.alfworld.planner.abstraction import Abstraction, Reduction, closed
from hgpo_envs.alfworld.planner.conditions import Condition, bits
from hgpo_envs.alfworld.planner.invariants import Groups
from hgpo_envs.alfworld.planner.levels import NEVER, Levels, levels_from, rules_of
from hgpo_envs.alfworld.planner.model import Model
from hgpo_envs.alfworld.planner.search import PathSearch


class ShortestPlans:
    """Finds shortest plans in the model of one game.

    Args:
        domain: the game's domain.
        model: the game.
    """

    def __init__(self, domain: Domain, model: Model) -> None:
        self._model = model
        self._groups = Groups(domain, model)
        self._rules = rules_of(model.operators)

    def plan(self, state: int) -> list[int] | None:
        """Return the operators of a shortest plan, or None if the goal can't be reached.

        Raises:
            PlanningError: the search meets too many states.
        """
        levels = levels_from(state, self._rules, len(self._model.operators))
        goals = self._model.goals
        # The least length of a plan for each way, whether none is known so short, and the way.
        heap = [(levels.of(goal), True, place) for place, goal in enumerate(goals)]
        heap = [entry for entry in heap if entry[0] < NEVER]
        heapify(heap)
        tries: dict[int, _Try] = {}
        search = _Search(self._model, self._groups, levels)
        while heap:
            bound, unknown, place = heappop(heap)
            if place not in tries:
                tries[place] = _Try(search, goals[place])
            found = None if unknown else tries[place].carry_out()
            if found is not None:
                return found
            length = tries[place].search(bound)
            if length is not None:
                heappush(heap, (length, not tries[place].has_plan, place))
        return None


class _Search:
    """What all searches from one state share."""

    def __init__(self, model: Model, groups: Groups, levels: Levels) -> None:
        self.model, self.levels = model, levels
        self._groups = groups
        self._known: dict[Abstraction, PathSearch] = {}
        firsts = [bit for goal in model.goals for bit in _first_atoms(levels, goal)]
        self._reduction = self._reduce(reduce(or_, firsts, 0))

    def with_atoms(self, kept: list[int], goal: Condition) -> tuple[PathSearch, list[list[int]]]:
        """Return the search with some atoms kept, and the operators that each move may be."""
        mask = sum(kept)
        kept = [*kept, *bits(closed(self.model, mask) & ~mask)]
        if sum(kept) & ~self._reduction.atoms:
            self._reduction = self._reduce(self._reduction.atoms | sum(kept))
        abstraction, operators = self._reduction.abstraction(kept, goal)
        if abstraction not in self._known:
            self._known[abstraction] = PathSearch(abstraction)
        return self._known[abstraction], operators

    def _reduce(self, atoms: int) -> Reduction:
        return Reduction(self.model, self._groups, self.levels, closed(self.model, atoms))


class _Try:
    """The search for a plan that fulfils one condition."""

    def __init__(self, search: _Search, goal: Condition) -> None:
        self._search, self._goal = search, goal
        self._kept = _first_atoms(search.levels, goal)
        self._paths, self._operators = search.with_atoms(self._kept, goal)

    @property
    def has_plan(self) -> bool:
        """Whether a plan is found, with the atoms kept so far."""
        return self._paths.path is not None

    def search(self, length: int) -> int | None:
        """Look for plans of up to some length, with the atoms kept so far.

        Returns:
            The least length that a plan can have, or None if there is none.
        """
        return self._paths.run(length)

    def carry_out(self) -> list[int] | None:
        """Return the plan if it works in the game; if not, keep more atoms."""
        operators, state, missing = self._search.model.operators, self._search.levels.state, 0
        plan = []
        for options in [self._operators[move] for move in self._paths.path or ()]:
            misses = [operators[number].needs.missing(state) for number in options]
            best = min(range(len(options)), key=lambda place: misses[place].bit_count())
            missing |= misses[best]
            plan.append(options[best])
            state = operators[options[best]].apply(state)
        if not missing:
            return plan
        self._kept += [bit for bit in bits(missing) if bit not in self._kept]
        self._paths, self._operators = self._search.with_atoms(self._kept, self._goal)
        return None


def _first_atoms(levels: Levels, goal: Condition) -> list[int]:
    """Return the atoms of the goal and of what makes them so soonest, in that order."""
    kept: dict[int, None] = {}
    waiting = list(bits(goal.atoms))
    while waiting:
        bit = waiting.pop(0)
        if bit in kept:
            continue
        kept[bit] = None
        rule = levels.makers.get(bit)
        wanted = levels.state & bit == 0  # an atom that is true is taken to be wanted true
        if rule is not None and wanted:
            true, false, clauses, _, _, _ = rule
            waiting += bits(Condition(true, false, clauses).atoms)
    return list(kept)
