"""A loaded game, shared by all plays of it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from hgpo_envs.alfworld.engine.actions import Schema
from hgpo_envs.alfworld.engine.compact import Compact
from hgpo_envs.alfworld.engine.effects import Effects
from hgpo_envs.alfworld.engine.facts import (
    Args,
    Fact,
    Index,
    Pattern,
    Reader,
    State,
    index_of,
    whole_pattern,
)
from hgpo_envs.alfworld.engine.formulas import Formula
from hgpo_envs.alfworld.engine.joins import Join, Joiner, Rare
from hgpo_envs.alfworld.engine.offers import Offers
from hgpo_envs.alfworld.engine.play import Play, Snapshot
from hgpo_envs.alfworld.engine.rules import compile_rules
from hgpo_envs.alfworld.engine.unplayable import UnplayableError, refusal
from hgpo_envs.alfworld.engine.words import Render
from hgpo_envs.alfworld.engine.world import build_world

Indexes: TypeAlias = dict[str, tuple[Index, list[Index]]]

_PREFIX = "Your task is to: "


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """An action, as playing needs it.

    Attributes:
        effects: what it changes.
        render: writes what it answers, given its arguments.
        wins: whether it can change whether the game is won.
        moves: whether it can change where the pivot is.
        leaves: picks the place that the pivot leaves out of the arguments; None if the action does
            more than to move the pivot.
        enters: picks the place that it enters.
    """

    effects: Effects
    render: Render
    wins: bool
    moves: bool
    leaves: Callable[[Args], Args] | None
    enters: Callable[[Args], Args] | None


class Game:
    """A game to play; what it learns while being played only makes it faster.

    Args:
        name: what messages call it.
        compact: the game in its compact form.

    Attributes:
        name: as given.
        task_text: the task as the opening text says it.

    Raises:
        GameFileError: the engine can't play this.
    """

    def __init__(self, *, name: str, compact: Compact) -> None:
        self.name = name
        try:
            self._prepare(compact)
            self._initial = self._first_snapshot()
        except UnplayableError as error:
            raise refusal(name, error) from None

    @property
    def task(self) -> str:
        """The task without the words that introduce it."""
        return self.task_text.removeprefix(_PREFIX)

    def start(self) -> Play:
        """Start a play from the initial state."""
        return Play(self, self._initial)

    def _prepare(self, compact: Compact) -> None:
        domain, facts = compact.dialect.domain, compact.facts
        counts = {symbol: len(facts.get(symbol, ())) for symbol in domain.fluents}
        rare = frozenset((symbol, count) for symbol, count in counts.items() if count < 2)
        self.rules = compile_rules(domain, compact.dialect.grammar, rare)
        self.goal = _compile_goal(compact.goal, domain.fluents, rare)
        patterns = self.rules.patterns | self.goal.patterns
        self.world, self._state = build_world(compact, self.rules, patterns)
        self._indexes = _index(patterns, self.rules.changing)
        self._reach: dict[tuple[str, Args], bool] = {}
        schemas = self.rules.schemas
        self.offers = Offers(
            schemas, self.rules.ways, self.rules.pivot, Reader(self.world, self._state.get)
        )
        # Of what commands do not depend on and no entry lists, only the truth is kept.
        self._unlisted = {
            symbol: whole
            for symbol, (whole, others) in self._indexes.items()
            if not others and symbol not in self.offers.symbols
        }
        self._known: dict[str, dict[Args, Fact]] = {
            symbol: {} for symbol in self._indexes if symbol not in self._unlisted
        }
        self._bits = 0
        won = frozenset(pattern.symbol for pattern in self.goal.patterns)
        self.deeds = [self._deed(schema, won) for schema in schemas]
        self._fluents = {whole_pattern(symbol).tag: symbol for symbol in domain.fluents}

    def _first_snapshot(self) -> Snapshot:
        reader = Reader(self.world, self._state.get)
        text = self.rules.intro.render((), reader)
        self.task_text = self.rules.task.render((), reader)
        spot = self.offers.locate(reader)
        return Snapshot(
            game=self,
            state=self._state,
            text=text,
            view=self.offers.first,
            spot=spot,
            offer=self.offers.offer(self.offers.first, spot, reader),
            won=self.goal.holds(reader),
            moves=0,
            understood=True,
        )

    def facts(self, state: State) -> frozenset[tuple[str, ...]]:
        """Return the true facts of a state, as a predicate and the ids of its arguments."""
        found = [(s, args) for s, several in self.world.facts.items() for args in several]
        found += [(self._fluents[key[0]], key[1:]) for key in state if key[0] in self._fluents]
        ids = self.world.ids
        return frozenset(
            (symbol.rpartition("/")[0], *[ids[number] for number in args]) for symbol, args in found
        )

    def change(self, deed: Deed, args: Args, state: State, reader: Reader) -> list[Fact]:
        """Change a state as an action does.

        Args:
            deed: the action.
            args: its arguments.
            state: changed in place.
            reader: reads the state.

        Returns:
            The facts that flipped, of those that commands depend on.
        """
        flips = []
        known = self._known
        for symbol, changed, present in deed.effects.outcomes(reader, args, self._reachable):
            facts = known.get(symbol)
            if facts is None:
                self._unlisted[symbol].put(changed, present, state)
                continue
            fact = facts.get(changed)
            if fact is None:
                fact = facts[changed] = self._fact(symbol, changed)
            if fact.become(present, state) and fact.bit:
                flips.append(fact)
        return flips

    def _deed(self, schema: Schema, won: frozenset[str]) -> Deed:
        effects, pivot = schema.effects, self.rules.pivot
        moves = pivot is not None and pivot.symbol in effects.symbols
        leaves = enters = None
        if pivot is not None and self._only_moves(effects, pivot.symbol):
            (_, leaves, _), (_, enters, _) = effects.plain or ()
        return Deed(
            effects=effects,
            render=schema.feedback.render,
            wins=not effects.symbols.isdisjoint(won),
            moves=moves,
            leaves=leaves,
            enters=enters,
        )

    def _only_moves(self, effects: Effects, pivot: str) -> bool:
        """Whether an action moves the pivot and does nothing else that anything looks up."""
        _, others = self._indexes[pivot]
        done = [(symbol, present) for symbol, _, present in effects.plain or ()]
        listed = [index.tag for index in others] == [Pattern(pivot, ()).tag]
        return (
            done == [(pivot, False), (pivot, True)] and listed and pivot not in self.offers.symbols
        )

    def _fact(self, symbol: str, args: Args) -> Fact:
        bit = 0
        if symbol in self.offers.symbols:
            bit = 1 << self._bits
            self._bits += 1
        return Fact(symbol, args, *self._indexes[symbol], bit)

    def _reachable(self, symbol: str, args: Args) -> bool:
        """Whether a fact is true at first or some action could make it so."""
        known = self._reach.get((symbol, args))
        if known is None:
            reader = Reader(self.world, self._state.get)
            known = self._indexes[symbol][0].key(args) in self._state or any(
                producer.allows(reader, args) for producer in self.rules.producers[symbol]
            )
            self._reach[symbol, args] = known
        return known


@lru_cache(maxsize=1024)
def _compile_goal(goal: Formula, fluents: frozenset[str], rare: Rare) -> Join:
    return Joiner(fluents, rare).holds(goal)


def _index(patterns: Iterable[Pattern], changing: frozenset[str]) -> Indexes:
    """Return the index of whole facts and the others that a change must keep up, by symbol."""
    indexes: Indexes = {symbol: (index_of(whole_pattern(symbol)), []) for symbol in changing}
    for pattern in patterns:
        if pattern.symbol in changing and not pattern.whole:
            indexes[pattern.symbol][1].append(index_of(pattern))
    return indexes
