"""What the training loop asks of a policy that can learn, whatever it is made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from agents import Policy
from algorithms import Algorithm
from harness.charging import Charges, Plan
from harness.config.schema import WarmStartConfig
from hgpo_envs.context import Context

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Credit:
    """What an algorithm says of N decisions.

    Attributes:
        advantage: shape [N].
        value: what the critic said of each state, shape [N]; None without a critic.
        value_target: what it should have said, shape [N]; None without a critic.
        trajectory: whose each decision was, shape [N]; None unless the loss must know.
    """

    advantage: Floats
    value: Floats | None = None
    value_target: Floats | None = None
    trajectory: NDArray[np.int64] | None = None


class Backend(Protocol):
    """A policy, its optimiser and its reference, behind the few verbs of the loop.

    Every verb charges what it is about to compute to the meter of its purpose: ``rollout`` by
    the loop itself, ``reference``, ``critic`` and ``update`` here.
    """

    @property
    def policy(self) -> Policy:
        """Who acts."""
        ...

    def plan(self, steps: int, algorithm: Algorithm) -> Plan:
        """Return the most that a batch of at most ``steps`` decisions can take, by purpose."""
        ...

    def values(self, samples: Sequence[object], charges: Charges) -> Floats:
        """Return the critic's value of each decision's state, shape [N]."""
        ...

    def divergences(self, samples: Sequence[object], estimator: str, charges: Charges) -> Floats:
        """Estimate how far each decision's policy was from the reference, summed over its tokens.

        Args:
            samples: N decisions.
            estimator: ``k1``, ``k2`` or ``k3``.
            charges: ``reference`` is charged.

        Returns:
            One estimate a decision, shape [N].
        """
        ...

    def entropies(self, samples: Sequence[object]) -> Floats:
        """Return the policy's mean entropy over each decision's tokens when it was taken [N]."""
        ...

    def update(
        self,
        samples: Sequence[object],
        credit: Credit,
        algorithm: Algorithm,
        rng: np.random.Generator,
        charges: Charges,
    ) -> dict[str, float]:
        """Learn from a batch; return what to log."""
        ...

    def record(self, contexts: Sequence[Context], texts: Sequence[str]) -> Sequence[object]:
        """Turn an expert's actions into samples to imitate, N of them."""
        ...

    def imitation_plan(self, samples: Sequence[object], settings: WarmStartConfig) -> Plan:
        """Return the most that ``imitate`` on these samples will take, under ``warm_start``."""
        ...

    def imitate(
        self,
        samples: Sequence[object],
        settings: WarmStartConfig,
        rng: np.random.Generator,
        charges: Charges,
    ) -> list[float]:
        """Raise the likelihood of recorded actions; return the mean loss of each pass."""
        ...

    def freeze_reference(self) -> None:
        """Take the present policy as the reference that the KL penalty holds on to."""
        ...

    def state(self) -> Mapping[str, NDArray[np.generic]]:
        """Return all that a checkpoint needs to go on bit for bit."""
        ...

    def load_state(self, state: Mapping[str, NDArray[np.generic]]) -> None:
        """Go on from what ``state`` returned."""
        ...
