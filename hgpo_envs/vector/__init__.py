"""Many environments at once, in groups that share a task."""

from hgpo_envs.vector.group import GroupVectorEnv, Outcome

__all__ = ["GroupVectorEnv", "Outcome"]
