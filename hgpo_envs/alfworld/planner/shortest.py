"""Shortest plans of a game, by way of abstractions that are refined until their plan works.

Each way to fulfil the goal starts with the atoms of one relaxed plan. A shortest plan of its
abstraction is tried in the game: if it works, nothing shorter can, and if not, the atoms that
stood in its way are kept from then on (counterexample-guided refinement; Clarke et al., 2003;
Seipp & Helmert, 2018). The way whose plan is shortest so far is tried first.
"""

from heapq import heapify, heappop, heappush

from hgpo_envs.alfworld.engine.pddl import Domain
from hgpo_envs.alfworld.planner.abstraction import Abstraction, abstract, closed
from hgpo_envs.alfworld.planner.conditions import Condition, bits
from hgpo_envs.alfworld.planner.invariants import Groups
from hgpo_envs.alfworld.planner.levels import NEVER, Levels, levels_from, rules_of
from hgpo_envs.alfworld.planner.model import Model
from hgpo_envs.alfworld.planner.search import shortest_path


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
        heap = [(levels.of(goal), place) for place, goal in enumerate(goals)]
        heap = [(bound, place) for bound, place in heap if bound < NEVER]
        heapify(heap)
        tries: dict[int, _Try] = {}
        known: dict[Abstraction, list[int] | None] = {}
        while heap:
            _, place = heappop(heap)
            if place in tries:
                found = tries[place].carry_out()
                if found is not None:
                    return found
            else:
                tries[place] = _Try(self._model, self._groups, levels, goals[place])
            length = tries[place].search(known)
            if length is not None:
                heappush(heap, (length, place))
        return None


class _Try:
    """The search for a plan that fulfils one condition."""

    def __init__(self, model: Model, groups: Groups, levels: Levels, goal: Condition) -> None:
        self._model, self._groups, self._levels, self._goal = model, groups, levels, goal
        self._kept = _first_atoms(levels, goal)
        self._plan: list[list[int]] = []

    def search(self, known: dict[Abstraction, list[int] | None]) -> int | None:
        """Plan in the abstraction; return the plan's length, or None if there is none."""
        mask = sum(self._kept)
        self._kept += bits(closed(self._model, mask) & ~mask)
        abstraction, operators = abstract(
            self._model, self._groups, self._levels, self._kept, self._goal
        )
        if abstraction not in known:
            known[abstraction] = shortest_path(abstraction)
        path = known[abstraction]
        if path is None:
            return None
        self._plan = [operators[move] for move in path]
        return len(path)

    def carry_out(self) -> list[int] | None:
        """Return the plan if it works in the game; if not, keep more atoms."""
        state, missing = self._levels.state, 0
        plan = []
        for options in self._plan:
            best = min(options, key=lambda number: self._misses(number, state).bit_count())
            missing |= self._misses(best, state)
            plan.append(best)
            state = self._model.operators[best].apply(state)
        if not missing:
            return plan
        self._kept += bits(missing)
        return None

    def _misses(self, number: int, state: int) -> int:
        return self._model.operators[number].needs.missing(state)


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
