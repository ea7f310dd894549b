"""A team in PettingZoo's form of all agents at once (parallel)."""

from collections.abc import Mapping
from typing import ClassVar

from hgpo_envs.teams.seats import Seats
from hgpo_envs.teams.stage import WAIT, Codes
from hgpo_envs.teams.zoo import ParallelEnv
from hgpo_envs.text_env import Info

Step = tuple[dict[str, Codes], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]


class TeamParallelEnv(Seats, ParallelEnv[str, Codes, int | str]):  # type: ignore[misc]  # untyped package
    """Everybody answers at once to what it saw before the step; anybody may wait.

    What one says, the other hears with the next step. Observations, actions and rewards are those
    of ``TeamAECEnv``.

    Attributes:
        max_cycles: after so many steps an episode is truncated.
    """

    metadata: ClassVar[dict[str, object]] = {
        "render_modes": ["ansi"],
        "render_fps": 1,
        "name": "hgpo_team_v0",
    }

    def reset(
        self, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[dict[str, Codes], dict[str, Info]]:
        """Start ``options["task"]``, or a task that is drawn.

        Raises:
            UnknownNameError: there is no such task.
        """
        self.stage.begin(seed, options)
        self.agents = list(self.possible_agents)
        self._cycles = 0
        return self._observations(), self._infos({})

    def step(self, actions: Mapping[str, int | str]) -> Step:
        """Do everybody's action.

        Raises:
            EnvInputError: an action is neither a number nor a text.
        """
        agents, stage = self.agents, self.stage
        chosen = {
            agent: stage.named(agent, actions.get(agent, WAIT), may_wait=True) for agent in agents
        }
        free = {agent: stage.can_act(agent) for agent in agents}
        refused, reward, is_over = dict.fromkeys(agents, False), 0.0, False
        for agent in reversed(agents):  # what is said now is heard after what is done now
            if chosen[agent] == WAIT or not free[agent]:
                refused[agent] = chosen[agent] != WAIT
                continue
            stage.do(agent, chosen[agent])
            scene = stage.world.scene
            refused[agent] = scene.inadmissible
            reward += scene.reward
            is_over = is_over or scene.terminated
        self._cycles += 1
        is_cut = self._cycles >= self.max_cycles and not is_over
        told = self._observations(), dict.fromkeys(agents, reward)
        ends = dict.fromkeys(agents, is_over), dict.fromkeys(agents, is_cut)
        infos = self._infos(refused)
        if is_over or is_cut:
            self.agents = []
        return *told, *ends, infos

    def render(self) -> str | None:
        """Return what everybody sees, in ``"ansi"`` mode."""
        if self.render_mode is None or not self.agents:
            return None
        views = self._infos({})
        return "\n\n".join(f"{agent}: {info['text']}" for agent, info in views.items())

    def _observations(self) -> dict[str, Codes]:
        return {agent: self.stage.observation(agent) for agent in self.agents}

    def _infos(self, refused: Mapping[str, bool]) -> dict[str, Info]:
        return {
            agent: self.stage.info(agent, is_refused=refused.get(agent, False), may_wait=True)
            for agent in self.agents
        }
