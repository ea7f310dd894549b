"""A game in the compact form that is compiled once and kept on disk: numbered and without PDDL."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from hgpo_envs.alfworld.engine.facts import Args
from hgpo_envs.alfworld.engine.formulas import Formula, symbol_of
from hgpo_envs.alfworld.engine.names import name_objects
from hgpo_envs.alfworld.engine.pddl import Domain, Problem, read_domain, read_problem
from hgpo_envs.alfworld.engine.rules import split_task
from hgpo_envs.alfworld.engine.unplayable import UnplayableError


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Dialect:
    """What many games share: the domain, and the grammar without the sentence of the task.

    One that was read twice is two.
    """

    domain: Domain
    grammar: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Compact:
    """One game.

    Attributes:
        dialect: what it shares with other games.
        task: the sentence of the task, or None where the grammar computes it.
        ids: of the objects, in code-point order; their places there are their numbers.
        types: of the objects.
        names: of the objects, as players read them.
        facts: the arguments of the initial facts, sorted, by symbol.
        goal: the condition to fulfil.
    """

    dialect: Dialect
    task: str | None
    ids: Sequence[str]
    types: Sequence[str]
    names: Sequence[str]
    facts: Mapping[str, Sequence[Args]]
    goal: Formula


def compact(domain: str, grammar: str, problem: str) -> Compact:
    """Read the three texts of a game file.

    Args:
        domain: PDDL.
        grammar: twl2.
        problem: PDDL.

    Raises:
        UnplayableError: a text is malformed, or uses what the engine does not know.
    """
    read = read_problem(problem)
    ids = sorted(read.objects)
    facts = _number(read, {known: number for number, known in enumerate(ids)})
    named = set(read.valued).intersection(ids)
    named.update([ids[number] for each in facts.values() for args in each for number in args])
    names = name_objects(named)
    skeleton, task = split_task(grammar)
    return Compact(
        dialect=_dialect(domain, skeleton),
        task=task,
        ids=ids,
        types=[read.objects[known] for known in ids],
        names=[names.get(known, known) for known in ids],
        facts=facts,
        goal=read.goal,
    )


@lru_cache(maxsize=64)
def _dialect(domain: str, grammar: str) -> Dialect:
    return Dialect(domain=read_domain(domain), grammar=grammar)


def _number(problem: Problem, numbers: Mapping[str, int]) -> dict[str, list[Args]]:
    """Replace ids by their numbers."""
    found: dict[tuple[str, int], list[Args]] = defaultdict(list)
    number = numbers.__getitem__
    try:
        for predicate, *args in problem.facts:
            found[predicate, len(args)].append(tuple(map(number, args)))
    except KeyError as error:
        raise UnplayableError(
            f"an initial fact names {error.args[0]}, which is not among the :objects"
        ) from None
    return {symbol_of(*key): sorted(set(facts)) for key, facts in sorted(found.items())}
