"""The contract of everything that acts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hgpo_envs.context import Context

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Actions:
    """One answer a context.

    Attributes:
        texts: the actions, n of them.
        samples: what a learner needs to know of each answer (for a language model its token
            ids), n of them, opaque to everybody else; empty where nothing is learned.
        prompt_tokens: tokens read, all n answers together; 0 for a policy without tokens.
        generated_tokens: tokens written, all n answers together.
        format_invalid: for each answer whether no action could be read from it.
    """

    texts: tuple[str, ...]
    samples: tuple[object, ...] = ()
    prompt_tokens: int = 0
    generated_tokens: int = 0
    format_invalid: tuple[bool, ...] = ()


class Policy(Protocol):
    """Acts on contexts; sees nothing else of an environment."""

    @property
    def name(self) -> str:
        """The agent's kind, for records."""
        ...

    def flops(self, contexts: Sequence[Context]) -> int:
        """Return what ``act`` on these contexts will cost, in floating-point operations."""
        ...

    def act(
        self,
        contexts: Sequence[Context],
        *,
        members: Sequence[int],
        draws: Floats,
        temperature: float = 1.0,
    ) -> Actions:
        """Choose one action a context.

        Args:
            contexts: n contexts.
            members: n numbers, one an episode: the same episode has the same one at each step.
            draws: shape [n], uniform in [0, 1): the only randomness a policy may use.
            temperature: divides the logits of policies that sample; 0 takes the likeliest.

        Returns:
            n actions, in the order of ``contexts``.
        """
        ...
