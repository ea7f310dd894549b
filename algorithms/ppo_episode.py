"""PPO as it is run as a baseline: every step is credited with its whole episode.

Source: Schulman et al. 2017, Proximal Policy Optimization Algorithms (arXiv 1707.06347 v2),
Section 5, in the form in which works on agents compare with it: the baseline of Feng et al. 2025,
Group-in-Group Policy Optimization for LLM Agent Training (arXiv 2505.10978 v3), and the trainer of
its authors' framework, verl-agent.

Symbols: R return of the episode, s_t state of step t, V critic, y_t target of the critic, N steps.

Departures: none from the baseline. There every step of an episode is a sequence of its own, whose
last token earns the episode's return; with discount and λ of 1 its advantage is that return less
the critic's value of the state. Nothing goes from one step to the next, rewards that were earned
before a step count as if it had earned them, and a cut counts as an end. `ppo` is the algorithm
with credit across steps.
"""

from dataclasses import dataclass

from algorithms.actor_critic import ActorCritic, critic_values
from algorithms.batch import StepBatch
from algorithms.grouping import Floats
from algorithms.returns import episode_return


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodePPO(ActorCritic):
    """Proximal Policy Optimization with the episode's return at every step."""

    def advantages(self, batch: StepBatch) -> Floats:
        """Compute Â_t = R − V(s_t), then normalise it if asked to [N].

        Raises:
            AlgorithmInputError: if the batch lacks values.
        """
        return self.normalised(self.value_targets(batch) - critic_values(batch))

    def value_targets(self, batch: StepBatch) -> Floats:
        """Compute y_t = R, the same at all steps of an episode [N]."""
        return episode_return(batch)[batch.trajectory]
