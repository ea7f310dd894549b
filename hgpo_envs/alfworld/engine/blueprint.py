"""What all games share that have one dialect, and goals that differ only in the objects named."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from hgpo_envs.alfworld.engine.actions import Schema
from hgpo_envs.alfworld.engine.effects import Effects, told
from hgpo_envs.alfworld.engine.facts import Args, Pattern, whole_pattern
from hgpo_envs.alfworld.engine.formulas import Formula
from hgpo_envs.alfworld.engine.indexes import Index, Turn, index_of, turn_of
from hgpo_envs.alfworld.engine.joins import Join, Joiner, Rare
from hgpo_envs.alfworld.engine.pddl import Domain
from hgpo_envs.alfworld.engine.rules import Rules, compile_rules
from hgpo_envs.alfworld.engine.ways import Picker
from hgpo_envs.alfworld.engine.words import Render

# For each symbol that can change, the index of whole facts and those that a change must keep up.
Indexes: TypeAlias = dict[str, tuple[Index, tuple[Index, ...]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """An action, as playing needs it.

    Attributes:
        effects: what it changes.
        plain: for each of its outcomes the fact's symbol, what makes it true or false, what picks
            its arguments out of the action's, and which of both it becomes; None where the
            outcomes depend on the state.
        render: writes what it answers, given its arguments.
        wins: whether it can change whether the game is won.
        moves: whether it can change where the pivot is.
        leaves: picks the place that the pivot leaves out of the arguments; None if the action does
            more than to move the pivot.
        enters: picks the place that it enters.
    """

    effects: Effects
    plain: tuple[tuple[str, Turn, Picker, bool], ...] | None
    render: Render
    wins: bool
    moves: bool
    leaves: Callable[[Args], Args] | None
    enters: Callable[[Args], Args] | None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Blueprint:
    """What the games share.

    Attributes:
        rules: of their dialect.
        goal: the condition to fulfil, given the objects that it names.
        deeds: the actions, in the domain's order.
        indexes: of all facts that can change.
        turns: for each of their symbols, what makes a fact true or false.
        initial: which facts to file at first, and how.
        wholes: symbol for each test of facts that never change, by the look-up's tag.
        static: symbol and index for each other look-up of them, by tag.
    """

    rules: Rules
    goal: Join
    deeds: tuple[Deed, ...]
    indexes: Indexes
    turns: Mapping[str, Turn]
    initial: tuple[tuple[str, Index], ...]
    wholes: Mapping[int, str]
    static: Mapping[int, tuple[str, Index]]


@lru_cache(maxsize=256)
def draw_blueprint(
    domain: Domain, grammar: str, rare: Rare, goal: Formula, named: tuple[str, ...]
) -> Blueprint:
    """Compile all that games share; the latest are kept.

    Args:
        domain: as read; another that was read anew is compiled anew.
        grammar: twl2, as `split_task` leaves it.
        rare: fluent symbols with few facts in a game, from which searches start.
        goal: with variables in place of the objects that it names.
        named: these variables.

    Raises:
        UnplayableError: a part can't be read, or they do not fit together.
    """
    rules = compile_rules(domain, grammar, rare)
    won = Joiner(domain.fluents, rare, named).holds(goal)
    patterns = rules.patterns | won.patterns
    indexes = _index(patterns, rules.changing)
    static = [pattern for pattern in patterns if pattern.symbol not in rules.changing]
    turns = {symbol: turn_of(whole, others) for symbol, (whole, others) in indexes.items()}
    maker = _DeedMaker(rules, won, indexes, turns)
    return Blueprint(
        rules=rules,
        goal=won,
        deeds=tuple(maker.deed(schema) for schema in rules.schemas),
        indexes=indexes,
        turns=turns,
        initial=tuple(_initial(indexes, rules)),
        wholes={p.tag: p.symbol for p in static if p.whole and p.bound},
        static={p.tag: (p.symbol, index_of(p)) for p in static if not (p.whole and p.bound)},
    )


def _index(patterns: Iterable[Pattern], changing: frozenset[str]) -> Indexes:
    others: dict[str, list[Index]] = {symbol: [] for symbol in changing}
    for pattern in patterns:
        if pattern.symbol in changing and not pattern.whole:
            others[pattern.symbol].append(index_of(pattern))
    return {
        symbol: (index_of(whole_pattern(symbol)), tuple(found)) for symbol, found in others.items()
    }


def _initial(indexes: Indexes, rules: Rules) -> Iterable[tuple[str, Index]]:
    """Yield a symbol and an index for each way to file facts; beliefs start as what is true."""
    believed = {told(symbol): symbol for symbol in rules.beliefs.told}
    for symbol, (whole, others) in indexes.items():
        for index in (whole, *others):
            yield believed.get(symbol, symbol), index


class _DeedMaker:
    """Makes the deeds of actions."""

    def __init__(
        self, rules: Rules, goal: Join, indexes: Indexes, turns: Mapping[str, Turn]
    ) -> None:
        self._pivot = rules.pivot
        self._won = frozenset(pattern.symbol for pattern in goal.patterns)
        self._indexes = indexes
        self._turns = turns
        self._symbols = rules.symbols

    def deed(self, schema: Schema) -> Deed:
        """Make the deed of one action."""
        effects, pivot = schema.effects, self._pivot
        leaves = enters = None
        if pivot is not None and self._only_moves(effects, pivot):
            (_, leaves, _), (_, enters, _) = effects.plain or ()
        return Deed(
            effects=effects,
            plain=None
            if effects.plain is None
            else tuple(
                (symbol, self._turns[symbol], pick, present)
                for symbol, pick, present in effects.plain
            ),
            render=schema.feedback.render,
            wins=not effects.symbols.isdisjoint(self._won),
            moves=pivot is not None and pivot.symbol in effects.symbols,
            leaves=leaves,
            enters=enters,
        )

    def _only_moves(self, effects: Effects, pivot: Pattern) -> bool:
        """Whether an action moves the pivot and does nothing else that anything looks up."""
        _, others = self._indexes[pivot.symbol]
        done = [(symbol, present) for symbol, _, present in effects.plain or ()]
        return (
            done == [(pivot.symbol, False), (pivot.symbol, True)]
            and [index.base for index in others] == [pivot.base]
            and pivot.symbol not in self._symbols
        )
