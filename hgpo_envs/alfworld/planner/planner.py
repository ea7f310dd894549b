"""Shortest plans of one game, from whatever state it is in."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import TypeAlias, TypeVar

from hgpo_envs.alfworld.engine import Play
from hgpo_envs.alfworld.engine.pddl import read_domain, read_problem
from hgpo_envs.alfworld.engine.unplayable import UnplayableError
from hgpo_envs.alfworld.planner.engine_search import search_on_engine
from hgpo_envs.alfworld.planner.limits import PlanningError
from hgpo_envs.alfworld.planner.model import Model, build_model
from hgpo_envs.alfworld.planner.shortest import ShortestPlans
from hgpo_envs.errors import GameFileError

_MOST_KNOWN = 4096

Plan: TypeAlias = tuple[str, ...]
"""Commands, in their order."""

# A state of the model, or all facts of the engine's.
Key: TypeAlias = "int | frozenset[tuple[str, ...]]"
Value = TypeVar("Value")


class Planner:
    """Finds plans with the fewest commands; all it needs of a game is computed once.

    A plan is carried out on the engine before it is believed. Equal states get equal plans, in
    whatever order they are asked for.

    Args:
        content: the content of the game file.
        name: what messages call the game.

    Raises:
        GameFileError: the content is not that of a game.

    Example:
        >>> game = read_game(content, name="mug")  # doctest: +SKIP
        >>> Planner(content, name="mug").plan(game.start())  # doctest: +SKIP
        ('go to desk 1', 'take mug 1 from desk 1', 'go to bed 1', 'move mug 1 to bed 1')
    """

    def __init__(self, content: Mapping[str, object], *, name: str) -> None:
        self._name = name
        self._plans: OrderedDict[Key, Plan | None] = OrderedDict()
        self._distances: OrderedDict[Key, int] = OrderedDict()
        self._model: Model | None = None
        # Whether each command does what the model's actions say, as far as is known.
        self._faithful = True
        try:
            domain = read_domain(_text(content, "pddl_domain", name))
            self._model = build_model(domain, read_problem(_text(content, "pddl_problem", name)))
            self._shortest = ShortestPlans(domain, self._model)
        except UnplayableError as error:
            raise GameFileError(f"can't plan in the game {name}: {error}.") from None
        except PlanningError:
            self._faithful = False  # its conditions are too wide to be grounded

    def plan(self, play: Play) -> Plan | None:
        """Return a shortest list of commands that wins, or None if nothing does.

        Args:
            play: a play of this game; it is where it was afterwards.

        Raises:
            PlanningError: the search is beyond the planner's limits.
        """
        if play.won:
            return ()
        key = self._key(play)
        if key not in self._plans:
            plan = self._find(play)
            key = self._key(play)
            _remember(self._plans, key, plan)
        return self._plans[key]

    def distance(self, play: Play) -> int | None:
        """Return the least number of commands to the goal; None if it is out of reach.

        Raises:
            PlanningError: as `plan` says.
        """
        if play.won:
            return 0
        known = self._distances.get(self._key(play))
        if known is not None:
            return known
        plan = self.plan(play)
        return None if plan is None else len(plan)

    def _key(self, play: Play) -> Key:
        facts = play.facts()
        return self._model.state(facts) if self._faithful and self._model else facts

    def _find(self, play: Play) -> Plan | None:
        if self._faithful and self._model is not None:
            state = self._model.state(play.facts())
            numbers = self._shortest.plan(state)
            if numbers is None:
                return None
            plan = self._carry_out(play, self._model, numbers)
            if plan is not None:
                self._remember_way(self._model, state, numbers)
                return plan
            # Some command stands for fewer actions than the model has: only the engine knows.
            self._faithful = False
            self._plans.clear()
            self._distances.clear()
        return self._find_on_engine(play)

    def _carry_out(self, play: Play, model: Model, numbers: list[int]) -> Plan | None:
        """Return the commands of a plan, or None if they don't do what the model says."""
        start = play.snapshot()
        commands: list[str] = []
        try:
            for number in numbers:
                command = _command(play, model, number)
                if command is None:
                    return None
                play.command(command)
                commands.append(command)
            return tuple(commands) if play.won else None
        finally:
            play.restore(start)

    def _remember_way(self, model: Model, state: int, numbers: list[int]) -> None:
        for done, number in enumerate(numbers):
            _remember(self._distances, state, len(numbers) - done)
            state = model.operators[number].apply(state)

    def _find_on_engine(self, play: Play) -> Plan | None:
        known: dict[int, int | None] = {}

        def bound(play: Play) -> int | None:
            if self._model is None:
                return 0
            state = self._model.state(play.facts())
            if state not in known:
                numbers = self._shortest.plan(state)
                known[state] = None if numbers is None else len(numbers)
            return known[state]

        try:
            return search_on_engine(play, bound)
        except PlanningError as error:
            raise PlanningError(
                f"can't plan in the game {self._name}: {error}. Play it without the planner."
            ) from None


def _command(play: Play, model: Model, number: int) -> str | None:
    """Return the first admissible command that does what an operator says."""
    labels = model.labels[number]
    for text in play.admissible:
        ground = play.ground(text)
        if ground is not None and model.label(ground) in labels:
            return text
    return None


def _remember(memory: OrderedDict[Key, Value], key: Key, value: Value) -> None:
    memory[key] = value
    if len(memory) > _MOST_KNOWN:
        memory.popitem(last=False)


def _text(content: Mapping[str, object], part: str, name: str) -> str:
    text = content.get(part)
    if not isinstance(text, str):
        raise GameFileError(f"can't plan in the game {name}: it has no text {part!r}.")
    return text
