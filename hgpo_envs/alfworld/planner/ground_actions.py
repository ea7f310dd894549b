"""Replace the parameters of actions by objects."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from operator import or_

from hgpo_envs.alfworld.engine.formulas import TRUE, Effect, Formula, symbol_of
from hgpo_envs.alfworld.engine.pddl import Action
from hgpo_envs.alfworld.planner.conditions import Atoms, Condition
from hgpo_envs.alfworld.planner.grounding import Flat, Grounder
from hgpo_envs.alfworld.planner.operators import ANY, Label, Operator, When
from hgpo_envs.alfworld.planner.single import Single, taken, without
from hgpo_envs.alfworld.planner.tables import Row, Table


class ActionTable:
    """One action (or one alternative of its condition) with all objects that it could be about.

    Args:
        grounder: of the game.
        action: as read.
        condition: the precondition.
        fluents: symbols of the predicates that matter; effects on others are left out.
        singles: predicates with exactly one true fact.
    """

    def __init__(
        self,
        grounder: Grounder,
        action: Action,
        condition: Formula,
        fluents: frozenset[str],
        singles: dict[str, Single],
    ) -> None:
        self.action = action
        self._grounder = grounder
        self._flat = grounder.flatten(condition)
        self._table = grounder.assignments(action.parameters, self._flat)
        self._effects = [effect for effect in action.effects if effect.symbol in fluents]
        # What the action takes away, where it is whatever is true of a single.
        self._source = taken(action, self._flat, singles)
        self._sources: list[int] = []
        if self._source is not None:
            self._single = singles[self._source.symbol]
            self._set_apart(self._source.symbol, self._source.args)
        self._conditional = [
            (effect, grounder.flatten(effect.condition))
            for effect in self._effects
            if not effect.plain
        ]
        self._add, self._delete = (self._changes(negated) for negated in (False, True))

    @property
    def masked(self) -> int | None:
        """Return the position of the parameter that labels leave open, if there is one."""
        if self._source is None:
            return None
        names = [name for name, _ in self.action.parameters]
        name = self._source.args[self._single.place]
        return names.index(name) if name in names else None

    def operators(self, members: "Members") -> Iterator[tuple[Operator, Label]]:
        """Yield the ground actions, those that are never possible or useful left out."""
        false, less = [0] * len(self._table.rows), self._delete
        if self._source is not None:
            single = members[self._source.symbol]
            pick = self._table.picker(without(self._source.args, self._single.place))
            all_of = [single[pick(row)] for row in self._table.rows]
            false = [every & ~some for every, some in zip(all_of, self._sources, strict=True)]
            less = list(map(or_, less, all_of))
        needs = self._grounder.conditions(self._table, self._flat)
        labels = self._labels()
        for place, need in enumerate(needs):
            if need is None or need.true & false[place]:
                continue
            needed = replace(need, false=need.false | false[place]) if false[place] else need
            whens = list(self._whens(place)) if self._conditional else []
            operator = _operator(needed, self._add[place], less[place], whens)
            if operator is not None:
                source = self._sources[place] if false[place] else 0
                label = (self.action.name, labels[place])
                yield replace(operator, source=source) if source else operator, label

    def _set_apart(self, symbol: str, args: Row) -> None:
        """Keep one row for all that differ in what is taken away alone."""
        name = args[self._single.place]
        bits = self._grounder.bits_of(self._table, symbol, args)
        names = [known for known in self._table.place if known != name]
        pick, pick_choice = (
            self._table.picker(names),
            self._table.picker(without(args, self._single.place)),
        )
        together: dict[Row, int] = defaultdict(int)
        for row, bit in zip(self._table.rows, bits, strict=True):
            if pick_choice(row) in self._single.choices:
                together[pick(row)] |= bit
        self._table = Table(names, list(together))
        self._sources = list(together.values())
        atoms = tuple(
            atom for atom in self._flat.fluent if (atom.symbol, atom.args) != (symbol, args)
        )
        self._flat = replace(self._flat, fluent=atoms)
        self._effects.remove(Effect((), TRUE, True, symbol, args))

    def _changes(self, negated: bool) -> list[int]:
        changed = [0] * len(self._table.rows)
        for effect in self._effects:
            if effect.plain and effect.negated is negated:
                bits = self._grounder.bits_of(self._table, effect.symbol, effect.args)
                changed = list(map(or_, changed, bits))
        return changed

    def _labels(self) -> list[Row]:
        names = [name for name, _ in self.action.parameters]
        self._table.with_constants([ANY])
        pick = self._table.picker([name if name in self._table.place else ANY for name in names])
        return [pick(row) for row in self._table.rows]

    def _whens(self, place: int) -> Iterator[When]:
        """Yield the conditional effects of one row's action, ground."""
        for effect, condition in self._conditional:
            yield from self._ground_when(place, effect, condition)

    def _ground_when(self, place: int, effect: Effect, condition: Flat) -> Iterator[When]:
        columns, row = list(self._table.place), self._table.rows[place]
        inner = self._grounder.extend(columns, row, condition, effect.variables)
        needs = self._grounder.conditions(inner, condition)
        changed = self._grounder.bits_of(inner, effect.symbol, effect.args)
        for need, bit in zip(needs, changed, strict=True):
            if need is not None:
                yield When(need, 0 if effect.negated else bit, bit if effect.negated else 0)


class Members(dict[str, dict[Row, int]]):
    """The atoms of each single, by symbol and choice of the other arguments."""

    def __init__(self, atoms: Atoms, singles: dict[str, Single]) -> None:
        super().__init__({symbol: defaultdict(int) for symbol in singles})
        for (name, *args), bit in atoms.items():
            single = singles.get(symbol_of(name, len(args)))
            if single is not None:
                self[single.symbol][without(tuple(args), single.place)] |= bit


def _operator(needs: Condition, add: int, delete: int, whens: list[When]) -> Operator | None:
    """Return an action, or None if its own condition says that it changes nothing."""
    conditional = []
    for when in whens:
        if when.condition == Condition():
            add |= when.add
            delete |= when.delete
        else:
            conditional.append(when)
    delete &= ~add
    if not conditional and not add & ~needs.true and not delete & ~needs.false:
        return None
    return Operator(needs, add, delete, tuple(dict.fromkeys(conditional)))
