"""An episode that a worker plays, seen from the side that steers: kept as it came, read late."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias, cast

from hgpo_envs.context import Context, Memory, Recollection, Template, Turn
from hgpo_envs.context.members import RECALLS, recall_for_member
from hgpo_envs.errors import WorkerError
from hgpo_envs.text_env import Info
from hgpo_envs.vector.messages import (
    ANCHORED,
    INADMISSIBLE,
    LISTED,
    OPEN,
    TERMINATED,
    TRUNCATED,
    WON,
    Member,
    Moment,
)
from hgpo_envs.vector.plain import loads

#: A moment without its prompt: what doesn't depend on who asked for one.
Held: TypeAlias = tuple[float, int, bytes, bytes, bytes]

_CONTEXT_SLOTS = frozenset(Context.__slots__)


class View:
    """What all episodes of a fleet are looked at with.

    Attributes:
        template: what prompts are rendered with here, where a worker has not done it.
        memory: recalls here instead of in the workers; None leaves it to them.
        extras: names of the extras that the environments show.
        wants_prompts: whether somebody has asked a context for its text; workers render then.
    """

    def __init__(self, template: Template, memory: Memory | None) -> None:
        self.template = template
        self.memory = memory
        self.extras: tuple[str, ...] = ()
        self.wants_prompts = False


class Told(NamedTuple):
    """A moment, read.

    Attributes:
        observation: the text.
        info: the info that came with it.
        facts: what else a context is made of, by name: ``turns``, ``notes``.
    """

    observation: str
    info: Info
    facts: Mapping[str, object]


class RemoteEpisode:
    """One member's episode.

    Attributes:
        member: which member plays it.
        slot: where its worker keeps it.
        actions: what was done and answered, in order.
        held: what was told at the start and after each action.
        prompt: the last moment's prompt in UTF-8, or empty.
    """

    __slots__ = (
        "_actions",
        "_read",
        "_turns",
        "_view",
        "actions",
        "held",
        "member",
        "prompt",
        "seed",
        "slot",
        "task",
    )

    def __init__(self, view: View, *, member: int, slot: int, task: str, seed: int | None) -> None:
        self.member = member
        self.slot = slot
        self.task = task
        self.seed = seed
        self.actions: list[str] = []
        self.held: list[Held] = []
        self.prompt = b""
        self._view = view
        self._actions: dict[int, tuple[str, ...] | None] = {}
        self._read: dict[int, Told] = {}
        self._turns: list[Turn] = []

    @property
    def flags(self) -> int:
        """What the last moment said of the episode."""
        return self.held[-1][1]

    @property
    def is_live(self) -> bool:
        """Tell whether the episode goes on."""
        return not self.held or not self.flags & (TERMINATED | TRUNCATED)

    @property
    def beginning(self) -> Member:
        """What a worker is told to play it up to where it is."""
        return self.slot, self.task, self.seed, self.actions

    def take(self, moment: Moment, action: str | None = None) -> None:
        """Keep what was told at the start, or after an action."""
        if action is not None:
            self.actions.append(action)
        self.held.append(moment[:5])
        self.prompt = moment.prompt

    def compare(self, again: Sequence[Moment]) -> None:
        """Check that the episode, played again, told the same.

        Raises:
            WorkerError: it told something else.
        """
        for number, (before, now) in enumerate(zip(self.held, again, strict=True)):
            if before != now[:5]:
                when = (
                    f"after its action {self.actions[number - 1]!r}" if number else "at its start"
                )
                raise WorkerError(
                    f"task {self.task!r}, played again because its worker was lost, went another "
                    f"way than before {when} (step {number}). An episode has to follow from its "
                    "task, its seed and its actions alone: mend the environment."
                )

    def anchor(self) -> str:
        """Return the current anchor."""
        if self.flags & ANCHORED:
            return cast(str, self.told(len(self.held) - 1).info["anchor"])
        return _text(self.held[-1][2])

    def context(self) -> Context:
        """Return the current context, which reads what it is asked for."""
        return ReceivedContext(self, self._view, self.prompt)

    def admissible(self, number: int) -> tuple[str, ...] | None:
        """Return the admissible actions after ``number`` actions."""
        known = self._read.get(number)
        if known is not None:
            return cast("tuple[str, ...] | None", known.info["admissible_actions"])
        if number not in self._actions:
            self._actions[number] = _actions(self.held[number])
        return self._actions[number]

    def told(self, number: int) -> Told:
        """Read what was told after ``number`` actions; each moment is read once."""
        known = self._read.get(number)
        if known is None:
            known = _read(self.held[number], self.admissible(number))
            self._read[number] = known
        return known

    def turns(self, start: int, end: int) -> list[Turn]:
        """Return the turns of these actions, counted from 0; each is made once."""
        turns = self._turns
        for number in range(len(turns), end):
            before = self.told(number)
            reward = self.held[number + 1][0]
            turns.append(Turn(before.observation, self.actions[number], reward, before.info))
        return turns[start:end]

    def recollection(self, number: int) -> Recollection:
        """Return what the memory shows after ``number`` actions."""
        told = self.told(number)
        if self._view.memory is not None:
            if RECALLS in told.info:
                return recall_for_member(self._view.memory, told.info, self.turns(0, number))
            instruction = cast(str, told.info["instruction"])
            return self._view.memory.recall(instruction, self.turns(0, number))
        shown = told.facts.get("turns", 0)
        notes = tuple(cast("Sequence[str]", told.facts.get("notes", ())))
        if isinstance(shown, int):
            return Recollection(tuple(self.turns(number - shown, number)), notes)
        turns = self.turns(0, number)
        each = cast("Sequence[int | tuple[str, str, float, Info]]", shown)
        return Recollection(
            tuple(turns[turn] if isinstance(turn, int) else Turn(*turn) for turn in each), notes
        )


class ReceivedContext(Context):
    """A context that came from a worker; it is read when something of it is first asked for."""

    __slots__ = ("_episode", "_view")

    def __init__(self, episode: RemoteEpisode, view: View, prompt: bytes) -> None:
        self.step = len(episode.actions)
        self._episode = episode
        self._view = view
        self._template = view.template
        if prompt:
            self._text = _text(prompt)

    def __getattr__(self, name: str) -> object:
        """Read what has not been read yet: it is asked for the first time."""
        if name == "_text":
            self._text = None  # rendered here this once
            self._view.wants_prompts = self._view.memory is None
        elif name == "admissible_actions":
            self.admissible_actions = self._episode.admissible(self.step)
        elif name in {"turns", "notes"}:
            self.turns, self.notes = self._episode.recollection(self.step)
        elif name in _CONTEXT_SLOTS:
            self._take_told()
        else:
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        return cast(object, getattr(self, name))

    def _take_told(self) -> None:
        observation, info, _ = self._episode.told(self.step)
        self.observation = observation
        self.instruction = cast(str, info["instruction"])
        self.extras = {name: info[name] for name in self._view.extras}
        self.hints = cast("Mapping[str, str]", info.get("action_hints") or {})


def _actions(held: Held) -> tuple[str, ...] | None:
    _, flags, _, actions, _ = held
    if flags & (OPEN | LISTED):
        return None if flags & OPEN else tuple(cast("list[str]", loads(actions)))
    return tuple(_text(actions).split("\n"))


def _read(held: Held, actions: tuple[str, ...] | None) -> Told:
    _, flags, written, _, facts = held
    observation = _text(written)
    read: dict[str, object] = loads(facts)  # type: ignore[assignment]
    info: Info = read["info"]  # type: ignore[assignment]
    info["admissible_actions"] = actions
    info["won"] = bool(flags & WON)
    info["inadmissible"] = bool(flags & INADMISSIBLE)
    info["anchor"] = read.get("anchor", observation)
    return Told(observation, info, read)


def _text(written: bytes) -> str:
    return str(written, "utf-8", "surrogatepass")
