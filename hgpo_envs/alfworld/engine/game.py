"""A loaded game, shared by all plays of it."""

from hgpo_envs.alfworld.engine.blueprint import Blueprint, Deed, draw_blueprint
from hgpo_envs.alfworld.engine.compact import Compact
from hgpo_envs.alfworld.engine.facts import (
    MOST_WORK,
    Args,
    Reader,
    State,
    unpack_key,
    whole_pattern,
)
from hgpo_envs.alfworld.engine.formulas import Formula, take_names
from hgpo_envs.alfworld.engine.indexes import Flip
from hgpo_envs.alfworld.engine.offers import Offers
from hgpo_envs.alfworld.engine.play import Play, Snapshot
from hgpo_envs.alfworld.engine.unplayable import UnplayableError, refusal
from hgpo_envs.alfworld.engine.world import build_world, first_state

_PREFIX = "Your task is to: "


class Game:
    """A game to play; what it learns while being played only makes it faster.

    Args:
        name: what messages call it.
        compact: the game in its compact form.

    Attributes:
        name: as given.
        task_text: the task as the opening text says it.
        deeds: the actions, in the domain's order.
        offers: which commands states admit.
        rules: of its dialect.
        world: what never changes.

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
        goal, named = take_names(compact.goal)
        blueprint = self._blueprint = _blueprint_of(compact, goal, tuple(named.values()))
        self.rules = rules = blueprint.rules
        self.deeds = blueprint.deeds
        self.world = build_world(compact, blueprint)
        self._named = tuple([self.world.numbers[known] for known in named])
        self._state = first_state(compact, blueprint)
        self._reach: dict[tuple[str, Args], bool] = {}
        self._reader = Reader(self.world, self._state.get)
        self.offers = Offers(rules.tables, rules.pivot, self._reader)

    def _first_snapshot(self) -> Snapshot:
        reader = self._reader
        reader.work = MOST_WORK
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
            won=self.is_won(reader),
            moves=0,
            understood=True,
        )

    def is_won(self, reader: Reader) -> bool:
        """Whether the goal holds in a state."""
        return self._blueprint.goal.holds(reader, self._named)

    def facts(self, state: State) -> frozenset[tuple[str, ...]]:
        """Return the true facts of a state, as a predicate and the ids of its arguments."""
        known = {whole_pattern(symbol).tag: symbol for symbol in self.rules.domain.fluents}
        changing = self.rules.changing
        found = [
            (symbol, args) for symbol, args in self.world.static.facts if symbol not in changing
        ]
        for key in state:
            tag, args = unpack_key(key)
            if tag in known:
                found.append((known[tag], args))
        ids = self.world.ids
        return frozenset(
            (symbol.rpartition("/")[0], *[ids[number] for number in args]) for symbol, args in found
        )

    def change(self, deed: Deed, args: Args, state: State, reader: Reader) -> list[Flip]:
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
        watched = self.rules.symbols
        if deed.plain is not None:
            for symbol, turn, pick, present in deed.plain:
                key = turn(changed := pick(args), present, state)
                if key and symbol in watched:
                    flips.append((symbol, changed, key))
            return flips
        turns = self._blueprint.turns
        for symbol, changed, present in deed.effects.outcomes(reader, args, self._reachable):
            key = turns[symbol](changed, present, state)
            if key and symbol in watched:
                flips.append((symbol, changed, key))
        return flips

    def _reachable(self, symbol: str, args: Args) -> bool:
        """Whether a fact is true at first or some action could make it so."""
        known = self._reach.get((symbol, args))
        if known is None:
            self._reader.work = MOST_WORK
            whole, _ = self._blueprint.indexes[symbol]
            known = whole.key(args) in self._state or any(
                producer.allows(self._reader, args) for producer in self.rules.producers[symbol]
            )
            self._reach[symbol, args] = known
        return known


def _blueprint_of(compact: Compact, goal: Formula, named: tuple[str, ...]) -> Blueprint:
    domain, facts = compact.dialect.domain, compact.facts
    counts = [(symbol, len(facts.get(symbol, ()))) for symbol in domain.fluents]
    rare = frozenset([(symbol, count) for symbol, count in counts if count < 2])
    return draw_blueprint(domain, compact.dialect.grammar, rare, goal, named)
