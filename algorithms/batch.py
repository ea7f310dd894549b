"""Hold the steps of a batch of trajectories as arrays, one row a step.

Symbols: N rows (steps), E trajectories, k how many steps before the present one a context holds.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from algorithms.columns import Bools, as_bools, as_floats, as_steps, require_same_length
from algorithms.errors import AlgorithmInputError
from algorithms.grouping import NO_ID, Floats, Ids, Ints, factorise, factorise_pairs


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StepBatch:
    """Carry what an estimator may look at; build it with `from_arrays`, which checks it.

    Rows stand in any order. A trajectory's steps are consecutive numbers; where a batch holds only
    a part of a trajectory, contexts begin and returns end with that part.
    """

    group: Ints
    """[N] dense id of the task group: the trajectories that are compared with each other."""
    trajectory: Ints
    """[N] dense id of the trajectory; the same given id in two groups is two trajectories."""
    step: Ints
    """[N] number of the step within its trajectory."""
    reward: Floats
    """[N] reward that the step earned."""
    anchor: Ints | None
    """[N] dense id of the state in which the step was taken; None if not given."""
    value: Floats | None
    """[N] the critic's value of the state in which the step was taken; None without a critic."""
    truncated: Bools | None
    """[N] true at a last step after which the trajectory was cut, not over; None: none was."""
    bootstrap_value: Floats | None
    """[N] the critic's value of the state after a truncated step; other rows are not read."""
    length: Ints | None
    """[N] how many tokens the step generated; None if not given."""
    greedy_return: Floats | None
    """[N] return of an episode of the row's task, played greedily; None if not given."""
    entropy: Floats | None
    """[N] mean entropy of the policy over the tokens of the step; None if not given."""
    previous: Ints
    """[N] row of the step before in the same trajectory, -1 at its first step."""
    following: Ints
    """[N] row of the step after in the same trajectory, -1 at its last step."""
    given_anchor: Ids | None = field(default=None, repr=False)
    """[N] the states' ids as they were given, for likeness of texts; None if not given."""
    _levels: list[Ints] = field(default_factory=list, init=False, repr=False)

    @classmethod
    def from_arrays(
        cls,
        *,
        group: Ids,
        trajectory: Ids,
        step: ArrayLike,
        reward: ArrayLike,
        anchor: Ids | None = None,
        value: ArrayLike | None = None,
        truncated: ArrayLike | None = None,
        bootstrap_value: ArrayLike | None = None,
        length: ArrayLike | None = None,
        greedy_return: ArrayLike | None = None,
        entropy: ArrayLike | None = None,
    ) -> "StepBatch":
        """Check the columns and number their ids.

        Args:
            group: task group of each step: ints, strings or other hashables [N].
            trajectory: trajectory of each step, likewise; it need only be unique in its group [N].
            step: number of the step within its trajectory, an integer of 0 or more [N].
            reward: finite reward of each step [N].
            anchor: state of each step, an id like the others; for algorithms that group states [N].
            value: finite value of each step's state; for algorithms with a critic [N].
            truncated: whether the trajectory was cut after this, its last, step [N].
            bootstrap_value: finite value of the state after the step [N].
            length: number of tokens that the step generated, an integer of 0 or more [N].
            greedy_return: finite return of a greedy episode of the step's task [N].
            entropy: finite mean entropy of the policy over the step's tokens, in nats [N].

        Returns:
            The batch, its rows in the order given.

        Raises:
            AlgorithmInputError: if a shape, type or value is wrong, or the steps of a trajectory
                are not consecutive.

        Example:
            >>> batch = StepBatch.from_arrays(
            ...     group=[7, 7], trajectory=["a", "a"], step=[1, 0], reward=[1.0, 0.0]
            ... )
            >>> batch.previous
            array([ 1, -1])
        """
        group_id = factorise(group, name="group")
        given_trajectory = factorise(trajectory, name="trajectory")
        columns = {
            "group": group_id,
            "trajectory": given_trajectory,
            "step": (steps := as_steps("step", step)),
            "reward": (rewards := as_floats("reward", reward)),
            "anchor": (anchors := None if anchor is None else factorise(anchor, name="anchor")),
            "value": (values := None if value is None else as_floats("value", value)),
            "truncated": (cuts := None if truncated is None else as_bools("truncated", truncated)),
            "bootstrap_value": (
                bootstraps := None
                if bootstrap_value is None
                else as_floats("bootstrap_value", bootstrap_value)
            ),
            "length": (lengths := None if length is None else as_steps("length", length)),
            "greedy_return": (
                greedy_returns := None
                if greedy_return is None
                else as_floats("greedy_return", greedy_return)
            ),
            "entropy": (entropies := None if entropy is None else as_floats("entropy", entropy)),
        }
        require_same_length(columns)
        trajectory_id = factorise_pairs(group_id, given_trajectory)
        previous, following = _neighbours(trajectory_id, steps)
        _require_cut_at_end(cuts, following)
        return cls(
            group=group_id,
            trajectory=trajectory_id,
            step=steps,
            reward=rewards,
            anchor=anchors,
            value=values,
            truncated=cuts,
            bootstrap_value=bootstraps,
            length=lengths,
            greedy_return=greedy_returns,
            entropy=entropies,
            previous=previous,
            following=following,
            given_anchor=anchor,
        )

    def __len__(self) -> int:
        """Count the rows."""
        return self.group.size

    def group_of_trajectory(self) -> Ints:
        """Give each trajectory's group id [E]."""
        of_trajectory = np.zeros(int(self.trajectory.max(initial=-1)) + 1, dtype=np.int64)
        of_trajectory[self.trajectory] = self.group
        return of_trajectory

    def level(self, k: int) -> Ints:
        """Group the steps that share their task group and context C_k.

        C_k is the anchor of a step together with the anchors of the k steps before it; C_0 is its
        anchor alone. Ids are exact: they are equal only where all k + 1 anchors and the group are.

        Args:
            k: steps of history in the context, 0 or more.

        Returns:
            Dense ids [N], -1 at steps with fewer than k steps before them.

        Raises:
            AlgorithmInputError: if the batch has no anchors, or k is negative.
        """
        if k < 0:
            raise AlgorithmInputError(f"a context's history is {k} steps; expected 0 or more.")
        if self.anchor is None:
            raise AlgorithmInputError(
                "the batch has no anchors, so its steps can't be grouped by state. Pass "
                "StepBatch.from_arrays(anchor=...), one id of the state a step."
            )
        while len(self._levels) <= k:
            self._levels.append(self._next_level(self.anchor))
        return self._levels[k]

    def _next_level(self, anchor: Ints) -> Ints:
        if not self._levels:
            return factorise_pairs(self.group, anchor)
        # C_k of a step is its anchor and C_(k-1) of the step before.
        before = np.append(self._levels[-1], NO_ID)[self.previous]
        known = np.flatnonzero(before != NO_ID)
        level = np.full(len(self), NO_ID, dtype=np.int64)
        level[known] = factorise_pairs(before[known], anchor[known])
        return level


def _neighbours(trajectory: Ints, step: Ints) -> tuple[Ints, Ints]:
    """Find the rows of the steps before and after each row's; raise if steps are missing."""
    order = np.lexsort((step, trajectory))
    joined = trajectory[order][1:] == trajectory[order][:-1]
    jump = np.diff(step[order])
    broken = np.flatnonzero(joined & (jump != 1))
    if broken.size:
        row, next_row = int(order[broken[0]]), int(order[broken[0] + 1])
        raise AlgorithmInputError(
            f"the steps of a trajectory must be consecutive; rows {row} and {next_row} are its "
            f"steps {step[row]} and {step[next_row]}. Give every step once, or a trajectory id of "
            "its own to each trajectory of a group."
        )
    earlier, later = order[:-1][joined], order[1:][joined]
    previous = np.full(step.size, NO_ID, dtype=np.int64)
    following = np.full(step.size, NO_ID, dtype=np.int64)
    previous[later] = earlier
    following[earlier] = later
    return previous, following


def _require_cut_at_end(truncated: Bools | None, following: Ints) -> None:
    if truncated is None:
        return
    inside = np.flatnonzero(truncated & (following != NO_ID))
    if inside.size:
        raise AlgorithmInputError(
            f"truncated is true at row {inside[0]}, which is not its trajectory's last step; "
            "a trajectory is cut after its last step only."
        )
