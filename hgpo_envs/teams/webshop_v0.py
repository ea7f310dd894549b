"""PettingZoo environments: a searcher and a decider in a shop."""

from hgpo_envs.teams.aec import TeamAECEnv
from hgpo_envs.teams.parallel import TeamParallelEnv
from hgpo_envs.teams.stage import Codes, Stage
from hgpo_envs.teams.zoo import AECEnv, OrderEnforcingWrapper

ID, NAME = "WebShopTeam-v0", "hgpo_webshop_team_v0"
MAX_CYCLES = 15


def env(
    *,
    split: str | None = None,
    max_cycles: int = MAX_CYCLES,
    render_mode: str | None = None,
    **options: object,
) -> AECEnv[str, Codes, int | str | None]:
    """Make the environment in which one moves after the other, with misuse reported.

    Args:
        split: as ``hgpo_envs.make`` takes it.
        max_cycles: after so many moves of each an episode is truncated.
        render_mode: ``"ansi"`` or None.
        **options: of ``WebShopTeam-v0``.

    Raises:
        EnvInputError: as ``hgpo_envs.make`` says.
    """
    raw = raw_env(split=split, max_cycles=max_cycles, render_mode=render_mode, **options)
    return OrderEnforcingWrapper(raw)


def raw_env(
    *,
    split: str | None = None,
    max_cycles: int = MAX_CYCLES,
    render_mode: str | None = None,
    **options: object,
) -> TeamAECEnv:
    """Make the same environment without the wrapper."""
    stage = Stage(ID, split, options)
    return TeamAECEnv(stage, name=NAME, max_cycles=max_cycles, render_mode=render_mode)


def parallel_env(
    *,
    split: str | None = None,
    max_cycles: int = MAX_CYCLES,
    render_mode: str | None = None,
    **options: object,
) -> TeamParallelEnv:
    """Make the environment in which both answer at once."""
    stage = Stage(ID, split, options)
    return TeamParallelEnv(stage, name=NAME, max_cycles=max_cycles, render_mode=render_mode)
