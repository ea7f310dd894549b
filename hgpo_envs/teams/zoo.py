"""PettingZoo, or an error that says how to get it."""

from hgpo_envs.errors import MissingPackageError

try:
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ModuleNotFoundError as error:
    raise MissingPackageError(
        "teams with several agents need PettingZoo, which is not installed. Get it with "
        "pip install 'hgpo-bench[teams]', or make the environment by its id, which plays a team "
        "as one player and needs nothing."
    ) from error

__all__ = ["AECEnv", "OrderEnforcingWrapper", "ParallelEnv"]
