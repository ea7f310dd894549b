"""Which commands a state admits, and what each of them does."""

from collections.abc import Callable
from dataclasses import dataclass

from hgpo_envs.alfworld.engine.actions import Schema
from hgpo_envs.alfworld.engine.facts import Args, Key, Memo, Reader, Rows, World


@dataclass(frozen=True, slots=True)
class Offer:
    """The commands of a state in code-point order; `chosen[i]` is what `commands[i]` stands for.

    Attributes:
        commands: texts.
        chosen: number of the schema, and its arguments.
    """

    commands: tuple[str, ...]
    chosen: tuple[tuple[int, Args], ...]


class Offers:
    """Computes and remembers the offers of one game."""

    __slots__ = ("_by_schema", "_computes", "_memo", "_schemas", "_texts")

    def __init__(self, schemas: tuple[Schema, ...]) -> None:
        self._schemas = schemas
        self._memo: Memo[Offer] = Memo()
        self._by_schema: list[Memo[dict[str, tuple[int, Args]]]] = [Memo() for _ in schemas]
        self._computes = [self._commands_of(number) for number in range(len(schemas))]

    def __call__(self, world: World, get: Callable[[Key], Rows]) -> Offer:
        """Return the offer of the state behind `get`."""
        return self._memo(world, get, self._compute)

    def _compute(self, reader: Reader) -> Offer:
        chosen: dict[str, tuple[int, Args]] = {}
        world, get = reader.world, reader.fluent
        # The first action of the domain wins where two have the same command.
        for number in range(len(self._schemas) - 1, -1, -1):
            chosen.update(self._by_schema[number](world, get, self._computes[number]))
        commands = tuple(sorted(chosen))
        return Offer(commands, tuple([chosen[command] for command in commands]))

    def _commands_of(self, number: int) -> Callable[[Reader], dict[str, tuple[int, Args]]]:
        schema = self._schemas[number]
        render, named = schema.template.render, schema.named
        texts: dict[Args, str] = {}

        def compute(reader: Reader) -> dict[str, tuple[int, Args]]:
            chosen: dict[str, tuple[int, Args]] = {}
            # The smallest arguments win where two have the same command.
            for args in sorted(_arguments(schema, reader), reverse=True):
                if schema.template.needs.fluent:
                    chosen[render(args, reader)] = (number, args)
                    continue
                known = tuple([args[i] for i in named])
                command = texts.get(known)
                if command is None:
                    command = texts[known] = render(args, reader)
                chosen[command] = (number, args)
            return chosen

        return compute


def _arguments(schema: Schema, reader: Reader) -> set[Args]:
    """Return the arguments with which an action is possible and not idle."""
    found: set[Args] = set()
    width = schema.width
    for way in schema.ways:
        rows = way.join.solutions(reader)
        if way.idle is not None:
            idle = way.idle
            rows = [row for row in rows if not idle(row)]
        found.update([row[:width] for row in rows])
    return found
