"""A team in PettingZoo's form of one agent after the other (AEC)."""

from collections.abc import Mapping
from typing import ClassVar

from hgpo_envs.teams.seats import Seats
from hgpo_envs.teams.stage import WAIT, Codes
from hgpo_envs.teams.zoo import AECEnv
from hgpo_envs.text_env import Info


class TeamAECEnv(Seats, AECEnv[str, Codes, int | str | None]):  # type: ignore[misc]  # untyped package
    """Each agent moves once a cycle, in order; one that has nothing to do waits.

    An observation is a text in code points (``text_of``): what the member may recall of the
    episode, then what it sees now. An action is a place in ``info["admissible_actions"]``, or
    itself a text, such as ``"say[...]"`` with words in the brackets. The reward is everybody's.

    Attributes:
        max_cycles: after so many cycles an episode is truncated.
    """

    metadata: ClassVar[dict[str, object]] = {
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
        "name": "hgpo_team_v0",
    }

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Start ``options["task"]``, or a task that is drawn.

        Raises:
            UnknownNameError: there is no such task.
        """
        self.stage.begin(seed, options)
        self.agents = list(self.possible_agents)
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._refused = dict.fromkeys(self.agents, False)
        self._cycles = 0
        self.infos = self._infos()

    def observe(self, agent: str) -> Codes:
        """Return what an agent sees now."""
        return self.stage.observation(agent)

    def step(self, action: int | str | None) -> None:
        """Do the action of the agent whose turn it is.

        Raises:
            EnvInputError: the action is neither a number nor a text.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        reward = self._move(agent, self.stage.named(agent, action, may_wait=False))
        place = self.agents.index(agent) + 1
        self._cycles += place == len(self.agents)
        self.agent_selection = self.agents[place % len(self.agents)]
        is_over = self._cycles >= self.max_cycles and not self.terminations[agent]
        self.truncations = dict.fromkeys(self.agents, is_over)
        self.rewards = dict.fromkeys(self.agents, reward)
        self.infos = self._infos()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return what the agent whose turn it is sees, in ``"ansi"`` mode."""
        if self.render_mode is None or not self.agents:
            return None
        return str(self.infos[self.agent_selection]["text"])

    def _move(self, agent: str, action: str) -> float:
        """Do an action, or wait; return what it earned."""
        stage = self.stage
        if not stage.can_act(agent):
            self._refused[agent] = action != WAIT
            return 0.0
        stage.do(agent, action)
        scene = stage.world.scene
        self._refused[agent] = scene.inadmissible
        if scene.terminated:
            self.terminations = dict.fromkeys(self.agents, True)
        return scene.reward

    def _infos(self) -> dict[str, Info]:
        return {
            agent: self.stage.info(agent, is_refused=self._refused[agent], may_wait=False)
            for agent in self.agents
        }
