"""Play as a world's scripted expert does."""

from collections.abc import Callable, Sequence
from typing import Protocol

from agents.policy import Actions, Floats
from hgpo_envs.context import Context
from hgpo_envs.errors import EnvInputError


class Expert(Protocol):
    """A scripted player of one world: reads what a person would read."""

    def reset(self, opening_text: str) -> None:
        """Start an episode."""
        ...

    def act(self, observation: str, admissible: tuple[str, ...]) -> str:
        """Choose an action on the current observation."""
        ...


class ExpertPolicy:
    """Wrap a world's expert, or another script that plays in it.

    There is one an episode, made when its first context comes.
    """

    def __init__(self, make_expert: Callable[[], Expert], name: str = "expert") -> None:
        self.name = name
        self._make = make_expert
        self._experts: dict[int, Expert] = {}

    def flops(self, contexts: Sequence[Context]) -> int:
        """Return 0: a script, no arithmetic worth counting."""
        return 0

    def act(
        self,
        contexts: Sequence[Context],
        *,
        members: Sequence[int],
        draws: Floats,
        temperature: float = 1.0,
    ) -> Actions:
        """Ask each episode's expert.

        Raises:
            EnvInputError: an episode is met for the first time after its first step.
        """
        texts = []
        for context, member in zip(contexts, members, strict=True):
            if context.step == 0:
                self._experts[member] = self._make()
                self._experts[member].reset(context.observation)
            expert = self._experts.get(member)
            if expert is None:
                raise EnvInputError(
                    f"the {self.name} meets episode {member} at its step {context.step + 1}; "
                    "it has to be asked from the first step on."
                )
            texts.append(expert.act(context.observation, context.admissible_actions or ()))
        return Actions(texts=tuple(texts))
