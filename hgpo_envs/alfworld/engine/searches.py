"""Write a search as a Python function: loops over facts, one within the other, and tests.

What is written depends on a domain alone, and serves all of its games. A search for the drawers
that are open where an agent is, for example, becomes something like::

    def search(reader, found, given):
        v0, = given
        for v1 in static[7].get(v0) or ():
            if not fluent(2097152 + v1) is not None: continue
            found.append((v1,))
        return False
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from hgpo_envs.alfworld.engine.facts import BITS, NOBODY, Args, Pattern, Reader, unpack

Found: TypeAlias = list[Args]
# Notes what it finds; answers whether the search came to its end.
Search: TypeAlias = Callable[[Reader, Found, Args], bool]
# Given what is bound, answers with a number.
Choose: TypeAlias = Callable[[Args, Reader], int]

NOTHING: frozenset[int] = frozenset()
#: Python takes no more than 20 loops within each other.
MOST_LOOPS = 12


class Function:
    """A function while it is being written.

    Args:
        head: its name and arguments.

    Attributes:
        loops: how many loops the next line stands in.
    """

    def __init__(self, head: str) -> None:
        self.loops = 0
        self._head = head
        self._constants: list[str] = []
        self._kinds: dict[str, str] = {}
        self._lines: list[str] = []

    @property
    def text(self) -> str:
        """Return the whole function, which answers no unless a line says something else."""
        reads = " fluent, static, kinds = reader.fluent, reader.static, reader.kinds"
        kinds = [f" {name} = kinds.get({kind!r})" for kind, name in self._kinds.items()]
        if kinds:
            kinds.append(f" if not ({' and '.join(self._kinds.values())}): return False")
        return "\n".join(
            [f"def {self._head}:", reads, *kinds, *self._constants, *self._lines, " return False\n"]
        )

    def write(self, line: str) -> None:
        """Write a line."""
        self._lines.append(f"{' ' * (self.loops + 1)}{line}")

    def name(self, constant: str, name: str) -> None:
        """Give a name to the object that has an id."""
        line = f" {name} = reader.world.numbers[{constant!r}]"
        if line not in self._constants:
            self._constants.append(line)

    def require(self, condition: str) -> None:
        """Go on only if a condition holds."""
        self.write(f"if not ({condition}): {self._next}")

    def over_objects(self, name: str, kind: str) -> None:
        """Go on for every object of a type."""
        self._over(f"sorted({self._kind(kind)})", name)

    def over_any(self, rows: Sequence[str], name: str, kind: str) -> None:
        """Go on for every object in one of several look-ups."""
        self._over(f"sorted({{{', '.join(f'*({each} or ())' for each in rows)}}})", name)
        self._of_types([(name, kind)])

    def over(self, rows: str, new: Sequence[tuple[str, str]]) -> None:
        """Go on for every fact in a look-up, which binds names to objects of some types."""
        names = [name for name, _ in new]
        if len(new) == 1:
            self._over(rows, names[0])
        elif len(new) == 2 and names[0] != names[1]:
            self._over(rows, "row")
            self.write(f"{names[0]} = row >> {BITS}; {names[1]} = row & {NOBODY}")
        else:
            self._over(rows, "row")
            parts = [f"p{place}" for place in range(len(new))]
            self.write(f"{', '.join(parts)}, = unpack(row, {len(new)})")
            for part, name in zip(parts, names, strict=True):
                first = parts[names.index(name)]
                self.write(
                    f"{name} = {part}" if part == first else f"if {part} != {first}: continue"
                )
        self._of_types(new)

    def _over(self, rows: str, name: str) -> None:
        self.write(f"rows = {rows}")
        self.write(f"if not rows: {self._next}")
        self.write("reader.work -= len(rows)")
        self.write("if reader.work < 0: reader.spend(0)")
        self.write(f"for {name} in rows:")
        self.loops += 1

    def _of_types(self, new: Sequence[tuple[str, str]]) -> None:
        for name, kind in new:
            # Every object is an object.
            if kind != "object":
                self.write(f"if {name} not in {self._kind(kind)}: continue")

    def _kind(self, kind: str) -> str:
        """Return the name of a type's objects; without such, the whole function finds nothing."""
        return self._kinds.setdefault(kind, f"k{len(self._kinds)}")

    @property
    def _next(self) -> str:
        return "continue" if self.loops else "return False"


def rows_of(pattern: Pattern, args: Sequence[str], *, fluent: bool) -> str:
    """Write the look-up of all facts that agree with some values; None where there are none."""
    if fluent:
        return f"fluent({_key(pattern, args)})"
    return f"static[{pattern.tag}].get({_packed(args)})" if args else f"static[{pattern.tag}]"


def is_true(pattern: Pattern, args: Sequence[str], *, fluent: bool) -> str:
    """Write the test whether a fact is true, all of whose arguments are bound."""
    if fluent or not args:
        return f"{rows_of(pattern, args, fluent=fluent)} is not None"
    return f"({_packed(args)}) in static[{pattern.tag}]"


@lru_cache(maxsize=2048)
def compile_search(text: str) -> Search:
    """Compile the function ``search`` of a text, and those that it calls."""
    search: Search = _define(text, "search")  # type: ignore[assignment]
    return search


@lru_cache(maxsize=2048)
def compile_choice(conditions: tuple[str, ...]) -> Choose:
    """Compile the function that answers which of several conditions is the first to hold.

    Args:
        conditions: as `is_true` writes them, of what is bound in ``env``.

    Returns:
        The function; where none of them holds, it answers how many there are.
    """
    lines = [f" if {condition}: return {place}" for place, condition in enumerate(conditions)]
    head = "def choose(env, reader):\n fluent, static = reader.fluent, reader.static\n"
    text = head + "\n".join([*lines, f" return {len(lines)}\n"])
    choose: Choose = _define(text, "choose")  # type: ignore[assignment]
    return choose


def _define(text: str, name: str) -> object:
    """Return a function of a text in Python."""
    names: dict[str, object] = {"unpack": unpack}
    exec(compile(text, f"<{name}>", "exec"), names)
    return names[name]


def _key(pattern: Pattern, args: Sequence[str]) -> str:
    return f"{pattern.base} + ({_packed(args)})" if args else str(pattern.base)


def _packed(args: Sequence[str]) -> str:
    places = range(len(args) - 1, -1, -1)
    shifted = zip(args, places, strict=True)
    return " | ".join([f"{arg} << {BITS * place}" if place else arg for arg, place in shifted])
