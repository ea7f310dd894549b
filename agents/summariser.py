"""A policy that writes text, as the writer of a memory's summaries."""

from collections.abc import Callable

import numpy as np

from agents.policy import Policy
from hgpo_envs.context import Context, Template

_AS_IT_IS = Template("{{ observation }}")


class Summariser:
    """Let a policy answer a text: what ``SummaryMemory(summarise=...)`` calls.

    The text is the whole prompt, and what the policy answers is the summary. It answers at
    temperature 0, so that equal histories have equal summaries.

    Example:
        >>> from agents import Actions
        >>> class Parrot:
        ...     name = "parrot"
        ...     def flops(self, contexts): return 7
        ...     def act(self, contexts, *, members, draws, temperature=1.0):
        ...         texts = tuple(context.text[:5] for context in contexts)
        ...         return Actions(texts=texts, prompt_tokens=9, generated_tokens=1)
        >>> spent = []
        >>> Summariser(Parrot(), spend=lambda **amounts: spent.append(amounts))("Once upon a time")
        'Once'
        >>> spent
        [{'flops': 7}, {'prompt_tokens': 9, 'generated_tokens': 1}]
    """

    def __init__(self, policy: Policy, *, spend: Callable[..., None] | None = None) -> None:
        """Take the policy.

        Args:
            policy: one that reads a context's text and writes its own answer; one that chooses
                among admissible actions can't write.
            spend: called as ``spend(flops=...)`` before an answer and as
                ``spend(prompt_tokens=..., generated_tokens=...)`` after it, so that summaries
                are charged like other work; None counts nothing.
        """
        self._policy = policy
        self._spend = spend

    def __call__(self, text: str) -> str:
        """Return the policy's answer, without white space around it."""
        context = Context(
            instruction="",
            turns=(),
            notes=(),
            observation=text,
            admissible_actions=None,
            step=0,
            template=_AS_IT_IS,
        )
        if self._spend is not None:
            self._spend(flops=self._policy.flops([context]))
        answer = self._policy.act([context], members=[0], draws=np.zeros(1), temperature=0.0)
        if self._spend is not None:
            self._spend(
                prompt_tokens=answer.prompt_tokens, generated_tokens=answer.generated_tokens
            )
        return answer.texts[0].strip()
