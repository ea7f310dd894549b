"""The planner's error."""

from hgpo_envs.errors import EnvInputError


class PlanningError(EnvInputError):
    """A game is beyond what the planner can do within its limits."""
