"""Find predicates of which exactly one fact is true at any time, such as where an agent is.

An action that leads from anywhere to one place is then one operator, not as many as there are
places: what it takes away is whichever fact is true.
"""

from collections import Counter
from dataclasses import dataclass

from hgpo_envs.alfworld.engine.formulas import Literal, literals, symbol_of
from hgpo_envs.alfworld.engine.pddl import Action, Domain, Problem
from hgpo_envs.alfworld.planner.grounding import Flat, conjuncts


@dataclass(frozen=True, slots=True)
class Single:
    """A predicate that is true of exactly one object, for each choice of its other arguments.

    Attributes:
        symbol: the predicate.
        place: position of that object.
        choices: the other arguments for which there is such a fact.
    """

    symbol: str
    place: int
    choices: frozenset[tuple[str, ...]]


def without(args: tuple[str, ...], place: int) -> tuple[str, ...]:
    """Return arguments without the one at a place."""
    return args[:place] + args[place + 1 :]


def find_singles(domain: Domain, problem: Problem) -> dict[str, Single]:
    """Return those predicates, by symbol; proven on the actions' schemas and the first facts."""
    first_facts: dict[str, set[tuple[str, ...]]] = {}
    for name, *args in problem.facts:
        first_facts.setdefault(symbol_of(name, len(args)), set()).add(tuple(args))
    found = {}
    for symbol in sorted(domain.fluents):
        first = {
            tuple(args) for name, *args in problem.facts if symbol == symbol_of(name, len(args))
        }
        for place in range(int(symbol.rpartition("/")[2])):
            counts = Counter(without(args, place) for args in first)
            alone = bool(counts) and max(counts.values()) == 1
            if alone and all(_keeps(action, symbol, place) for action in domain.actions):
                found[symbol] = Single(symbol, place, frozenset(counts))
    return found


def taken(action: Action, flat: Flat, singles: dict[str, Single]) -> Literal | None:
    """Return the condition that names what an action takes away, if nothing else uses the name."""
    for atom in flat.fluent:
        single = singles.get(atom.symbol)
        if single is None or atom.negated:
            continue
        same = [e for e in action.effects if (e.symbol, e.args) == (atom.symbol, atom.args)]
        gone = len(same) == 1 and same[0].negated and same[0].plain
        if gone and _uses(action, flat, atom.args[single.place]) == 2:
            return atom
    return None


def _uses(action: Action, flat: Flat, name: str) -> int:
    """Count where a variable is used; static conditions do not count."""
    if not name.startswith("?"):
        return 0
    conditions = sum(name in atom.args for atom in flat.fluent)
    conditions += sum(name in atom.args for part in flat.rest for atom in literals(part))
    effects = sum(name in e.args for e in action.effects)
    effects += sum(name in atom.args for e in action.effects for atom in literals(e.condition))
    return conditions + effects


def _keeps(action: Action, symbol: str, place: int) -> bool:
    """Whether an action takes one fact away for each that it brings, of the same choice."""
    effects = [effect for effect in action.effects if effect.symbol == symbol]
    if not effects:
        return True
    added = [effect for effect in effects if not effect.negated]
    deleted = [effect for effect in effects if effect.negated]
    if len(added) != 1 or len(deleted) != 1 or not (added[0].plain and deleted[0].plain):
        return False
    same = without(added[0].args, place) == without(deleted[0].args, place)
    return same and Literal(False, symbol, deleted[0].args) in conjuncts(action.precondition)
