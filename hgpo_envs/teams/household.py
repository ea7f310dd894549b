"""A planner who remembers and an executor who acts share a household."""

from types import MappingProxyType
from typing import NamedTuple, cast

from hgpo_envs.teams.household_expert import HouseholdScript
from hgpo_envs.teams.world import TeamWorld, View
from hgpo_envs.text_env import Scene

PLANNER, EXECUTOR = "planner", "executor"
LONGEST_MESSAGE = 1000
"""Characters; what is longer is refused."""
LONGEST_QUOTE = 200
"""Characters that the planner is shown of what the executor did."""

_TASK = "Your task is to:"


class _State(NamedTuple):
    world: object
    instruction: str
    scene: Scene
    message: str
    command: str | None
    is_said: bool


class HouseholdTeam(TeamWorld):
    """ALFWorld for two.

    The planner knows the task and may remember everything; it says what is to be done: one of the
    game's commands, or anything else as ``say[words]``. The executor sees what the game answered
    last and what the planner says; it doesn't know the task. What it does is done in the game.
    """

    members = (PLANNER, EXECUTOR)
    recalls = MappingProxyType({PLANNER: (PLANNER,), EXECUTOR: ()})

    _instruction = ""
    _message = ""
    """What the planner said and the executor hasn't acted upon."""
    _command: str | None = None
    """What the executor did last."""
    _is_said = False

    @property
    def turn(self) -> str:
        """The planner before each command, then the executor."""
        return EXECUTOR if self._is_said else PLANNER

    def begin(self, task: str) -> None:
        """Start a game."""
        self._instruction, self.scene = self.env.begin(task)
        self._message, self._command, self._is_said = "", None, False

    def can_act(self, member: str) -> bool:
        """Tell that both can, always."""
        return True

    def view(self, member: str) -> View:
        """Return what the planner or the executor sees."""
        return self._of_planner() if member == PLANNER else self._of_executor()

    def act(self, member: str, action: str) -> None:
        """Say something, or do something."""
        if member == PLANNER:
            self._say(action)
        else:
            self._do(action)

    def save(self) -> _State:
        """Return the game's state, and what was said."""
        return _State(
            self.env.save(),
            self._instruction,
            self.scene,
            self._message,
            self._command,
            self._is_said,
        )

    def load(self, state: object) -> None:
        """Put the game, and what was said, back."""
        stood = cast(_State, state)
        self.env.load(stood.world)
        self._instruction, self.scene = stood.instruction, stood.scene
        self._message, self._command, self._is_said = stood[3:]

    @staticmethod
    def make_expert() -> HouseholdScript:
        """Return a planner and an executor."""
        return HouseholdScript()

    def _of_planner(self) -> View:
        done = "" if self._command is None else f"The executor did: {self._command}\n"
        return View(
            text=done + self.scene.text,
            instruction=f"Tell the executor what to do. {self._instruction}",
            admissible_actions=self.scene.admissible_actions or (),
            anchor=f"{PLANNER}\n{self._place}",
        )

    def _of_executor(self) -> View:
        heard = f"The planner says: {self._message}" if self._message else "The planner is silent."
        text, task, _ = self.scene.text.partition(_TASK)
        seen = text.rstrip() if task else text
        return View(
            text=f"{seen}\n\n{heard}",
            instruction=heard,
            admissible_actions=self.scene.admissible_actions or (),
            anchor=f"{EXECUTOR}\n{self._message}\n{self._place}",
        )

    @property
    def _place(self) -> str:
        """The game's own anchor."""
        return self.scene.text if self.scene.anchor is None else self.scene.anchor

    def _say(self, action: str) -> None:
        self._is_said = True
        self._message = self._heard(action)
        if self._message:
            self.keep()
        else:
            self.refuse()

    def _heard(self, action: str) -> str:
        """Return a message, or nothing where it is refused."""
        if action in (self.scene.admissible_actions or ()):
            return action
        if not (action.startswith("say[") and action.endswith("]")):
            return ""
        words = " ".join(action[len("say[") : -1].split())
        return words if len(words) <= LONGEST_MESSAGE else ""

    def _do(self, action: str) -> None:
        self.scene = self.env.act(action)
        self._message, self._is_said = "", False
        self._command = action if len(action) <= LONGEST_QUOTE else f"{action[:LONGEST_QUOTE]} ..."
