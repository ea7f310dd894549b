"""Turn advantages into a scalar to descend; the one place of this floor that imports torch.

One implementation serves language models (T tokens a row) and policies that choose among listed
actions (T = 1). A minibatch's loss is a weighted sum over its tokens, so accumulated gradients
equal the full batch's if the weights are taken over the full batch and then sliced.

A file a piece: `inputs` the tensors, `weighting` what a token counts, `ratios` of two policies,
`trajectories` sums over their rows, `divergence` from the reference, `surrogate` the policy's loss,
`critic` the critic's. A policy loss of another kind is another `GainOf`, given to `surrogate_loss`.

Symbols: N rows (steps), T tokens a row, π the policy, π_old the one that acted, π_ref the
reference policy.
"""

from torch import Tensor

from algorithms.losses.critic import value_loss
from algorithms.losses.divergence import kl_estimate, row_divergence
from algorithms.losses.inputs import LossInputs, Metrics
from algorithms.losses.ratios import importance_ratio, pool, rollout_correction
from algorithms.losses.surrogate import Gain, GainOf, Terms, clipped_gain, surrogate_loss
from algorithms.losses.weighting import token_weights

__all__ = [
    "Gain",
    "GainOf",
    "LossInputs",
    "Metrics",
    "Tensor",
    "Terms",
    "clipped_gain",
    "importance_ratio",
    "kl_estimate",
    "pool",
    "rollout_correction",
    "row_divergence",
    "surrogate_loss",
    "token_weights",
    "value_loss",
]
