"""What both of PettingZoo's forms share: a team's world, texts as numbers, actions as places."""

from collections.abc import Mapping
from typing import cast

import numpy as np
from gymnasium.spaces import Box, Discrete, flatten, flatten_space, unflatten
from gymnasium.utils import seeding
from numpy.typing import NDArray

from hgpo_envs.errors import EnvInputError
from hgpo_envs.open_actions import fill, is_open
from hgpo_envs.panel import TaskPanel
from hgpo_envs.registry import make
from hgpo_envs.teams.env import TeamEnv
from hgpo_envs.teams.world import TeamWorld, View
from hgpo_envs.text_env import Info
from hgpo_envs.text_space import UnicodeText

Codes = NDArray[np.int32]

LONGEST_TEXT = 32_768
"""Characters of an observation; of a longer one the end is shown."""
MOST_ACTIONS = 512
"""Places in the list of admissible actions that a number can name; text can name any action."""
WAIT = "wait"
"""What a member does that has nothing to do."""

_TEXT = UnicodeText(LONGEST_TEXT)


def text_of(codes: Codes) -> str:
    """Return an observation as the text that it stands for.

    Example:
        >>> text_of(codes_of("a desk"))
        'a desk'
    """
    return unflatten(_TEXT, codes)


def codes_of(text: str) -> Codes:
    """Return a text as code points, filled up behind its end; of a long one the end."""
    return cast(Codes, flatten(_TEXT, text[-LONGEST_TEXT:]))


class Stage:
    """A team's episode, and what each member saw and did in it.

    Attributes:
        world: what is played.
        panel: its tasks.
        agents: the members' names in PettingZoo, in order.
        observation_spaces: of each, code points of a text.
        action_spaces: of each, places in ``info["admissible_actions"]``.
        task: the task that is played.
    """

    def __init__(self, id: str, split: str | None, options: Mapping[str, object]) -> None:
        """Make the environment that is shared.

        Raises:
            EnvInputError: as ``hgpo_envs.make`` says.
        """
        env = make(id, split=split, **options)
        if not isinstance(env, TeamEnv):
            raise EnvInputError(f"{id} is played by one; expected an environment of a team.")
        self.world: TeamWorld = env.world
        self.panel: TaskPanel = env.panel
        self._members = {f"{member}_0": member for member in self.world.members}
        self.agents = list(self._members)
        self.observation_spaces = {
            agent: cast(Box, flatten_space(UnicodeText(LONGEST_TEXT))) for agent in self.agents
        }
        self.action_spaces = {agent: Discrete(MOST_ACTIONS) for agent in self.agents}
        self.task = ""
        self._random: np.random.Generator | None = None
        self._past: dict[str, list[str]] = {}

    def begin(self, seed: int | None, options: Mapping[str, object] | None) -> None:
        """Start ``options["task"]``, or a task that is drawn; other options mean nothing here.

        Raises:
            UnknownNameError: there is no such task.
        """
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        task = (options or {}).get("task")
        if task is None:
            task = self.panel.ids[int(self._random.integers(len(self.panel.ids)))]
        self.task = self.panel.require(cast(str, task))
        self.world.begin(self.task)
        self._past = {member: [] for member in self.world.members}

    def can_act(self, agent: str) -> bool:
        """Tell whether an agent has something to do."""
        return self.world.can_act(self._members[agent])

    def listed(self, agent: str, *, may_wait: bool) -> tuple[str, ...]:
        """Return what an agent can do, sorted, with waiting where it may or has to."""
        actions = self.world.view(self._members[agent]).admissible_actions
        return tuple(sorted({*actions, WAIT})) if may_wait or not actions else actions

    def named(self, agent: str, action: object, *, may_wait: bool) -> str:
        """Return the action that a number or a text stands for.

        A number is a place in the list of actions; where that one is open, the instruction is
        filled in. A number beyond the list stands for no action: it is refused as nonsense is.

        Raises:
            EnvInputError: it is neither a number nor a text.
        """
        if isinstance(action, str):
            return action
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise EnvInputError(
                f"{agent}'s action is a {type(action).__name__}; expected a place in "
                "info['admissible_actions'], or a text."
            )
        listed = self.listed(agent, may_wait=may_wait)
        if not 0 <= action < len(listed):
            return ""
        chosen = listed[int(action)]
        if not is_open(chosen):
            return chosen
        wish = self.world.view(self._members[agent]).instruction
        return fill(chosen, " ".join(wish.replace("[", " ").replace("]", " ").split()))

    def do(self, agent: str, action: str) -> None:
        """Do an agent's action, and keep for those who may recall it what it saw and did."""
        member = self._members[agent]
        seen = self.world.view(member).text
        for other, past in self._past.items():
            if member in self.world.recalls[other]:
                past.append(f"{seen}\n> {action[:1000]}")
        self.world.act(member, action)

    def observation(self, agent: str) -> Codes:
        """Return what an agent sees now, and before it what it may recall."""
        member = self._members[agent]
        return codes_of("\n\n".join((*self._past[member], self.world.view(member).text)))

    def info(self, agent: str, *, is_refused: bool, may_wait: bool) -> Info:
        """Return the facts of the contract as the agent meets them, and the actions' mask."""
        view: View = self.world.view(self._members[agent])
        listed = self.listed(agent, may_wait=may_wait)
        mask = np.zeros(MOST_ACTIONS, np.int8)
        mask[: len(listed)] = 1
        scene = self.world.scene
        return {
            **view.facts,
            "task": self.task,
            "instruction": view.instruction,
            "text": view.text,
            "admissible_actions": listed,
            "action_mask": mask,
            "won": scene.won,
            "anchor": view.anchor,
            "inadmissible": is_refused,
        }
