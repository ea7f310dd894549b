"""ALFWorld for a planner and an executor, one view after the other."""

import os
from collections.abc import Sequence

from hgpo_envs.alfworld.env import ALFWorldEnv
from hgpo_envs.alfworld.generate import GivenDifficulty
from hgpo_envs.spec import EnvSpec
from hgpo_envs.teams.env import TeamEnv
from hgpo_envs.teams.household import HouseholdTeam


class ALFWorldTeamEnv(TeamEnv):
    """Household tasks for a planner, who knows the task, and an executor, who hears the planner.

    One step is a message or a command: an episode of 100 steps has 50 commands.
    """

    known_extras = ALFWorldEnv.known_extras

    def __init__(
        self,
        *,
        spec: EnvSpec,
        split: str,
        max_steps: int,
        extras: Sequence[str] = (),
        render_mode: str | None = None,
        data: str | os.PathLike[str] | None = None,
        games: Sequence[str | os.PathLike[str]] | None = None,
        difficulty: GivenDifficulty = None,
        task_types: str | int | Sequence[str | int] | None = None,
        engine: str | None = None,
    ) -> None:
        """Open the games.

        Args:
            spec: the registry's entry.
            split: generated or official split; not looked at where ``games`` is given.
            max_steps: cap on messages and commands together.
            extras: as ``ALFWorldEnv`` says; ``"expert_action"`` is what to do next, for the
                planner to say and for the executor to do.
            render_mode: ``"ansi"`` or None.
            data: as ``ALFWorldEnv`` says, and so for the rest.
            games: likewise.
            difficulty: likewise.
            task_types: likewise.
            engine: likewise.

        Raises:
            EnvInputError: as ``ALFWorldEnv`` says.
        """
        env = ALFWorldEnv(
            spec=spec,
            split=split,
            max_steps=max_steps,
            extras=extras,
            data=data,
            games=games,
            difficulty=difficulty,
            task_types=task_types,
            engine=engine,
        )
        super().__init__(
            HouseholdTeam(env),
            panel=env.panel,
            max_steps=max_steps,
            extras=extras,
            render_mode=render_mode,
        )
