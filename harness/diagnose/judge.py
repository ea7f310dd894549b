"""Apply estimators to batches that hold a probe, and to batches as a training would play them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import algorithms
from algorithms import Algorithm, StepBatch
from algorithms.credit import advantages_of
from algorithms.errors import AlgorithmInputError
from harness.config.diagnosis import DiagnosisConfig
from harness.config.schema import AlgorithmConfig
from harness.diagnose.batches import Coded, Coder, step_batch
from harness.diagnose.play import Played
from harness.diagnose.stage import Branches, Probe
from harness.seeding import Stream, generator

Floats = NDArray[np.float64]
HALVES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One probe to judge.

    Attributes:
        probe: the decision.
        branches: its continuations.
    """

    probe: Probe
    branches: Branches


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeSetup:
    """What a judge is made from, in plain data.

    Attributes:
        played: the whole episodes; its probes are not looked at.
        estimators: what is judged.
        settings: of the diagnosis.
    """

    played: Played
    estimators: tuple[AlgorithmConfig, ...]
    settings: DiagnosisConfig


class Judge:
    """Estimates a probe's advantage in many independent batches.

    The batches of a probe differ in everything but what led to the probe: its episode goes on
    by another continuation each time, and its companions are drawn afresh from the whole
    episodes. So over them an estimate varies as it does over trainings' batches that hold this
    decision. Continuations with even numbers meet companions with even numbers, odd ones odd:
    the two halves have no episode in common but the probe's past.
    """

    def __init__(self, setup: JudgeSetup) -> None:
        """Code the whole episodes and make the estimators."""
        self._coder = Coder()
        self._pool = [
            [self._coder.code(episode) for episode in episodes] for episodes in setup.played.pool
        ]
        self._greedy = [sum(episode.rewards) for episode in setup.played.greedy]
        self._settings = setup.settings
        self.estimators: tuple[Algorithm, ...] = tuple(
            algorithms.make(entry.name, **entry.options) for entry in setup.estimators
        )

    def __call__(self, case: Case) -> Floats:
        """Return the estimates of a probe, shape [estimators, kinds, R].

        The kinds are: after its action; after whatever the policy chose in its place.
        """
        probe = case.probe
        past = self._pool[probe.task][probe.member].head(probe.step)
        rng = generator(self._settings.seed, Stream.DIAGNOSIS_BATCHES, probe.number)
        kinds = (case.branches.acted, case.branches.free)
        out = np.empty((len(self.estimators), len(kinds), len(case.branches.acted)))
        for number in range(out.shape[2]):
            groups, tasks = self._companions(probe, number % HALVES, rng)
            for kind, continuations in enumerate(kinds):
                groups[0][0] = past.then(self._coder.code(continuations[number]))
                batch = self._batch(groups, tasks)
                for row, estimator in enumerate(self.estimators):
                    out[row, kind, number] = advantages_of(estimator, batch)[probe.step]
        return out

    def as_trained(self) -> list[StepBatch]:
        """Return batches of whole episodes, each episode in one of them."""
        size = self._settings.group_size
        tasks = list(range(len(self._pool)))
        width = self._settings.batch_tasks
        return [
            self._batch(
                [self._pool[task][begin : begin + size] for task in tasks[first : first + width]],
                tasks[first : first + width],
            )
            for begin in range(0, self._settings.pool - size + 1, size)
            for first in range(0, len(tasks), width)
        ]

    def _companions(
        self, probe: Probe, half: int, rng: np.random.Generator
    ) -> tuple[list[list[Coded]], list[int]]:
        """Draw a batch without the probe's own episode, which has the first place."""
        settings = self._settings
        others = [task for task in range(len(self._pool)) if task != probe.task]
        drawn = rng.choice(len(others), settings.batch_tasks - 1, replace=False)
        tasks = [probe.task, *(others[place] for place in drawn.tolist())]
        own = self._pool[probe.task][probe.member]
        groups = [[own, *self._draw(probe.task, settings.group_size - 1, half, rng, own)]]
        groups += [self._draw(task, settings.group_size, half, rng, own) for task in tasks[1:]]
        return groups, tasks

    def _draw(
        self, task: int, count: int, half: int, rng: np.random.Generator, own: Coded
    ) -> list[Coded]:
        offered = [one for one in self._pool[task][half::HALVES] if one is not own]
        return [offered[place] for place in rng.choice(len(offered), count, replace=False).tolist()]

    def _batch(self, groups: Sequence[Sequence[Coded]], tasks: Sequence[int]) -> StepBatch:
        greedy = [self._greedy[task] for task in tasks] if self._greedy else ()
        return step_batch(groups, greedy)


def unusable(judge: Judge, entries: Sequence[AlgorithmConfig]) -> Mapping[str, str]:
    """Return which estimators can't be applied to what was played, and why, by label."""
    batch = judge.as_trained()[0]
    reasons = {}
    for entry, estimator in zip(entries, judge.estimators, strict=True):
        try:
            advantages_of(estimator, batch)
        except AlgorithmInputError as error:
            reasons[entry.label] = str(error)
    return reasons
