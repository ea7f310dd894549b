"""What both of PettingZoo's forms of a team have: its stage, its seats, and their spaces."""

from typing import ClassVar

from gymnasium.spaces import Box, Discrete

from hgpo_envs.teams.stage import Stage


class Seats:
    """A team at its stage.

    Attributes:
        stage: what is played.
        max_cycles: after so many cycles an episode is truncated.
        render_mode: ``"ansi"`` or None.
        possible_agents: the members' names.
        agents: those who still play.
    """

    metadata: ClassVar[dict[str, object]] = {}

    def __init__(
        self, stage: Stage, *, name: str, max_cycles: int, render_mode: str | None = None
    ) -> None:
        """Set the table for a team."""
        super().__init__()
        self.stage = stage
        self.metadata = {**self.metadata, "name": name}  # type: ignore[misc]
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = list(stage.agents)
        self.agents: list[str] = []
        self._cycles = 0

    def observation_space(self, agent: str) -> Box:
        """Return an agent's space of observations."""
        return self.stage.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return an agent's space of actions."""
        return self.stage.action_spaces[agent]

    def close(self) -> None:
        """Let go of what the shared environment holds."""
        self.stage.world.env.close()
