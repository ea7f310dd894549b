"""ALFWorld with generated games of kinds that the official data doesn't have."""

import os
from collections.abc import Sequence

from hgpo_envs.alfworld.env import ALFWorldEnv
from hgpo_envs.alfworld.generate import GivenDifficulty
from hgpo_envs.spec import EnvSpec


class ALFWorldHarderEnv(ALFWorldEnv):
    """Longer household tasks: three things, two stages, or several rooms."""

    def __init__(
        self,
        *,
        spec: EnvSpec,
        split: str,
        max_steps: int,
        extras: Sequence[str] = (),
        render_mode: str | None = None,
        games: Sequence[str | os.PathLike[str]] | None = None,
        difficulty: GivenDifficulty = None,
        task_types: str | int | Sequence[str | int] | None = None,
        engine: str | None = None,
    ) -> None:
        """Open the games; what only official data has can't be asked for.

        Args:
            spec: the registry's entry, whose id says which kind of games.
            split: generated split; not looked at where ``games`` is given.
            max_steps: step cap.
            extras: as ``ALFWorldEnv`` says, and so for the rest.
            render_mode: ``"ansi"`` or None.
            games: game files or folders to play instead of a split.
            difficulty: level of the games, or a mapping from knobs to values.
            task_types: names of the task types to play.
            engine: ``"fast"``, ``"textworld"`` or ``"auto"``.

        Raises:
            EnvInputError: as ``ALFWorldEnv`` says.
        """
        super().__init__(
            spec=spec,
            split=split,
            max_steps=max_steps,
            extras=extras,
            render_mode=render_mode,
            games=games,
            difficulty=difficulty,
            task_types=task_types,
            engine=engine,
        )
