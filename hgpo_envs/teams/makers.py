"""What makes PettingZoo's forms of one team; a module that offers them names what this has."""

from dataclasses import dataclass

from hgpo_envs.teams.aec import TeamAECEnv
from hgpo_envs.teams.parallel import TeamParallelEnv
from hgpo_envs.teams.stage import Codes, Stage
from hgpo_envs.teams.zoo import AECEnv, OrderEnforcingWrapper


@dataclass(frozen=True, slots=True, kw_only=True)
class Makers:
    """Makers of the environments of one team.

    Attributes:
        id: of the environment that plays the team as one player.
        name: what PettingZoo calls the environments.
        max_cycles: the usual limit of an episode.
    """

    id: str
    name: str
    max_cycles: int

    def env(
        self,
        *,
        split: str | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> AECEnv[str, Codes, int | str | None]:
        """Make the environment in which one moves after the other, with misuse reported.

        Args:
            split: as ``hgpo_envs.make`` takes it.
            max_cycles: after so many moves of each an episode is truncated; None takes the
                usual limit.
            render_mode: ``"ansi"`` or None.
            **options: of the environment that plays the team as one player.

        Raises:
            EnvInputError: as ``hgpo_envs.make`` says.
        """
        raw = self.raw_env(split=split, max_cycles=max_cycles, render_mode=render_mode, **options)
        return OrderEnforcingWrapper(raw)

    def raw_env(
        self,
        *,
        split: str | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> TeamAECEnv:
        """Make the same environment without the wrapper."""
        return TeamAECEnv(
            Stage(self.id, split, options),
            name=self.name,
            max_cycles=self.max_cycles if max_cycles is None else max_cycles,
            render_mode=render_mode,
        )

    def parallel_env(
        self,
        *,
        split: str | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> TeamParallelEnv:
        """Make the environment in which both answer at once."""
        return TeamParallelEnv(
            Stage(self.id, split, options),
            name=self.name,
            max_cycles=self.max_cycles if max_cycles is None else max_cycles,
            render_mode=render_mode,
        )
