"""Copies of the original engine, each of which plays one game at a time."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple, cast

from hgpo_envs.alfworld.textworld.packages import packages, undisturbed
from hgpo_envs.errors import UnplayableGameError

#: A game's texts: ``pddl_domain``, ``grammar`` and ``pddl_problem``.
Texts = Mapping[str, object]

#: Copies that wait to be used again; each took some megabytes that no one gives back.
_idle: list["Machine"] = []


class Answer(NamedTuple):
    """What the original engine says of a state."""

    text: str
    admissible: tuple[str, ...]
    won: bool
    moves: int
    understood: bool


class Machine:
    """One copy of the original engine.

    Attributes:
        texts: the loaded game, or None.
        name: what messages call it.
        done: the commands that it understood since the game's start.
        answer: what it said last.
    """

    texts: Texts | None
    name: str
    done: list[str]
    answer: Answer

    def __init__(self) -> None:
        with undisturbed():
            self._env = packages().make_env()
        self.texts = None
        self.name = ""

    def show(self, name: str, texts: Texts, commands: Sequence[str]) -> None:
        """Bring the game to where it stands after the given commands.

        The engine has no way back: unless the commands go on from where it is, the game starts
        again and all of them are repeated.

        Raises:
            UnplayableGameError: the original engine can't play the game.
        """
        is_loaded = self.texts is texts
        with self._playing(name, texts):
            if not is_loaded:
                self._env.load(texts)
            if not is_loaded or self.done != list(commands[: len(self.done)]):
                self._start()
            for command in commands[len(self.done) :]:
                self._step(command)

    def command(self, text: str) -> Answer:
        """Give a command to the loaded game.

        Raises:
            UnplayableGameError: the original engine fails at it.
        """
        with self._playing(self.name, self.texts):
            return self._step(text)

    def sentence(self, rule: str) -> str:
        """Write out a rule of the game's grammar that depends on nothing but the facts."""
        state = self._env.unwrapped._pddl_state
        context = {
            "state": state,
            "facts": list(state.facts),
            "variables": {},
            "mapping": {},
            "entity_infos": self._env.unwrapped._entity_infos,
        }
        with self._playing(self.name, self.texts):
            return str(self._env.unwrapped._logic.grammar.derive(rule, context))

    def facts(self) -> frozenset[tuple[str, ...]]:
        """Return all facts that are true, as a predicate and the ids of its arguments."""
        state = self._env.unwrapped._pddl_state
        planner = state.downward_lib
        atoms = packages().new_atoms(planner.get_state_size())
        planner.get_state(atoms)
        holds = dict(_read_atom(atom.name) for atom in atoms)
        static = {
            (str(fact.predicate), *fact.args)
            for fact in state.task.init
            if hasattr(fact, "predicate") and fact.predicate != "="
        }
        # The translator's own axioms, new-axiom@0 and so on, are no facts of the game.
        changing = {fact for fact, is_true in holds.items() if is_true and "@" not in fact[0]}
        return frozenset((static - holds.keys()) | changing)

    def _start(self) -> None:
        self.done = []
        self._take(self._env.reset(), moves=0, understood=True)

    def _step(self, command: str) -> Answer:
        state, _, _ = self._env.step(command)
        understood = state["_last_action"] is not None
        if understood:
            self.done.append(command)
        return self._take(state, moves=cast(int, state["moves"]), understood=understood)

    def _take(self, state: Mapping[str, object], *, moves: int, understood: bool) -> Answer:
        self.answer = Answer(
            text=cast(str, state["feedback"]),
            admissible=tuple(cast("list[str]", state["admissible_commands"])),
            won=bool(state["won"]),
            moves=moves,
            understood=understood,
        )
        return self.answer

    @contextmanager
    def _playing(self, name: str, texts: Texts | None) -> Iterator[None]:
        """Name the game in what goes wrong; a copy that was interrupted loads its game anew."""
        self.name = name
        self.texts = None
        try:
            with undisturbed():
                yield
        except packages().failures as error:
            what = " ".join(str(error).split()) or "no reason given"
            raise UnplayableGameError(
                f"can't play the game {name}: the original engine stops with "
                f"{type(error).__name__} ({what})."
            ) from error
        self.texts = texts


def borrow(texts: Texts) -> Machine:
    """Take a copy of the engine, best one that has the game loaded already."""
    for place, machine in enumerate(_idle):
        if machine.texts is texts:
            return _idle.pop(place)
    return _idle.pop() if _idle else Machine()


def give_back(machine: Machine) -> None:
    """Leave a copy for the next play."""
    _idle.append(machine)


def _read_atom(written: str) -> tuple[tuple[str, ...], bool]:
    """Read ``Atom holds(agent1, mug_bar_1)`` or ``NegatedAtom ...``."""
    sign, _, rest = written.partition(" ")
    predicate, _, args = rest.partition("(")
    names = [arg for arg in args.removesuffix(")").split(", ") if arg]
    return (predicate, *names), sign == "Atom"
