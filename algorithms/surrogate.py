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

KL_PLACES = ("loss", "reward")
"""Where the divergence from the reference is taken off."""

AGGREGATES = ("token", "row", "trajectory", "constant")
"""What counts alike in the loss: every token of the batch, every row (step, answer), every
trajectory, or every token whatever their number (rows times a constant divide the sum)."""

RATIO_LEVELS = ("token", "row", "trajectory")
"""What an importance ratio is taken over."""

RATIO_POOLINGS = ("mean", "sum")
"""How the log-ratios of a row's or trajectory's tokens become one."""

RATIO_GRADIENTS = ("level", "token")
"""Whether a pooled ratio has the gradient of all its tokens, or at each token of that one alone."""

BEYOND = ("cap", "drop")
"""What becomes of a weight beyond its cap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClippedSurrogate:
    """Hold what the clipped surrogate, the reference penalty and the entropy bonus need."""

    clip_low: float = 0.2
    """How far below 1 the importance ratio counts."""
    clip_high: float = 0.2
    """How far above 1 the importance ratio counts."""
    dual_clip: float | None = None
    """How often a negative advantage counts at most, whatever the ratio; None: no bound."""
    ratio_level: str = "token"
    """``token``, ``row`` or ``trajectory``: what the importance ratio is taken over."""
    ratio_pooling: str = "mean"
    """``mean`` of the log-ratios over a row or trajectory (a geometric mean), or their ``sum``."""
    ratio_gradient: str = "level"
    """``level``: a pooled ratio has the gradient of all its tokens; ``token``: of each its own."""
    kl_coefficient: float = 0.01
    """Weight of the estimated divergence from the reference policy; 0: no reference is needed."""
    kl_estimator: str = "k3"
    """``k1``, ``k2`` or ``k3``."""
    kl_place: str = "loss"
    """``loss``, or ``reward``: taken off each step's reward, summed over its tokens."""
    entropy_coefficient: float = 0.0
    """Weight of the policy's entropy, which the loss rewards."""
    aggregate: str = "token"
    """``token``: mean over the batch's tokens; ``row``: mean over rows of each row's mean;
    ``trajectory``: mean over trajectories of each one's mean; ``constant``: sum over tokens,
    divided by rows times ``length_constant``."""
    length_constant: float = 1.0
    """Tokens; what ``constant`` divides a row's sum by."""
    rollout_cap: float | None = None
    """Greatest weight π_old / π_rollout of what another engine sampled; None: not corrected."""
    rollout_floor: float = 0.0
    """Least such weight."""
    rollout_level: str = "token"
    """``token``, ``row`` or ``trajectory``: what that weight is taken over."""
    rollout_beyond: str = "cap"
    """``cap``: weights beyond cap and floor are those; ``drop``: what is beyond does not count."""

    needs_critic: ClassVar[bool] = False
    needs_greedy_return: ClassVar[bool] = False
    needs_entropy: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Check the ranges."""
        require_number("clip_low", self.clip_low, low=0.0, high=1.0)
        require_number("clip_high", self.clip_high, low=0.0)
        require_number("kl_coefficient", self.kl_coefficient, low=0.0)
        require_choice("kl_estimator", self.kl_estimator, KL_ESTIMATORS)
        require_number("entropy_coefficient", self.entropy_coefficient, low=0.0)
        require_choice("kl_place", self.kl_place, KL_PLACES)
        require_choice("aggregate", self.aggregate, AGGREGATES)
        require_number("length_constant", self.length_constant, low=1e-6)
        require_choice("ratio_level", self.ratio_level, RATIO_LEVELS)
        require_choice("ratio_pooling", self.ratio_pooling, RATIO_POOLINGS)
        require_choice("ratio_gradient", self.ratio_gradient, RATIO_GRADIENTS)
        require_number("rollout_floor", self.rollout_floor, low=0.0, high=1.0)
        require_choice("rollout_level", self.rollout_level, RATIO_LEVELS)
        require_choice("rollout_beyond", self.rollout_beyond, BEYOND)
        for name in ("dual_clip", "rollout_cap"):
            if (given := getattr(self, name)) is not None:
                require_number(name, given, low=1.0)

    @property
    def needs_reference(self) -> bool:
        """Whether the policy is held on to a reference."""
        return self.kl_coefficient > 0.0

    @property
    def needs_trajectories(self) -> bool:
        """Whether the loss must see whole trajectories, and which rows are whose."""
        corrected = self.rollout_cap is not None and self.rollout_level == "trajectory"
        return corrected or "trajectory" in (self.ratio_level, self.aggregate)

    @property
    def needs_rollout_logp(self) -> bool:
        """Whether the loss must know with which probabilities the engine that played sampled."""
        return self.rollout_cap is not None

    @property
    def reward_kl(self) -> float:
        """How much of the divergence from the reference is taken off the rewards."""
        return self.kl_coefficient if self.kl_place == "reward" else 0.0

    @property
    def sampling_rounds(self) -> int:
        """How often a batch may be sampled until its groups have contrast; 1: as it comes."""
        return 1

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
        rollout_logp: "Tensor | None" = None,
        trajectory: "Tensor | None" = None,
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
            rollout_logp: log-probability of the same tokens where they were sampled; needed if
                rollout_cap is set [N, T].
            trajectory: integer id of each row's trajectory; needed if a ratio is taken over
                trajectories, all rows of which must be there [N].

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
                rollout_logp=rollout_logp,
                trajectory=trajectory,
            )
        )

    def objective(self, inputs: "LossInputs") -> "tuple[Tensor, Metrics]":
        """Compute the clipped surrogate with its penalties; see `losses.surrogate_loss`."""
        from algorithms.losses import surrogate_loss  # torch is imported at use

        return surrogate_loss(inputs, self)
