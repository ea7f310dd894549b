"""A game in the compact form that is compiled once and kept on disk: numbered and without PDDL."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from sys import intern

from hgpo_envs.alfworld.engine.facts import BITS, NOBODY, Filed, file_whole
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
        facts: the initial facts, packed and sorted, by symbol.
        goal: the condition to fulfil.
    """

    dialect: Dialect
    task: str | None
    ids: Sequence[str]
    types: Sequence[str]
    names: Sequence[str]
    facts: Mapping[str, Filed]
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
    if len(ids) >= NOBODY:
        raise UnplayableError(f"it has more than {NOBODY} objects")
    facts, named = _number(read, dict(zip(ids, range(len(ids)), strict=True)))
    names = name_objects([ids[number] for number in sorted(named)])
    skeleton, task = split_task(grammar)
    return Compact(
        dialect=_dialect(domain, skeleton),
        task=task,
        ids=ids,
        types=[*map(intern, map(read.objects.__getitem__, ids))],
        names=[names.get(known, known) for known in ids],
        facts=facts,
        goal=read.goal,
    )


@lru_cache(maxsize=64)
def _dialect(domain: str, grammar: str) -> Dialect:
    return Dialect(domain=read_domain(domain), grammar=grammar)


def _number(problem: Problem, numbers: Mapping[str, int]) -> tuple[dict[str, Filed], set[int]]:
    """Replace ids by their numbers, pack those of each fact, and say which ones occur."""
    found: dict[tuple[str, int], list[int]] = {}
    named = {numbers[known] for known in problem.valued if known in numbers}
    try:
        for predicate, columns in problem.runs:
            packed = [0] * (not columns)
            for place, column in enumerate(columns):
                values = [*map(numbers.__getitem__, column)]
                named.update(values)
                packed = (
                    [known << BITS | value for known, value in zip(packed, values, strict=True)]
                    if place
                    else values
                )
            found.setdefault((predicate, len(columns)), []).extend(packed)
    except KeyError as error:
        raise UnplayableError(
            f"an initial fact names {error.args[0]}, which is not among the :objects"
        ) from None
    facts = {symbol_of(*key): file_whole(packed) for key, packed in sorted(found.items())}
    return facts, named
