"""Choose uniformly among the admissible actions, open ones filled in from the instruction."""

from collections.abc import Sequence

from agents.candidates import candidates
from agents.policy import Actions, Floats
from hgpo_envs.context import Context
from hgpo_envs.errors import EnvInputError


class RandomPolicy:
    """The least that an agent can do; every board needs it as its floor."""

    name = "random"

    def flops(self, contexts: Sequence[Context]) -> int:
        """Return 0: nothing is computed."""
        return 0

    def act(
        self,
        contexts: Sequence[Context],
        *,
        members: Sequence[int],
        draws: Floats,
        temperature: float = 1.0,
    ) -> Actions:
        """Choose one candidate a context, each alike.

        Raises:
            EnvInputError: a context has no list of admissible actions.
        """
        texts = []
        for context, draw in zip(contexts, draws, strict=True):
            choices = candidates(context)
            if not choices:
                raise EnvInputError(
                    "the random agent chooses among admissible actions, and this environment "
                    "lists none. Use an agent that writes its own."
                )
            texts.append(choices[int(draw * len(choices))])
        return Actions(texts=tuple(texts))
