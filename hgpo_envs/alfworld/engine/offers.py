"""Which commands a state admits, and what each of them does.

Most commands of a game depend on one kind of fact alone: where the agent is. They are computed
and sorted once for each place; the few others join them for each state.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from hgpo_envs.alfworld.engine.actions import Schema
from hgpo_envs.alfworld.engine.facts import Args, Key, Reader, Rows, World
from hgpo_envs.alfworld.engine.memo import Memo
from hgpo_envs.alfworld.engine.steps import Found

# The number of a schema, and its arguments.
Choice: TypeAlias = tuple[int, Args]
Choices: TypeAlias = dict[str, Choice]
Search: TypeAlias = Callable[[Reader], Found]
Fill: TypeAlias = Callable[[Reader, Choices], None]


@dataclass(frozen=True, slots=True)
class Offer:
    """The admissible commands of a state.

    Attributes:
        commands: their texts in code-point order.
        near: what those stand for that only few states share.
        far: what those stand for that depend on one kind of fact.
    """

    commands: tuple[str, ...]
    near: Choices
    far: Choices

    def choice(self, command: str) -> Choice | None:
        """Return what a command stands for; None if it is not admissible."""
        return self.near.get(command) or self.far.get(command)


class Offers:
    """Computes and remembers the offers of one game.

    Args:
        schemas: the actions.
        world: the game's.
    """

    __slots__ = ("_far", "_far_fills", "_memo", "_near_fills")

    def __init__(self, schemas: tuple[Schema, ...], world: World) -> None:
        self._memo: Memo[Offer] = Memo()
        self._far: Memo[Offer] = Memo()
        counts = Counter(symbol for schema in schemas for symbol in sorted(schema.depends))
        common = {symbol for symbol, _ in counts.most_common(1)}
        self._far_fills: list[Fill] = []
        # Grouped by an entry of the state without which none of them adds anything.
        self._near_fills: dict[Key | None, list[Fill]] = {}
        for number, schema in enumerate(schemas):
            for demand, fill in _fills(number, schema, world):
                if schema.depends <= common:
                    self._far_fills.append(fill)
                else:
                    self._near_fills.setdefault(demand, []).append(fill)

    def __call__(self, world: World, get: Callable[[Key], Rows]) -> Offer:
        """Return the offer of the state behind `get`."""
        return self._memo(world, get, self._compute)

    def _compute(self, reader: Reader) -> Offer:
        common = self._far(reader.world, reader.fluent, self._compute_far)
        far = common.far
        near: Choices = {}
        for demand, fills in self._near_fills.items():
            if demand is None or reader.fluent(demand) is not None:
                for fill in fills:
                    fill(reader, near)
        if far.keys().isdisjoint(near):
            return Offer(tuple(sorted([*common.commands, *near])), near, far)
        near = {command: min(choice, far.get(command, choice)) for command, choice in near.items()}
        far = {command: choice for command, choice in far.items() if command not in near}
        return Offer(tuple(sorted([*far, *near])), near, far)

    def _compute_far(self, reader: Reader) -> Offer:
        far: Choices = {}
        for fill in self._far_fills:
            fill(reader, far)
        return Offer(tuple(sorted(far)), {}, far)


def _fills(number: int, schema: Schema, world: World) -> Iterator[tuple[Key | None, Fill]]:
    """Yield, for each way to fulfil an action's condition, what it demands and adds."""
    command_of = _command(schema)
    for way in schema.ways:
        search = way.within(world)
        if search is not None:
            yield way.demand, _fill(number, search, command_of)


def _fill(number: int, search: Search, command_of: Callable[[Args, Reader], str]) -> Fill:
    """Make the function that adds the commands for what a search finds to those known."""

    def fill(reader: Reader, chosen: Choices) -> None:
        for args in search(reader):
            command = command_of(args, reader)
            known = chosen.get(command)
            choice = (number, args)
            # The first action, or the smallest arguments, where two have the same command.
            if known is None or choice < known:
                chosen[command] = choice

    return fill


def _command(schema: Schema) -> Callable[[Args, Reader], str]:
    render = schema.template.render
    if schema.template.needs.fluents:
        return render
    texts: dict[object, str] = {}
    key_of = schema.template.needs.key()

    def command(args: Args, reader: Reader) -> str:
        key = key_of(args)
        known = texts.get(key)
        if known is None:
            known = texts[key] = render(args, reader)
        return known

    return command
