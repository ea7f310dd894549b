"""The scorer as something that learns."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from agents.scorer.encoding import Decisions, Sample, collate
from agents.scorer.network import (
    Actor,
    Critic,
    ScorerShape,
    actor_flops,
    critic_flops,
    score,
    value,
)
from agents.scorer.policy import ScorerPolicy
from agents.scorer.strings import StringTable
from algorithms import Algorithm
from algorithms.losses import kl_estimate
from harness.backends.contract import Credit, Floats
from harness.backends.embedded.imitation import record_samples
from harness.backends.embedded.objective import usable_loss
from harness.backends.embedded.optimiser import Optimiser, descend
from harness.backends.embedded.tensors import column, minibatches, taken
from harness.backends.embedded.weights import arrays_of, put_arrays
from harness.charging import Charges, Plan
from harness.config.schema import TrainerConfig, WarmStartConfig
from hgpo_envs.context import Context

#: A backward pass costs two forward passes: one for the inputs, one for the weights.
BACKWARD = 2
#: Decisions read at once where nothing is learned from them; bounds the memory.
CHUNK = 2048
#: Features of texts that are kept from batch to batch, 8 bytes each and as much for the texts.
MOST_FEATURES = 20_000_000
#: Admissible actions that a plan expects before any were met.
FIRST_WIDTH = 48


class ScorerBackend:
    """Actor, critic and reference of the embedded policy (see ``Backend``)."""

    def __init__(self, shape: ScorerShape, settings: TrainerConfig, *, weights_seed: int) -> None:
        """Draw the first weights.

        Args:
            shape: sizes of the networks.
            settings: of the training loop.
            weights_seed: seeds the weights; torch's global generator is left as it was.
        """
        torch.set_num_threads(1)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(weights_seed)
            self._actor = Actor(shape)
            self._critic = Critic(shape)
        self._shape = shape
        self._settings = settings
        self._table = StringTable(shape.buckets)
        self._widest = FIRST_WIDTH
        self.policy = ScorerPolicy(shape, self._actor, self._table)
        self._actor_steps = Optimiser(
            self._actor,
            learning_rate=settings.learning_rate,
            max_grad_norm=settings.max_grad_norm,
        )
        self._critic_steps = Optimiser(
            self._critic,
            learning_rate=settings.critic_learning_rate,
            max_grad_norm=settings.max_grad_norm,
        )
        self.freeze_reference()

    def plan(self, steps: int, algorithm: Algorithm) -> Plan:
        """Return the worst case of a batch: every decision as wide as the widest so far."""
        forward = actor_flops(
            self._shape, decisions=steps, candidates=steps * self._widest, widest=self._widest
        )
        passes = self._settings.epochs * (1 + BACKWARD)
        gradient_steps = self._settings.epochs * self._settings.minibatches
        plan: dict[str, dict[str, int]] = {
            "rollout": {"flops": forward},
            "update": {"flops": passes * forward, "gradient_steps": gradient_steps},
        }
        if algorithm.needs_reference:
            plan["reference"] = {"flops": forward}
        if algorithm.needs_critic:
            plan["critic"] = {
                "flops": (1 + passes) * critic_flops(self._shape, steps),
                "gradient_steps": gradient_steps,
            }
        return plan

    def values(self, samples: Sequence[object], charges: Charges) -> Floats:
        """Return the critic's value of each decision's state, shape [N]."""
        charges["critic"].spend(flops=critic_flops(self._shape, len(samples)))
        out = []
        with torch.no_grad():
            for start in range(0, len(samples), CHUNK):
                decisions = collate(_own(samples[start : start + CHUNK]))
                out.append(value(self._critic, self._table, decisions).double().numpy())
        return np.concatenate(out)

    def divergences(self, samples: Sequence[object], estimator: str, charges: Charges) -> Floats:
        """Estimate how far each decision's policy was from the reference, shape [N]."""
        own = _own(samples)
        reference = self._reference_logp(own, charges)
        acted = column(np.asarray([sample.logp for sample in own]))
        return kl_estimate(acted, reference, estimator).double().numpy()

    def entropies(self, samples: Sequence[object]) -> Floats:
        """Return the actor's entropy over the candidates at each decision, shape [N]."""
        return np.asarray([sample.entropy for sample in _own(samples)])

    def update(
        self,
        samples: Sequence[object],
        credit: Credit,
        algorithm: Algorithm,
        rng: np.random.Generator,
        charges: Charges,
    ) -> dict[str, float]:
        """Pass over the batch ``epochs`` times in random minibatches."""
        own = _own(samples)
        self._widest = max(self._widest, *(len(sample.candidates) for sample in own))
        holds = algorithm.needs_reference and not algorithm.reward_kl
        reference = self._reference_logp(own, charges) if holds else None
        logged: dict[str, list[float]] = {}
        for _ in range(self._settings.epochs):
            parts = self._settings.minibatches
            for rows in minibatches(rng, len(own), parts, credit.trajectory):
                numbers_of = self._descend(own, rows, credit, reference, algorithm, charges)
                for name, number in numbers_of.items():
                    logged.setdefault(name, []).append(number)
        if self._table.features > MOST_FEATURES:
            self._table.clear()
        self.policy.refresh()
        return {name: float(np.mean(numbers)) for name, numbers in logged.items()}

    def record(self, contexts: Sequence[Context], texts: Sequence[str]) -> tuple[Sample, ...]:
        """Turn somebody else's actions into samples to imitate.

        Raises:
            EnvInputError: an action is not among the admissible ones, so it can't be scored.
        """
        samples = record_samples(
            contexts,
            texts,
            self._table,
            self._shape.slots,
            evidence=self._shape.evidence > 0,
        )
        self._widest = max(self._widest, *(len(sample.candidates) for sample in samples))
        return samples

    def imitation_plan(self, samples: Sequence[object], settings: WarmStartConfig) -> Plan:
        """Return the most that ``imitate`` on these samples will take."""
        own = _own(samples)
        widths = [len(sample.candidates) for sample in own]
        one_pass = (1 + BACKWARD) * actor_flops(
            self._shape, decisions=len(own), candidates=sum(widths), widest=max(widths)
        )
        steps = -(-len(own) // settings.batch)
        return {
            "warm_start": {
                "flops": settings.epochs * one_pass,
                "gradient_steps": settings.epochs * steps,
            }
        }

    def imitate(
        self,
        samples: Sequence[object],
        settings: WarmStartConfig,
        rng: np.random.Generator,
        charges: Charges,
    ) -> list[float]:
        """Raise the likelihood of recorded actions; return the mean loss of each pass."""
        own = _own(samples)
        adam = Optimiser(
            self._actor,
            learning_rate=settings.learning_rate,
            max_grad_norm=self._settings.max_grad_norm,
        )
        losses = []
        for _ in range(settings.epochs):
            order = rng.permutation(len(own)).tolist()
            total = 0.0
            for start in range(0, len(own), settings.batch):
                part = [own[row] for row in order[start : start + settings.batch]]
                decisions = collate(part)
                charges["warm_start"].spend(
                    flops=(1 + BACKWARD) * self._forward(decisions), gradient_steps=1
                )
                loss = -taken(score(self._actor, self._table, decisions), part).mean()
                descend(loss, adam)
                total += float(loss.detach()) * len(part)
            losses.append(total / len(own))
        self.policy.refresh()
        return losses

    def freeze_reference(self) -> None:
        """Take the present actor as reference."""
        self._reference = deepcopy(self._actor).requires_grad_(False)

    def state(self) -> Mapping[str, NDArray[np.generic]]:
        """Return weights, moments and the bound of the plans."""
        widest: NDArray[np.generic] = np.asarray([self._widest])
        return {"widest": widest, **arrays_of(self._modules(), self._optimisers())}

    def load_state(self, state: Mapping[str, NDArray[np.generic]]) -> None:
        """Go on from what ``state`` returned.

        Raises:
            RunError: the state is of networks of another shape.
        """
        put_arrays(state, self._modules(), self._optimisers())
        self._widest = int(state["widest"][0])
        self.policy.refresh()

    def _modules(self) -> dict[str, nn.Module]:
        return {"actor": self._actor, "critic": self._critic, "reference": self._reference}

    def _optimisers(self) -> dict[str, Optimiser]:
        return {"actor_adam": self._actor_steps, "critic_adam": self._critic_steps}

    def _forward(self, decisions: Decisions) -> int:
        return actor_flops(
            self._shape,
            decisions=len(decisions.counts),
            candidates=len(decisions.candidates),
            widest=int(decisions.counts.max()),
        )

    def _reference_logp(self, samples: Sequence[Sample], charges: Charges) -> Tensor:
        out = []
        with torch.no_grad():
            for start in range(0, len(samples), CHUNK):
                part = samples[start : start + CHUNK]
                decisions = collate(part)
                charges["reference"].spend(flops=self._forward(decisions))
                out.append(taken(score(self._reference, self._table, decisions), part))
        return torch.cat(out)

    def _descend(
        self,
        samples: Sequence[Sample],
        rows: NDArray[np.int64],
        credit: Credit,
        reference: Tensor | None,
        algorithm: Algorithm,
        charges: Charges,
    ) -> dict[str, float]:
        part = [samples[row] for row in rows.tolist()]
        decisions = collate(part)
        charges["update"].spend(flops=(1 + BACKWARD) * self._forward(decisions), gradient_steps=1)
        everything = score(self._actor, self._table, decisions)
        logp = taken(everything, part)
        present = torch.exp(everything)
        entropy = -(present * everything.masked_fill(torch.isinf(everything), 0.0)).sum(dim=1)
        more: dict[str, Tensor] = {}
        if credit.value is not None and credit.value_target is not None:
            charges["critic"].spend(
                flops=(1 + BACKWARD) * critic_flops(self._shape, len(rows)), gradient_steps=1
            )
            more = {
                "value": value(self._critic, self._table, decisions),
                "old_value": column(credit.value[rows]),
                "value_target": column(credit.value_target[rows]),
            }
        acted = column(np.asarray([sample.logp for sample in part]))[:, None]
        if algorithm.needs_rollout_logp:
            more["rollout_logp"] = acted  # who acts is who learns
        if credit.trajectory is not None:
            more["trajectory"] = torch.from_numpy(credit.trajectory[rows])
        loss, metrics = algorithm.loss(
            logp=logp[:, None],
            old_logp=acted,
            advantage=column(credit.advantage[rows]),
            mask=torch.ones(len(rows), 1, dtype=torch.bool),
            ref_logp=None if reference is None else reference[torch.from_numpy(rows)][:, None],
            entropy=entropy[:, None],
            **more,
        )
        numbers = {name: float(tensor) for name, tensor in metrics.items()}
        # Actor and critic share no weight, so each takes its own part of the one loss.
        learning = (self._actor_steps, *([self._critic_steps] if "value" in more else []))
        norms = descend(usable_loss(loss, algorithm), *learning)
        return numbers | dict(zip(("grad_norm", "critic_grad_norm"), norms, strict=False))


def _own(samples: Sequence[object]) -> Sequence[Sample]:
    return cast("Sequence[Sample]", samples)
