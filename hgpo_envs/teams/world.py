"""What a team plays: one world, several members, each with a view of its own."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import NamedTuple, Protocol

from hgpo_envs.text_env import Scene, TextEnv


class View(NamedTuple):
    """What one member sees now.

    Attributes:
        text: the observation.
        instruction: what the member is asked to do.
        admissible_actions: what it may do, sorted; nothing where it has to wait.
        anchor: key of the state as this member meets it.
        facts: what its ``info`` has besides.
    """

    text: str
    instruction: str
    admissible_actions: tuple[str, ...]
    anchor: str
    facts: Mapping[str, object] = {}


class Script(Protocol):
    """Plays the members' parts, one view after the other."""

    def reset(self, opening_text: str) -> None:
        """Start an episode."""
        ...

    def act(self, observation: str, admissible: tuple[str, ...]) -> str:
        """Choose the action of the member to move."""
        ...


class TeamWorld(ABC):
    """A world of one player, shared by a team; the reward is everybody's.

    Attributes:
        members: their names, in the order in which they move.
        recalls: of each member, whose earlier turns its memory may show.
        scene: what the world answered last.
    """

    members: tuple[str, ...]
    recalls: Mapping[str, tuple[str, ...]]
    scene: Scene

    def __init__(self, env: TextEnv) -> None:
        """Take the environment whose world is shared; its episodes are not used."""
        self.env = env

    @property
    @abstractmethod
    def turn(self) -> str:
        """The member to move, where one moves after the other and nobody only waits."""

    @abstractmethod
    def begin(self, task: str) -> None:
        """Start a task."""

    @abstractmethod
    def can_act(self, member: str) -> bool:
        """Tell whether a member has something to do; otherwise it waits."""

    @abstractmethod
    def view(self, member: str) -> View:
        """Return what a member sees now."""

    @abstractmethod
    def act(self, member: str, action: str) -> None:
        """Do a member's action; ``scene`` has what it earned and whether it was refused."""

    @abstractmethod
    def save(self) -> object:
        """Return the state as an immutable value."""

    @abstractmethod
    def load(self, state: object) -> None:
        """Go back to a state that ``save`` returned."""

    @staticmethod
    @abstractmethod
    def make_expert() -> Script:
        """Return scripts for all members that see what the members see."""

    def refuse(self) -> None:
        """Leave everything as it is; an action was refused."""
        self.scene = self.scene._replace(reward=0.0, inadmissible=True)

    def keep(self) -> None:
        """Leave everything as it is; an action was taken that earns nothing by itself."""
        self.scene = self.scene._replace(reward=0.0, inadmissible=False)
