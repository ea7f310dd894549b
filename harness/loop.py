"""The training loop: one batch after another until the budget has no room for the next.

It knows neither the environment nor what the policy is made of: both come as contracts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from algorithms import Algorithm
from algorithms.batch import StepBatch
from algorithms.credit import advantages_of, value_targets_of
from harness.backends.contract import Backend, Credit
from harness.charging import Charges, Plan, Spender, charged
from harness.config.schema import TrainerConfig
from harness.errors import HarnessInputError
from harness.group_levels import GROUP_DISCOUNT, group_metrics
from harness.ledger import BudgetExceeded, Ledger
from harness.refill import Sampled, refill
from harness.rollout import Floats, Rollout, collect
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
        greedy_vector: environments of one member a task, for an algorithm that compares with the
            greedy policy; its episodes enter no store.
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
    greedy_vector: GroupVectorEnv | None = None

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
        """Return the most that one batch can take, by purpose.

        Of an algorithm that samples until there is contrast it is the first round; each further
        one is set aside when it comes, and is left out where the budget has no room for it.
        """
        members = self.settings.tasks * self.settings.group_size
        steps = members * self.max_steps
        plan = {key: dict(value) for key, value in self.backend.plan(steps, self.algorithm).items()}
        plan["rollout"] = self._playing(members)
        if self.algorithm.needs_greedy_return:
            plan["greedy"] = self._playing(self.settings.tasks)
        return plan

    def _playing(self, members: int) -> dict[str, int]:
        """Return the most that it takes to play so many episodes."""
        steps = members * self.max_steps
        forward = self.backend.plan(steps, self.algorithm).get("rollout", {})
        return {**forward, "env_steps": steps, "episodes": members}

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
        draws = generator(self.seed, Stream.DRAWS, batch)
        first = self._play(self.tasks(batch), draws, charges["rollout"])
        sampled = Sampled(played=first, learned=first)
        if self.algorithm.sampling_rounds > 1:
            further = self._further_rounds(batch)
            sampled = refill(first, further, wanted=self.settings.tasks)
        if not sampled.learned.tasks:
            return BatchReport(
                batch=batch, rollout=sampled.played, metrics=describe_sampling(sampled)
            )
        steps, credit = self._credit(sampled.learned, charges)
        learned = self.backend.update(
            sampled.learned.samples,
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
        metrics = describe_sampling(sampled) | describe_credit(steps, credit) | groups | learned
        return BatchReport(batch=batch, rollout=sampled.played, metrics=metrics)

    def _play(self, tasks: Sequence[str], rng: np.random.Generator, spender: Spender) -> Rollout:
        members = len(tasks) * self.settings.group_size
        return collect(
            self.vector,
            self.backend.policy,
            tasks,
            draws=rng.random((members, self.max_steps)),
            temperature=self.settings.temperature,
            spender=spender,
            past=self.past,
        )

    def _further_rounds(self, batch: int) -> Iterator[Rollout]:
        """Play other tasks of the panel, as many a round as a batch has, while the budget lasts."""
        order = generator(self.seed, Stream.FURTHER_TASKS, batch).permutation(len(self.panel))
        draws = generator(self.seed, Stream.FURTHER_DRAWS, batch)
        size = self.settings.tasks
        for turn in range(self.algorithm.sampling_rounds - 1):
            places = range(turn * size, (turn + 1) * size)
            tasks = [self.panel.ids[int(order[place % len(order)])] for place in places]
            plan = {"rollout": self._playing(size * self.settings.group_size)}
            try:
                with charged(self.ledger, plan) as charges:
                    rollout = self._play(tasks, draws, charges["rollout"])
            except BudgetExceeded:
                return
            yield rollout

    def _credit(self, rollout: Rollout, charges: Charges) -> tuple[StepBatch, Credit]:
        algorithm, samples = self.algorithm, rollout.samples
        value = self.backend.values(samples, charges) if algorithm.needs_critic else None
        kl_penalty = None
        if beta := algorithm.reward_kl:
            kl_penalty = beta * self.backend.divergences(samples, algorithm.kl_estimator, charges)
        greedy = algorithm.needs_greedy_return
        steps = rollout.step_batch(
            invalid_penalty=self.settings.invalid_penalty,
            value=value,
            kl_penalty=kl_penalty,
            greedy_return=self._greedy_returns(rollout.tasks, charges) if greedy else None,
            entropy=self.backend.entropies(samples) if algorithm.needs_entropy else None,
        )
        credit = Credit(
            advantage=advantages_of(algorithm, steps),
            value=value,
            value_target=value_targets_of(algorithm, steps) if algorithm.needs_critic else None,
            trajectory=steps.trajectory if algorithm.needs_trajectories else None,
        )
        return steps, credit

    def _greedy_returns(self, tasks: Sequence[str], charges: Charges) -> Floats:
        """Play each task once by the likeliest actions; penalties as in training [tasks]."""
        if self.greedy_vector is None:
            raise HarnessInputError(
                "the algorithm compares with greedy episodes, and the loop was given no "
                "greedy_vector to play them in. Give it environments of group_size 1."
            )
        played = collect(
            self.greedy_vector,
            self.backend.policy,
            tasks,
            draws=np.zeros((len(tasks), self.max_steps)),
            temperature=0.0,
            spender=charges["greedy"],
        )
        earned = played.earned(invalid_penalty=self.settings.invalid_penalty)
        return np.bincount(played.member, weights=earned, minlength=len(tasks)).astype(np.float64)


def describe_sampling(sampled: Sampled) -> dict[str, float]:
    """Return what was played for a batch, by name."""
    rollout = sampled.played
    groups = rollout.won.reshape(len(rollout.tasks), rollout.group_size)
    contrast = (groups.any(axis=1) & ~groups.all(axis=1)).mean()
    metrics = {
        "success": float(rollout.won.mean()),
        "return": float(rollout.returns().mean()),
        "length": float(rollout.length.mean()),
        "decisions": float(len(rollout)),
        "groups_with_contrast": float(contrast),
        "inadmissible": float(rollout.inadmissible.mean()),
        "format_invalid": float(rollout.format_invalid.mean()),
    }
    if sampled.learned is not rollout:
        metrics["sampling_rounds"] = float(sampled.rounds)
        metrics["groups_learned"] = float(len(sampled.learned.tasks))
    return metrics


def describe_credit(steps: StepBatch, credit: Credit) -> dict[str, float]:
    """Return what the credit of what is learned from looks like, by name."""
    return {
        "advantage_nonzero": float(np.count_nonzero(credit.advantage) / len(steps)),
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
