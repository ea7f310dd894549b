"""Long-horizon text environments behind one contract.

Importing this package registers its environments, and those that other installed packages bring,
with Gymnasium as ``hgpo_envs/ID``; that is the one thing that importing does.
"""

from hgpo_envs.panel import TaskPanel
from hgpo_envs.registry import make, register, register_all_in_gymnasium, spec, specs
from hgpo_envs.spec import EnvSpec
from hgpo_envs.table import ENVS
from hgpo_envs.text_env import Scene, TextEnv

register_all_in_gymnasium()
del register_all_in_gymnasium

__all__ = [
    "ENVS",
    "EnvSpec",
    "Scene",
    "TaskPanel",
    "TextEnv",
    "make",
    "register",
    "spec",
    "specs",
]
