"""The loops and tests of a compiled condition, as closures.

A `Step` gets a frame of variables and calls the step that follows it for every way to go on; a
`Maker` makes a step once the following one is known.
"""

from collections.abc import Callable
from operator import contains, itemgetter
from typing import TypeAlias

from hgpo_envs.alfworld.engine.facts import TOO_MUCH, Args, Reader
from hgpo_envs.alfworld.engine.lookups import look
from hgpo_envs.alfworld.engine.unplayable import UnplayableError

Frame: TypeAlias = list[int]
Found: TypeAlias = list[Args]
# Answers whether the search may stop.
Step: TypeAlias = Callable[[Frame, Reader, Found], bool]
Maker: TypeAlias = Callable[[Step], Step]
# The registers that a scan fills and the types that their variables have.
New: TypeAlias = tuple[tuple[int, str], ...]

_NOTHING: frozenset[int] = frozenset()


def stop(frame: Frame, reader: Reader, found: Found) -> bool:
    """End the search: a condition that only needs to hold does."""
    return True


def collect(registers: tuple[int, ...]) -> Step:
    """Make the last step of a search for all solutions: note the values and go on."""
    if len(registers) < 2:

        def note(frame: Frame, reader: Reader, found: Found) -> bool:
            found.append(tuple([frame[i] for i in registers]))
            return False

        return note
    values = itemgetter(*registers)

    def note_several(frame: Frame, reader: Reader, found: Found) -> bool:
        found.append(values(frame))
        return False

    return note_several


def scan_objects(register: int, kind: str) -> Maker:
    """Go on for every object of a type."""

    def maker(following: Step) -> Step:
        def run(frame: Frame, reader: Reader, found: Found) -> bool:
            objects = sorted(reader.kinds.get(kind, _NOTHING))
            reader.work -= len(objects)
            if reader.work < 0:
                raise UnplayableError(TOO_MUCH)
            for value in objects:
                frame[register] = value
                if following(frame, reader, found):
                    return True
            return False

        return run

    return maker


def check(tag: str, registers: tuple[int, ...], fluent: bool, *, expected: bool) -> Maker:
    """Go on if a fact is true, or is not."""
    look_up = look(tag, registers, fluent=fluent)

    def maker(following: Step) -> Step:
        def run(frame: Frame, reader: Reader, found: Found) -> bool:
            if (look_up(frame, reader) is not None) is expected:
                return following(frame, reader, found)
            return False

        return run

    return maker


def compare(first: int, second: int, *, equal: bool) -> Maker:
    """Go on if two variables are equal, or are not."""

    def maker(following: Step) -> Step:
        def run(frame: Frame, reader: Reader, found: Found) -> bool:
            return (frame[first] == frame[second]) is equal and following(frame, reader, found)

        return run

    return maker


def test(tests: tuple[Step, ...], negated: bool) -> Maker:
    """Go on if one of some searches succeeds, or if none does."""

    def maker(following: Step) -> Step:
        def run(frame: Frame, reader: Reader, found: Found) -> bool:
            for test in tests:
                if test(frame, reader, found):
                    return not negated and following(frame, reader, found)
            return negated and following(frame, reader, found)

        return run

    return maker


def scan_one(tag: str, given: tuple[int, ...], new: New, fluent: bool) -> Maker:
    """Go on for every fact that fits, which binds one variable."""
    look_up = look(tag, given, fluent=fluent)
    ((register, kind),) = new

    def maker(following: Step) -> Step:
        def run(frame: Frame, reader: Reader, found: Found) -> bool:
            rows = look_up(frame, reader)
            if not rows:
                return False
            objects = reader.kinds.get(kind, _NOTHING)
            reader.work -= len(rows)
            if reader.work < 0:
                raise UnplayableError(TOO_MUCH)
            for value in rows:
                if value in objects:
                    frame[register] = value
                    if following(frame, reader, found):
                        return True
            return False

        return run

    return maker


def scan_two(tag: str, given: tuple[int, ...], new: New, fluent: bool) -> Maker:
    """Go on for every fact that fits, which binds two different variables."""
    look_up = look(tag, given, fluent=fluent)
    (first, first_kind), (second, second_kind) = new

    def maker(following: Step) -> Step:
        def run(frame: Frame, reader: Reader, found: Found) -> bool:
            rows = look_up(frame, reader)
            if not rows:
                return False
            firsts = reader.kinds.get(first_kind, _NOTHING)
            seconds = reader.kinds.get(second_kind, _NOTHING)
            reader.work -= len(rows)
            if reader.work < 0:
                raise UnplayableError(TOO_MUCH)
            for one, other in rows:
                if one in firsts and other in seconds:
                    frame[first] = one
                    frame[second] = other
                    if following(frame, reader, found):
                        return True
            return False

        return run

    return maker


def scan_many(tag: str, given: tuple[int, ...], new: New, fluent: bool) -> Maker:
    """Go on for every fact that fits, which binds any number of variables, some perhaps twice."""
    look_up = look(tag, given, fluent=fluent)

    def maker(following: Step) -> Step:
        def run(frame: Frame, reader: Reader, found: Found) -> bool:
            rows = look_up(frame, reader) or ()
            kinds = [reader.kinds.get(kind, _NOTHING) for _, kind in new]
            reader.work -= len(rows)
            if reader.work < 0:
                raise UnplayableError(TOO_MUCH)
            for row in rows:
                values: dict[int, int] = {}
                for (register, _), value in zip(new, row, strict=True):
                    frame[register] = values.setdefault(register, value)
                agree = all(frame[register] == v for (register, _), v in zip(new, row, strict=True))
                if agree and all(map(contains, kinds, row)) and following(frame, reader, found):
                    return True
            return False

        return run

    return maker
