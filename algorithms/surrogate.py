"""The loss that the zoo's algorithms share, and its hyper-parameters.

Source: Schulman et al. 2017, Proximal Policy Optimization Algorithms (arXiv 1707.06347 v2), Eq. 7
(clipped surrogate) and Eq. 9 (its sum with a value error and an entropy bonus); Shao et al. 2024,
DeepSeekMath (arXiv 2402.03300 v3), Eq. 3 (the penalty for leaving the reference policy as a term
of the loss).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from algorithms.batch import StepBatch
from algorithms.errors import AlgorithmInputError
from algorithms.grouping import Floats
from algorithms.hyperparameters import require_choice, require_number

if TYPE_CHECKING:
    from algorithms.losses import LossInputs, Metrics, Tensor

KL_ESTIMATORS = ("k1", "k2", "k3")
"""Schulman 2020, Approximating KL Divergence: of log p − log q, half its square, and the unbiased
estimator that is never negative."""

AGGREGATES = ("token", "row")
"""What counts alike in the loss: every token of the batch, or every row (step, sequence)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClippedSurrogate:
    """Hold what the clipped surrogate, the reference penalty and the entropy bonus need."""

    clip_low: float = 0.2
    """How far below 1 the importance ratio counts."""
    clip_high: float = 0.2
    """How far above 1 the importance ratio counts."""
    kl_coefficient: float = 0.01
    """Weight of the estimated divergence from the reference policy; 0: no reference is needed."""
    kl_estimator: str = "k3"
    """``k1``, ``k2`` or ``k3``."""
    entropy_coefficient: float = 0.0
    """Weight of the policy's entropy, which the loss rewards."""
    aggregate: str = "token"
    """``token``: mean over the batch's tokens; ``row``: mean over rows of each row's mean."""

    needs_critic: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Check the ranges."""
        require_number("clip_low", self.clip_low, low=0.0, high=1.0)
        require_number("clip_high", self.clip_high, low=0.0)
        require_number("kl_coefficient", self.kl_coefficient, low=0.0)
        require_choice("kl_estimator", self.kl_estimator, KL_ESTIMATORS)
        require_number("entropy_coefficient", self.entropy_coefficient, low=0.0)
        require_choice("aggregate", self.aggregate, AGGREGATES)

    @property
    def needs_reference(self) -> bool:
        """Whether the loss holds on to a reference policy."""
        return self.kl_coefficient > 0.0

    def value_targets(self, batch: StepBatch) -> Floats:
        """Refuse: an algorithm that compares trajectories in groups has no critic to train."""
        raise AlgorithmInputError(
            f"{type(self).__name__} has no critic, hence no value targets for {len(batch)} steps. "
            "Ask only algorithms whose needs_critic is true."
        )

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
    ) -> "tuple[Tensor, Metrics]":
        """Compute the scalar to descend on a minibatch.

        Args:
            logp: log π of each token that was sampled, with gradient [N, T].
            old_logp: log π_old of the same tokens, when they were sampled [N, T].
            advantage: of each row [N] or each token [N, T].
            mask: true at tokens that count [N, T].
            ref_logp: log π_ref of the same tokens; needed if kl_coefficient > 0 [N, T].
            entropy: of π before each token; needed if entropy_coefficient > 0 [N, T].
            value: the critic's value of each row's state, with gradient [N].
            old_value: what the critic said when it acted [N].
            value_target: what it should have said, from `value_targets` [N].
            weight: of each token in the mean, where a batch is split for accumulation [N, T].
            row_weight: of each row in the critic's error, likewise [N].

        Returns:
            The loss, a scalar, and its metrics: detached scalars by name.

        Raises:
            AlgorithmInputError: if a shape is wrong, or a tensor that a setting needs is missing.
        """
        from algorithms.losses import LossInputs

        return self.objective(
            LossInputs(
                logp=logp,
                old_logp=old_logp,
                advantage=advantage,
                mask=mask,
                ref_logp=ref_logp,
                entropy=entropy,
                value=value,
                old_value=old_value,
                value_target=value_target,
                weight=weight,
                row_weight=row_weight,
            )
        )

    def objective(self, inputs: "LossInputs") -> "tuple[Tensor, Metrics]":
        """Compute the clipped surrogate with its penalties; see `losses.surrogate_loss`."""
        from algorithms.losses import surrogate_loss  # torch is imported at use

        return surrogate_loss(inputs, self)
