"""PPO: a step is as good as what followed is better than the critic expected.

Source: Schulman et al. 2017, Proximal Policy Optimization Algorithms (arXiv 1707.06347 v2),
Section 5; Schulman et al. 2016, High-Dimensional Continuous Control Using Generalized Advantage
Estimation (arXiv 1506.02438 v6), Section 3.

Symbols: r_t reward of step t, s_t its state, V critic, δ_t temporal difference error, γ discount,
λ decay of the trace, y_t target of the critic, N steps.

Departures: a step is one turn of the agent (an action of any number of tokens), not one token. The
value after a trajectory's last step is 0 where it ended and the critic's where it was cut.
Advantages are centred and scaled over the batch, as is common, or by choice only centred or left
alone; the papers don't say, and published codes take the deviation of the population or, as here by
default, of a sample. Value clipping is not in the paper, but in the authors' code.
"""

from dataclasses import dataclass

import numpy as np

from algorithms.actor_critic import ActorCritic, critic_values
from algorithms.batch import StepBatch
from algorithms.errors import AlgorithmInputError
from algorithms.grouping import NO_ID, Floats
from algorithms.hyperparameters import require_number
from algorithms.returns import discounted_sum


@dataclass(frozen=True, slots=True, kw_only=True)
class PPO(ActorCritic):
    """Proximal Policy Optimization with generalised advantage estimation over steps."""

    discount: float = 0.95
    """γ."""
    gae_lambda: float = 0.95
    """λ; 0 trusts the critic one step ahead, 1 trusts the whole return."""

    def __post_init__(self) -> None:
        """Check the choices and ranges."""
        ActorCritic.__post_init__(self)
        require_number("discount", self.discount, low=0.0, high=1.0)
        require_number("gae_lambda", self.gae_lambda, low=0.0, high=1.0)

    def advantages(self, batch: StepBatch) -> Floats:
        """Compute Â_t = Σ_l (γλ)^l δ_{t+l}, then normalise it if asked to [N].

        Raises:
            AlgorithmInputError: if the batch lacks values, or the value after a cut.
        """
        return self.normalised(self._gae(batch))

    def value_targets(self, batch: StepBatch) -> Floats:
        """Compute y_t = V(s_t) + Â_t, with Â_t not normalised: the TD(λ) return [N].

        Raises:
            AlgorithmInputError: if the batch lacks values, or the value after a cut.
        """
        return critic_values(batch) + self._gae(batch)

    def _gae(self, batch: StepBatch) -> Floats:
        value_t = critic_values(batch)
        value_tp1 = np.where(
            batch.following == NO_ID, _final_values(batch), value_t[batch.following]
        )
        delta_t = batch.reward + self.discount * value_tp1 - value_t  # 2017, Eq. 12
        return discounted_sum(delta_t, batch.following, self.discount * self.gae_lambda)  # Eq. 11


def _final_values(batch: StepBatch) -> Floats:
    """Give the value after each row's step, were it its trajectory's last [N]."""
    if batch.truncated is None or not batch.truncated.any():
        return np.zeros(len(batch))
    if batch.bootstrap_value is None:
        raise AlgorithmInputError(
            f"{int(batch.truncated.sum())} trajectories were cut, and PPO needs the critic's value "
            "of the state after each. Pass StepBatch.from_arrays(bootstrap_value=...), or leave "
            "out truncated to take a cut for an end."
        )
    return np.where(batch.truncated, batch.bootstrap_value, 0.0)
