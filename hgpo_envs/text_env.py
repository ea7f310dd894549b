"""The contract of every environment: a Gymnasium env whose observations and actions are text."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, cast

import gymnasium

from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.panel import TaskPanel
from hgpo_envs.suggest import unknown_name
from hgpo_envs.text_space import UnicodeText

Info = dict[str, object]

#: How many facts ``info`` has of every world: task, instruction, admissible_actions, won, anchor,
#: inadmissible. More of them are extras, or facts of that world alone.
CONTRACT_FACTS = 6


class Scene(NamedTuple):
    """What a world answers: the text of a state and the facts that go with it.

    Attributes:
        text: the observation.
        admissible_actions: sorted actions the state allows; None where the set is open.
        won: whether the task's goal holds in this state.
        reward: what the last action earned.
        terminated: whether the episode is over by the world's rules.
        inadmissible: whether the world refused the last action.
        anchor: the state key of step-level grouping; None takes ``text``.
        extras: what was named at construction (``extras=``), by name.
        facts: what this world's ``info`` has beyond the contract, by name. An agent may see all
            of it; ``action_hints`` (action -> text that stands beside it) is shown to every agent.
    """

    text: str
    admissible_actions: tuple[str, ...] | None
    won: bool = False
    reward: float = 0.0
    terminated: bool = False
    inadmissible: bool = False
    anchor: str | None = None
    extras: Mapping[str, object] = {}
    facts: Mapping[str, object] = {}


@dataclass(slots=True)
class Episode:
    """Where an episode stands; a step changes it in place.

    Attributes:
        task: the id of its task.
        instruction: the task in words.
        steps: how many actions were done.
        is_over: whether the world has ended it; it stays over if play goes on.
        scene: what the world answered last.
    """

    task: str
    instruction: str
    steps: int
    is_over: bool
    scene: Scene


class TextEnv(gymnasium.Env[str, str]):
    """A world of text. An author writes ``begin`` and ``act``; the contract is kept here.

    Attributes:
        panel: the tasks that ``reset`` can play.
        max_steps: after so many steps an episode is truncated.
        extras: privileged facts that ``info`` shows because they were asked for.
    """

    known_extras: tuple[str, ...] = ()
    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  (Gymnasium's own form)

    def __init__(
        self,
        *,
        panel: TaskPanel,
        max_steps: int,
        extras: Sequence[str] = (),
        render_mode: str | None = None,
    ) -> None:
        """Set the contract up.

        Raises:
            EnvInputError: ``max_steps`` is no positive integer, or ``render_mode`` is unknown.
            UnknownNameError: an extra that this environment doesn't have.
        """
        if isinstance(max_steps, bool) or not isinstance(max_steps, int) or max_steps < 1:
            raise EnvInputError(
                f"max_steps is {max_steps!r}; expected a whole number of at least 1."
            )
        modes = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            known = ", ".join(map(repr, modes))
            raise EnvInputError(f"render_mode is {render_mode!r}; expected {known} or None.")
        if isinstance(extras, str):
            raise EnvInputError(f"extras is {extras!r}; expected names in a tuple: ({extras!r},).")
        if not isinstance(extras, Iterable):
            raise EnvInputError(f"extras is {extras!r:.60}; expected names in a tuple.")
        for name in extras:
            if name not in self.known_extras:
                raise UnknownNameError(unknown_name("extra", str(name), self.known_extras))
        self.panel = panel
        self.max_steps = max_steps
        self.extras = tuple(extras)
        self.render_mode = render_mode
        self.observation_space = UnicodeText()
        self.action_space = UnicodeText(4096)
        self._episode: Episode | None = None

    @abstractmethod
    def begin(self, task: str) -> tuple[str, Scene]:
        """Start ``task`` afresh; return its instruction and its first scene."""

    @abstractmethod
    def act(self, action: str) -> Scene:
        """Do ``action``; return the scene after it. An action that is not understood is a step."""

    @abstractmethod
    def save(self) -> object:
        """Return the world's state as an immutable value, independent of later play."""

    @abstractmethod
    def load(self, state: object) -> None:
        """Put the world back into a state that ``save`` returned."""

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[str, Info]:
        """Start an episode.

        Args:
            seed: seeds the choice of the task where none is named.
            options: ``{"task": id}`` names the task; without it one is drawn from the panel.

        Returns:
            The first observation and the info of the contract.

        Raises:
            UnknownNameError: the panel has no such task, or an option has an unknown name.
            EnvInputError: ``options`` is no mapping.
        """
        super().reset(seed=seed)
        if not isinstance(options, Mapping | None):
            raise EnvInputError(f"options is {options!r:.60}; expected {{'task': id}} or None.")
        chosen = dict(options or {})
        task = chosen.pop("task", None)
        if chosen:
            raise UnknownNameError(unknown_name("reset option", str(next(iter(chosen))), ["task"]))
        if task is None:
            task = self.panel.ids[int(self.np_random.integers(len(self.panel.ids)))]
        known = self.panel.require(task)  # type: ignore[arg-type]
        instruction, scene = self.begin(known)
        self._episode = episode = Episode(known, instruction, 0, False, scene)
        return scene.text, self._info(episode)

    def step(self, action: str) -> tuple[str, float, bool, bool, Info]:
        """Do one action; after its end an episode can go on, and stays over.

        Raises:
            EnvInputError: before the first ``reset``, or where ``action`` is no string.
        """
        episode = self._episode
        if episode is None:
            raise EnvInputError("step was called before reset. Call reset first.")
        if not isinstance(action, str):
            raise EnvInputError(
                f"the action is a {type(action).__name__}; expected a str such as 'look'."
            )
        episode.scene = scene = self.act(action)
        episode.steps = steps = episode.steps + 1
        episode.is_over = is_over = episode.is_over or scene.terminated
        truncated = steps >= self.max_steps and not is_over
        return scene.text, scene.reward, is_over, truncated, self._info(episode)

    def snapshot(self) -> tuple[object, ...]:
        """Return the episode's state; ``restore`` continues from it exactly.

        Raises:
            EnvInputError: before the first ``reset``.
        """
        if self._episode is None:
            raise EnvInputError("snapshot was called before reset. Call reset first.")
        return (replace(self._episode), self.save())

    def restore(self, snapshot: tuple[object, ...]) -> None:
        """Continue from a state that ``snapshot`` of an environment with these tasks returned.

        Raises:
            UnknownNameError: the snapshot's task is none of this environment's.
        """
        episode, state = cast("tuple[Episode, object]", snapshot)
        self.panel.require(episode.task)
        self.load(state)
        self._episode = replace(episode)

    def render(self) -> str | None:
        """Return the last observation in ``"ansi"`` mode."""
        if self.render_mode is None or self._episode is None:
            return None
        return self._episode.scene.text

    def _info(self, episode: Episode) -> Info:
        scene = episode.scene
        text, admissible_actions, won, _, _, inadmissible, anchor, _, facts = scene
        info: Info = {
            "task": episode.task,
            "instruction": episode.instruction,
            "admissible_actions": admissible_actions,
            "won": won,
            "anchor": text if anchor is None else anchor,
            "inadmissible": inadmissible,
        }
        if facts:  # few worlds have any
            info = {**facts, **info}
        if self.extras:
            info.update((name, self._fact(scene, name)) for name in self.extras)
        return info

    def _fact(self, scene: Scene, name: str) -> object:
        if name not in scene.extras:
            raise EnvInputError(
                f"{type(self).__name__} names the extra {name!r} among its known_extras, and its "
                f"scene has no such fact. Give it in Scene(extras=...)."
            )
        return scene.extras[name]
