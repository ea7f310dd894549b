"""The training loop: one batch after another until the budget has no room for the next.

It knows neither the environment nor what the policy is made of: both come as contracts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from algorithms import Algorithm
from algorithms.batch import StepBatch
from harness.backends.contract import Backend, Credit
from harness.charging import Charges, Plan, charged
from harness.config.schema import TrainerConfig
from harness.diagnose.groups import GROUP_DISCOUNT, group_metrics
from harness.ledger import BudgetExceeded, Ledger
from harness.rollout import Rollout, collect
from harness.seeding import Stream, generator
from hgpo_envs import TaskPanel
from hgpo_envs.context import EpisodeStore
from hgpo_envs.vector import GroupVectorEnv


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchReport:
    """What a batch did.

    Attributes:
        batch: its number, from 0.
        rollout: every decision.
        metrics: what to log, by name.
    """

    batch: int
    rollout: Rollout
    metrics: dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Loop:
    """Trains a backend's policy by an algorithm on a panel.

    Attributes:
        backend: policy, optimiser, reference.
        algorithm: gives credit and loss.
        vector: the environments, one group a task.
        panel: the training tasks.
        max_steps: step cap of an episode.
        settings: batch size, penalty, temperature.
        seed: of the run.
        ledger: what all work is charged to.
        past: stores that the memory looks episodes up in; what is played enters them.
    """

    backend: Backend
    algorithm: Algorithm
    vector: GroupVectorEnv
    panel: TaskPanel
    max_steps: int
    settings: TrainerConfig
    seed: int
    ledger: Ledger
    past: Sequence[EpisodeStore] = ()

    def run_batch(self, batch: int) -> BatchReport | None:
        """Play and learn from batch number ``batch``.

        Returns:
            Its report; None where the budget has no room for the batch's worst case, or ran out
            within it because the tasks outgrew that estimate (what was played is charged then,
            and nothing is learned from it).
        """
        try:
            with charged(self.ledger, self.plan()) as charges:
                return self._play_and_learn(batch, charges)
        except BudgetExceeded:
            return None

    def plan(self) -> Plan:
        """Return the most that one batch can take, by purpose."""
        members = self.settings.tasks * self.settings.group_size
        steps = members * self.max_steps
        plan = {key: dict(value) for key, value in self.backend.plan(steps, self.algorithm).items()}
        plan.setdefault("rollout", {}).update(env_steps=steps, episodes=members)
        return plan

    def tasks(self, batch: int) -> list[str]:
        """Return a batch's tasks: the panel is shuffled afresh in each pass over it."""
        wanted = range(batch * self.settings.tasks, (batch + 1) * self.settings.tasks)
        size = len(self.panel)
        orders = {
            turn: generator(self.seed, Stream.TASKS, turn).permutation(size)
            for turn in {place // size for place in wanted}
        }
        return [self.panel.ids[int(orders[place // size][place % size])] for place in wanted]

    def _play_and_learn(self, batch: int, charges: Charges) -> BatchReport:
        tasks = self.tasks(batch)
        members = len(tasks) * self.settings.group_size
        draws = generator(self.seed, Stream.DRAWS, batch).random((members, self.max_steps))
        rollout = collect(
            self.vector,
            self.backend.policy,
            tasks,
            draws=draws,
            temperature=self.settings.temperature,
            spender=charges["rollout"],
            past=self.past,
        )
        steps, credit = self._credit(rollout, charges)
        learned = self.backend.update(
            rollout.samples,
            credit,
            self.algorithm,
            generator(self.seed, Stream.MINIBATCHES, batch),
            charges,
        )
        groups = group_metrics(
            steps,
            self.algorithm.history,
            discount=getattr(self.algorithm, "discount", GROUP_DISCOUNT),
        )
        metrics = describe(rollout, steps, credit) | groups | learned
        return BatchReport(batch=batch, rollout=rollout, metrics=metrics)

    def _credit(self, rollout: Rollout, charges: Charges) -> tuple[StepBatch, Credit]:
        penalty = self.settings.invalid_penalty
        if not self.algorithm.needs_critic:
            steps = rollout.step_batch(invalid_penalty=penalty)
            return steps, Credit(advantage=self.algorithm.advantages(steps))
        value = self.backend.values(rollout.samples, charges)
        steps = rollout.step_batch(invalid_penalty=penalty, value=value)
        credit = Credit(
            advantage=self.algorithm.advantages(steps),
            value=value,
            value_target=self.algorithm.value_targets(steps),
        )
        return steps, credit


def describe(rollout: Rollout, steps: StepBatch, credit: Credit) -> dict[str, float]:
    """Return what a batch looked like, by name."""
    groups = rollout.won.reshape(len(rollout.tasks), rollout.group_size)
    contrast = (groups.any(axis=1) & ~groups.all(axis=1)).mean()
    return {
        "success": float(rollout.won.mean()),
        "return": float(rollout.returns().mean()),
        "length": float(rollout.length.mean()),
        "decisions": float(len(steps)),
        "groups_with_contrast": float(contrast),
        "inadmissible": float(rollout.inadmissible.mean()),
        "format_invalid": float(rollout.format_invalid.mean()),
        "advantage_nonzero": float(np.count_nonzero(credit.advantage) / len(rollout)),
        "advantage_std": float(credit.advantage.std()),
    }


def episode_records(report: BatchReport) -> Sequence[dict[str, object]]:
    """Return one record an episode of a batch, with every action."""
    rollout = report.rollout
    returns = rollout.returns()
    return [
        {
            "batch": report.batch,
            "task": rollout.tasks[member // rollout.group_size],
            "member": member,
            "won": bool(rollout.won[member]),
            "return": float(returns[member]),
            "actions": actions,
        }
        for member, actions in enumerate(rollout.episode_actions())
    ]
