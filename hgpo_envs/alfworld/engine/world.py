"""Number the objects of a problem and file its facts for look-up."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from hgpo_envs.alfworld.engine.effects import told
from hgpo_envs.alfworld.engine.facts import Args, Pattern, State, World, index_of, whole_pattern
from hgpo_envs.alfworld.engine.formulas import symbol_of
from hgpo_envs.alfworld.engine.names import name_objects
from hgpo_envs.alfworld.engine.pddl import Problem
from hgpo_envs.alfworld.engine.rules import Rules
from hgpo_envs.alfworld.engine.unplayable import UnplayableError

_DEEPEST = 60

# The facts of each symbol, sorted.
Facts = dict[str, list[Args]]


def number_facts(problem: Problem) -> Facts:
    """Replace ids by their places in code-point order.

    Raises:
        UnplayableError: a fact names an undeclared object.
    """
    numbers = {known: number for number, known in enumerate(sorted(problem.objects))}
    found: dict[str, set[Args]] = defaultdict(set)
    try:
        for predicate, *args in problem.facts:
            found[symbol_of(predicate, len(args))].add(tuple([numbers[arg] for arg in args]))
    except KeyError as error:
        raise UnplayableError(
            f"an initial fact names {error.args[0]}, which is not among the :objects"
        ) from None
    return {symbol: sorted(facts) for symbol, facts in found.items()}


def build_world(
    problem: Problem, facts: Facts, rules: Rules, patterns: Iterable[Pattern], task: str
) -> tuple[World, State]:
    """Build what never changes in a game, and the state in which it starts."""
    ids = sorted(problem.objects)
    numbers = {known: number for number, known in enumerate(ids)}
    named = set(problem.valued).intersection(numbers)
    named.update([ids[number] for each in facts.values() for args in each for number in args])
    names = name_objects(named)
    static, initial = _file(facts, rules, patterns)
    world = World(
        ids=ids,
        numbers=numbers,
        types=[problem.objects[known] for known in ids],
        names=[names.get(known, known) for known in ids],
        kinds=_kinds(problem.objects, numbers, rules.domain.parents),
        facts={symbol: found for symbol, found in facts.items() if symbol not in rules.changing},
        static=static,
        task=task,
    )
    return world, initial


def _file(facts: Facts, rules: Rules, patterns: Iterable[Pattern]) -> tuple[State, State]:
    """File facts by all patterns that are looked up: those for good, and those that change."""
    static: State = {}
    initial: State = {}
    believed = {told(symbol): symbol for symbol in rules.beliefs.told}
    # Of what can change, the whole facts are the state; of what can't, only what is looked up.
    wanted = set(patterns) | {whole_pattern(s) for s in facts if s in rules.changing}
    wanted |= {whole_pattern(symbol) for symbol in believed}
    for pattern in wanted:
        known = facts.get(believed.get(pattern.symbol, pattern.symbol), ())
        index_of(pattern).fill(initial if pattern.symbol in rules.changing else static, known)
    return static, initial


def _kinds(
    objects: Mapping[str, str], numbers: Mapping[str, int], parents: Mapping[str, str]
) -> dict[str, frozenset[int]]:
    """Map each type to its objects; `object` is above all types, declared or not."""
    members: dict[str, list[int]] = defaultdict(list)
    for known, kind in objects.items():
        members[kind].append(numbers[known])
    kinds: dict[str, set[int]] = defaultdict(set)
    for kind, found in members.items():
        for above in _above(kind, parents):
            kinds[above].update(found)
    return {kind: frozenset(found) for kind, found in kinds.items()}


def _above(kind: str, parents: Mapping[str, str]) -> set[str]:
    above = {"object"}
    while kind not in above:
        if len(above) > _DEEPEST:
            raise UnplayableError(f"its types stand more than {_DEEPEST} deep")
        above.add(kind)
        kind = parents.get(kind, "object")
    return above
