"""Many environments at once, in groups that share a task."""

from hgpo_envs.vector.crew import Loss
from hgpo_envs.vector.group import GroupVectorEnv
from hgpo_envs.vector.players import Outcome
from hgpo_envs.vector.recipe import EnvRecipe
from hgpo_envs.vector.transport import (
    Launcher,
    Transport,
    WorkerLostError,
    WorkerSilentError,
)

__all__ = [
    "EnvRecipe",
    "GroupVectorEnv",
    "Launcher",
    "Loss",
    "Outcome",
    "Transport",
    "WorkerLostError",
    "WorkerSilentError",
]
