"""Match the queries of texts with facts.

What is bound is an *env*, a tuple of objects. A query extends it, from left to right, by one
object for each new placeholder; facts are taken in the order of their ids, and different
placeholders stand for different objects.
"""

from collections.abc import Callable
from dataclasses import dataclass
from operator import contains
from typing import TypeAlias

from hgpo_envs.alfworld.engine.facts import TOO_MUCH, Args, Pattern, Reader, Rows, unpack
from hgpo_envs.alfworld.engine.lookups import Look
from hgpo_envs.alfworld.engine.unplayable import UnplayableError

Env: TypeAlias = Args
Matches: TypeAlias = Callable[[Env, Reader], list[Env]]
Test: TypeAlias = Callable[[Env, Reader], bool]

_NOTHING: frozenset[int] = frozenset()


def itself(env: Env, reader: Reader) -> list[Env]:
    """Match the env as it is, where there is no query."""
    return [env]


def chain(stages: tuple[Matches, ...]) -> Matches:
    """Match several predicates, from left to right."""

    def matches(env: Env, reader: Reader) -> list[Env]:
        found = [env]
        for stage in stages:
            if len(found) == 1:
                found = stage(found[0], reader)
            else:
                found = [further for known in found for further in stage(known, reader)]
            reader.work -= len(found)
            if reader.work < 0:
                raise UnplayableError(TOO_MUCH)
        return found

    return matches


def known(look_up: Look) -> Matches:
    """Match a predicate all of whose placeholders are bound."""
    return lambda env, reader: [] if look_up(env, reader) is None else [env]


def all_known(looks: tuple[Look, ...]) -> Test:
    """Make the test whether several facts are true, all of whose placeholders are bound."""
    if len(looks) == 1:
        (only,) = looks
        return lambda env, reader: only(env, reader) is not None
    if len(looks) == 2:
        first, second = looks
        return lambda env, reader: (
            first(env, reader) is not None and second(env, reader) is not None
        )

    def test(env: Env, reader: Reader) -> bool:
        # A loop, since a generator in all() takes twice as long.
        for look_up in looks:  # noqa: SIM110
            if look_up(env, reader) is None:
                return False
        return True

    return test


def some(matches: Matches) -> Test:
    """Make the test whether a query matches at all."""
    return lambda env, reader: bool(matches(env, reader))


@dataclass(frozen=True, slots=True)
class Sought:
    """What one new placeholder may stand for: what a look-up finds, of one type."""

    look_up: Look
    kind: str


def one(look_up: Look, wanted: tuple[int, str]) -> Matches:
    """Match a predicate that binds one placeholder, to an object that no other stands for."""
    _, kind = wanted
    in_general = several(look_up, (wanted,))

    def matches(env: Env, reader: Reader) -> list[Env]:
        rows = look_up(env, reader)
        if rows is None:
            return []
        types = reader.types
        found = []
        for value in rows:
            if types[value] != kind:
                return in_general(env, reader)
            if value not in env:
                found.append((*env, value))
        reader.work -= len(rows)
        if reader.work < 0:
            raise UnplayableError(TOO_MUCH)
        return found

    return matches


def unless_none(pattern: Pattern, matches: Matches) -> Matches:
    """Match nothing where a predicate that can change, and is part of the query, has no facts."""
    key = pattern.base
    return lambda env, reader: [] if reader.fluent(key) is None else matches(env, reader)


def several(look_up: Look, wanted: tuple[tuple[int, str], ...]) -> Matches:
    """Match a predicate that binds placeholders, each to an object that no other stands for.

    `wanted` holds the place in the env and the type for each column of the facts.
    """
    width = len(wanted)
    first = wanted[0][0]
    different = [place for place, _ in wanted] == [*range(first, first + width)]

    def matches(env: Env, reader: Reader) -> list[Env]:
        rows = look_up(env, reader) or ()
        reader.spend(len(rows))
        fitting = _fitting(rows, wanted, reader)
        if different:
            found = [env + row for row in fitting]
            most = len(env) + width
            return [further for further in found if len({*further}) == most]
        return [further for row in fitting if (further := _bound(env, row, wanted)) is not None]

    return matches


def _bound(env: Env, row: Args, wanted: tuple[tuple[int, str], ...]) -> Env | None:
    """Extend an env by a fact's arguments; None if they are not as the placeholders demand."""
    for (place, _), value in zip(wanted, row, strict=True):
        if place == len(env) and value not in env:
            env = (*env, value)
        elif place >= len(env) or env[place] != value:
            return None
    return env


def _fitting(rows: Rows, wanted: tuple[tuple[int, str], ...], reader: Reader) -> list[Args]:
    """Keep the rows of the wanted types; those of exactly these types come first."""
    width = len(wanted)
    unpacked = [unpack(row, width) for row in rows]
    types = reader.types
    exact = tuple([kind for _, kind in wanted])
    for row in unpacked:
        if tuple([types[value] for value in row]) != exact:
            return _sorted(unpacked, exact, reader)
    return unpacked


def _sorted(unpacked: list[Args], exact: tuple[str, ...], reader: Reader) -> list[Args]:
    """Keep the rows of the types, those of exactly these first."""
    kinds = [reader.kinds.get(kind, _NOTHING) for kind in exact]
    fitting = [row for row in unpacked if all(map(contains, kinds, row))]
    types = reader.types
    order = {row: tuple([types[value] for value in row]) for row in fitting}
    if any(found != exact for found in order.values()):
        fitting.sort(
            key=lambda row: (
                tuple([a != b for a, b in zip(order[row], exact, strict=True)]),
                order[row],
            )
        )
    return fitting
