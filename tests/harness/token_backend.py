"""A language model in miniature: two tokens an answer, a table of logits, the loop's contract."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

import numpy as np
import torch
from numpy.typing import NDArray

from agents import Actions
from agents.policy import Floats
from algorithms import Algorithm
from algorithms.losses import row_divergence
from harness.backends.contract import Credit
from harness.charging import Charges, Plan
from harness.config.schema import WarmStartConfig
from hgpo_envs.context import Context

WORDS = ("brake", "go", "hum")
TOKENS = 2
FORWARD_FLOPS = 7


class TokenSample(NamedTuple):
    """What was seen and which tokens were written with which log-probabilities."""

    seen: int
    tokens: tuple[int, ...]
    logp: tuple[float, ...]


class TokenPolicy:
    """Writes two words; anything but two known different words can't be read."""

    name = "tokens"

    def __init__(self, logits: torch.Tensor) -> None:
        self.logits = logits

    def flops(self, contexts: Sequence[Context]) -> int:
        return FORWARD_FLOPS * TOKENS * len(contexts)

    def act(
        self,
        contexts: Sequence[Context],
        *,
        members: Sequence[int],
        draws: Floats,
        temperature: float = 1.0,
    ) -> Actions:
        texts, samples, unreadable = [], [], []
        logp = torch.log_softmax(self.logits.detach() / max(temperature, 1e-6), dim=-1).numpy()
        for context, draw in zip(contexts, draws, strict=True):
            seen = seen_in(context)
            rest, tokens = draw, []
            for place in range(TOKENS):
                # One uniform number serves both tokens: what is left of it after the first.
                ends = np.cumsum(np.exp(logp[seen, place].astype(np.float64)))
                token = min(int((ends <= rest * ends[-1]).sum()), len(WORDS) - 1)
                low = ends[token - 1] if token else 0.0
                rest = min((rest * ends[-1] - low) / (ends[token] - low), 1 - 1e-12)
                tokens.append(token)
            chosen = tuple(float(logp[seen, place, token]) for place, token in enumerate(tokens))
            samples.append(TokenSample(seen, tuple(tokens), chosen))
            texts.append(WORDS[tokens[0]])
            unreadable.append(tokens[1] == WORDS.index("hum"))
        return Actions(
            texts=tuple(texts),
            samples=tuple(samples),
            prompt_tokens=3 * len(contexts),
            generated_tokens=TOKENS * len(contexts),
            format_invalid=tuple(unreadable),
        )


class TokenBackend:
    """Trains the table with token-level tensors, as a language model's backend would."""

    def __init__(self, learning_rate: float = 0.1) -> None:
        self._logits = torch.zeros(2, TOKENS, len(WORDS), requires_grad=True)
        self._adam = torch.optim.Adam([self._logits], lr=learning_rate)
        self.policy = TokenPolicy(self._logits)
        self.freeze_reference()

    def plan(self, steps: int, algorithm: Algorithm) -> Plan:
        forward = FORWARD_FLOPS * TOKENS * steps
        plan = {
            "rollout": {
                "flops": forward,
                "prompt_tokens": 3 * steps,
                "generated_tokens": TOKENS * steps,
            },
            "update": {
                "flops": 3 * forward,
                "gradient_steps": 1,
                "trained_tokens": TOKENS * steps,
            },
        }
        if algorithm.needs_reference:
            plan["reference"] = {"flops": forward}
        return plan

    def values(self, samples: Sequence[object], charges: Charges) -> Floats:
        raise NotImplementedError("this policy has no critic")

    def divergences(self, samples: Sequence[object], estimator: str, charges: Charges) -> Floats:
        own = cast("Sequence[TokenSample]", samples)
        charges["reference"].spend(flops=FORWARD_FLOPS * TOKENS * len(own))
        acted = torch.tensor([sample.logp for sample in own])
        mask = torch.ones(len(own), TOKENS, dtype=torch.bool)
        reference = self._logp(self._reference, own)
        return row_divergence(acted, reference, mask, estimator).double().numpy()

    def entropies(self, samples: Sequence[object]) -> Floats:
        own = cast("Sequence[TokenSample]", samples)
        seen = [sample.seen for sample in own]
        logp = torch.log_softmax(self._logits.detach(), dim=-1)[seen]
        return -(logp.exp() * logp).sum(dim=-1).mean(dim=-1).double().numpy()

    def update(
        self,
        samples: Sequence[object],
        credit: Credit,
        algorithm: Algorithm,
        rng: np.random.Generator,
        charges: Charges,
    ) -> dict[str, float]:
        own = cast("Sequence[TokenSample]", samples)
        flops = FORWARD_FLOPS * TOKENS * len(own)
        charges["update"].spend(flops=3 * flops, gradient_steps=1, trained_tokens=TOKENS * len(own))
        reference = None
        if algorithm.needs_reference and not algorithm.reward_kl:
            charges["reference"].spend(flops=flops)
            reference = self._logp(self._reference, own)
        more = {}
        if credit.trajectory is not None:
            more["trajectory"] = torch.from_numpy(credit.trajectory)
        acted = torch.tensor([sample.logp for sample in own])
        if algorithm.needs_rollout_logp:
            more["rollout_logp"] = acted
        loss, metrics = algorithm.loss(
            logp=self._logp(self._logits, own),
            old_logp=acted,
            **more,
            advantage=torch.from_numpy(credit.advantage).float(),
            mask=torch.ones(len(own), TOKENS, dtype=torch.bool),
            ref_logp=reference,
        )
        self._adam.zero_grad()
        loss.backward()
        self._adam.step()
        return {name: float(number) for name, number in metrics.items()}

    def record(self, contexts: Sequence[Context], texts: Sequence[str]) -> Sequence[object]:
        raise NotImplementedError("this policy is not imitated")

    def imitation_plan(self, samples: Sequence[object], settings: WarmStartConfig) -> Plan:
        raise NotImplementedError("this policy is not imitated")

    def imitate(
        self,
        samples: Sequence[object],
        settings: WarmStartConfig,
        rng: np.random.Generator,
        charges: Charges,
    ) -> list[float]:
        raise NotImplementedError("this policy is not imitated")

    def freeze_reference(self) -> None:
        self._reference = self._logits.detach().clone()

    def state(self) -> Mapping[str, NDArray[np.generic]]:
        return {"actor.logits": self._logits.detach().numpy().copy()}

    def load_state(self, state: Mapping[str, NDArray[np.generic]]) -> None:
        with torch.no_grad():
            self._logits.copy_(torch.from_numpy(np.array(state["actor.logits"])))

    @staticmethod
    def _logp(logits: torch.Tensor, samples: Sequence[TokenSample]) -> torch.Tensor:
        everything = torch.log_softmax(logits, dim=-1)[[sample.seen for sample in samples]]
        tokens = torch.tensor([sample.tokens for sample in samples])
        return everything.gather(2, tokens[:, :, None]).squeeze(2)


def seen_in(context: Context) -> int:
    return int("red" in context.observation)
