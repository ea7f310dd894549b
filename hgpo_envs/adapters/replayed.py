"""Worlds that have no way back: their states are the actions that lead to them."""

from abc import abstractmethod
from typing import NamedTuple, cast

from hgpo_envs.errors import EnvInputError
from hgpo_envs.text_env import Scene, TextEnv


class Recording(NamedTuple):
    """A state as how it came about: what ``save`` returns.

    Attributes:
        task: the task that was begun.
        instruction: the task in words.
        actions: what was done since; what came after the world's end is not among it.
        scene: what was answered last.
        is_over: whether the world has ended the episode.
    """

    task: str
    instruction: str
    actions: tuple[str, ...]
    scene: Scene
    is_over: bool


class ReplayedEnv(TextEnv):
    """A world that can only be begun and played on. An author writes ``open`` and ``do``.

    Going back to a snapshot is exact and costs its steps again: with the next action the world is
    begun anew and all actions are repeated. When the world has ended an episode it is not asked
    any more: every later action is refused, with the last observation.
    """

    _now: Recording
    _is_there = False
    """Whether the world stands where ``_now`` says."""

    @abstractmethod
    def open(self, task: str) -> tuple[str, Scene]:
        """Start ``task`` afresh; return its instruction and its first scene."""

    @abstractmethod
    def do(self, action: str) -> Scene:
        """Do ``action``; return the scene after it."""

    def begin(self, task: str) -> tuple[str, Scene]:
        """Start a task in the world."""
        self._is_there = False
        instruction, scene = self.open(task)
        scene = _closed(scene)
        self._now = Recording(task, instruction, (), scene, scene.terminated)
        self._is_there = True
        return instruction, scene

    def act(self, action: str) -> Scene:
        """Hand an action on to the world, or refuse it where the episode is over.

        Raises:
            EnvInputError: the world answers otherwise than before, where actions are repeated.
        """
        now = self._now
        if now.is_over:
            scene = now.scene._replace(reward=0.0, inadmissible=True)
            self._now = now._replace(scene=scene)
            return scene
        self._catch_up()
        self._is_there = False
        scene = _closed(self.do(action))
        self._is_there = True
        self._now = now._replace(
            actions=(*now.actions, action), scene=scene, is_over=scene.terminated
        )
        return scene

    def save(self) -> Recording:
        """Return the task and what was done."""
        return self._now

    def load(self, state: object) -> None:
        """Go back to where ``save`` was called; the world follows with the next action."""
        self._now = cast(Recording, state)
        self._is_there = False

    def _catch_up(self) -> None:
        """Bring the world to where the recording ends."""
        if self._is_there:
            return
        now = self._now
        instruction, scene = self.open(now.task)
        scene = _closed(scene)
        for action in now.actions:
            scene = _closed(self.do(action))
        if (instruction, scene) != (now.instruction, now.scene):
            raise EnvInputError(
                f"task {now.task!r} went otherwise when its {len(now.actions)} actions were "
                f"repeated: it showed {scene.text!r:.80} after {now.scene.text!r:.80}. "
                "Snapshots need a world in which a task and its actions decide everything."
            )
        self._is_there = True


def _closed(scene: Scene) -> Scene:
    """Return a scene in which nothing can be done once the world has ended the episode."""
    return scene._replace(admissible_actions=()) if scene.terminated else scene
