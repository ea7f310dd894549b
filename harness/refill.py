"""Fill a batch with groups that have contrast: dynamic sampling (DAPO, Section 3.2)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from harness.rollout import Ints, Rollout


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampled:
    """What was played for a batch, and what of it is learned from.

    Attributes:
        played: all rounds, one after the other.
        learned: the groups that are learned from; without a task where none had contrast.
        rounds: how often tasks were drawn.
    """

    played: Rollout
    learned: Rollout
    rounds: int = 1


def refill(first: Rollout, further: Iterator[Rollout], *, wanted: int) -> Sampled:
    """Drop groups whose returns are all equal and play further rounds until the batch is full.

    Args:
        first: the batch as it came.
        further: further rounds, each played when it is asked for.
        wanted: groups that fill a batch; the first so many with contrast are kept.
    """
    played, rounds = first, 1
    while len(with_contrast(played)) < wanted and (more := next(further, None)) is not None:
        played, rounds = joined(played, more), rounds + 1
    kept = with_contrast(played)[:wanted]
    return Sampled(played=played, learned=of_groups(played, kept), rounds=rounds)


def with_contrast(rollout: Rollout) -> list[int]:
    """Return the groups whose members' returns differ, in order."""
    returns = rollout.returns().reshape(len(rollout.tasks), rollout.group_size)
    return np.flatnonzero(returns.max(axis=1) > returns.min(axis=1)).tolist()


def joined(first: Rollout, second: Rollout) -> Rollout:
    """Put two rollouts of one group size after each other; the second's members are renumbered."""
    return Rollout(
        tasks=first.tasks + second.tasks,
        group_size=first.group_size,
        member=np.concatenate([first.member, second.member + len(first.won)]),
        step=np.concatenate([first.step, second.step]),
        reward=np.concatenate([first.reward, second.reward]),
        anchors=first.anchors + second.anchors,
        actions=first.actions + second.actions,
        inadmissible=np.concatenate([first.inadmissible, second.inadmissible]),
        format_invalid=np.concatenate([first.format_invalid, second.format_invalid]),
        samples=first.samples + second.samples,
        won=np.concatenate([first.won, second.won]),
        length=np.concatenate([first.length, second.length]),
    )


def of_groups(rollout: Rollout, groups: Sequence[int]) -> Rollout:
    """Keep some groups of a rollout, renumbered in their order; rows stay in theirs."""
    size = rollout.group_size
    members = np.asarray([group * size + m for group in groups for m in range(size)], np.int64)
    number: Ints = np.full(len(rollout.won), -1, np.int64)
    number[members] = np.arange(len(members))
    rows = np.flatnonzero(number[rollout.member] >= 0)
    picked = rows.tolist()
    return replace(
        rollout,
        tasks=tuple(rollout.tasks[group] for group in groups),
        member=number[rollout.member[rows]],
        step=rollout.step[rows],
        reward=rollout.reward[rows],
        anchors=tuple(rollout.anchors[row] for row in picked),
        actions=tuple(rollout.actions[row] for row in picked),
        inadmissible=rollout.inadmissible[rows],
        format_invalid=rollout.format_invalid[rows],
        samples=tuple(rollout.samples[row] for row in picked) if rollout.samples else (),
        won=rollout.won[members],
        length=rollout.length[members],
    )
