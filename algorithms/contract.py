"""Say what an algorithm is: hyper-parameters, advantages, a loss."""

from typing import TYPE_CHECKING, Protocol

from algorithms.batch import StepBatch
from algorithms.grouping import Floats

if TYPE_CHECKING:
    from algorithms.losses import Metrics, Tensor


class Algorithm(Protocol):
    """Credit steps and turn the credit into a loss.

    An algorithm is a frozen dataclass of hyper-parameters of plain types with defaults, validated
    when it is made, and without any state.
    """

    @property
    def needs_critic(self) -> bool:
        """Whether ``batch.value`` and ``inputs.value`` must be there, and `value_targets` is."""

    @property
    def needs_reference(self) -> bool:
        """Whether the policy is held on to a reference, in the loss or in the rewards."""

    @property
    def needs_greedy_return(self) -> bool:
        """Whether ``batch.greedy_return`` must be there."""

    @property
    def needs_entropy(self) -> bool:
        """Whether ``batch.entropy`` must be there."""

    @property
    def needs_trajectories(self) -> bool:
        """Whether the loss must see whole trajectories, and be told which rows are whose."""

    @property
    def needs_rollout_logp(self) -> bool:
        """Whether ``inputs.rollout_logp`` must be there."""

    @property
    def reward_kl(self) -> float:
        """How much of each step's estimated divergence from the reference its reward loses."""

    @property
    def kl_estimator(self) -> str:
        """How that divergence is estimated: ``k1``, ``k2`` or ``k3``."""

    @property
    def sampling_rounds(self) -> int:
        """How often a batch may be sampled until its groups have contrast; 1: as it comes."""

    @property
    def history(self) -> int:
        """How many steps before the present one the estimator looks at; 0: the state alone."""

    def advantages(self, batch: StepBatch) -> Floats:
        """Credit each step; one finite number a row of the batch, in its order [N]."""

    def value_targets(self, batch: StepBatch) -> Floats:
        """Give what the critic should have said of each step's state [N].

        Raises:
            AlgorithmInputError: if the algorithm has no critic.
        """

    def loss(
        self,
        *,
        logp: "Tensor",
        old_logp: "Tensor",
        advantage: "Tensor",
        mask: "Tensor",
        ref_logp: "Tensor | None" = None,
        entropy: "Tensor | None" = None,
        value: "Tensor | None" = None,
        old_value: "Tensor | None" = None,
        value_target: "Tensor | None" = None,
        weight: "Tensor | None" = None,
        row_weight: "Tensor | None" = None,
        rollout_logp: "Tensor | None" = None,
        trajectory: "Tensor | None" = None,
    ) -> "tuple[Tensor, Metrics]":
        """Compute the scalar to descend and what to log of it; see `ClippedSurrogate.loss`."""
