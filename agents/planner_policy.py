"""Play what a world's planner says, with full knowledge of the world."""

from collections.abc import Sequence

from agents.policy import Actions, Floats
from hgpo_envs.context import Context
from hgpo_envs.errors import EnvInputError

EXTRA = "expert_action"
"""What the environment has to show for it."""


class PlannerPolicy:
    """The most that an agent can do: each action is the first of a shortest plan."""

    name = "planner"

    def flops(self, contexts: Sequence[Context]) -> int:
        """Return 0: a search, no arithmetic worth counting."""
        return 0

    def act(
        self,
        contexts: Sequence[Context],
        *,
        members: Sequence[int],
        draws: Floats,
        temperature: float = 1.0,
    ) -> Actions:
        """Return each context's expert action; where there is none, the first that is possible.

        Raises:
            EnvInputError: the environment was made without the extra ``expert_action``.
        """
        return Actions(texts=tuple(map(_action, contexts)))


def _action(context: Context) -> str:
    if EXTRA not in context.extras:
        raise EnvInputError(
            f"the planner agent plays what info[{EXTRA!r}] says, and the environment doesn't "
            f"show it. Make it with extras=({EXTRA!r},)."
        )
    action = context.extras[EXTRA]
    return str(action) if action is not None else next(iter(context.admissible_actions or ()), "")
