"""The scorer as a policy."""

from collections.abc import Sequence
from operator import is_

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from agents.candidates import candidates
from agents.policy import Actions, Floats
from agents.scorer.encoding import distinct, encode
from agents.scorer.network import (
    Actor,
    ScorerShape,
    actor_flops,
    log_probabilities,
    weights_of,
)
from agents.scorer.strings import Ints, StringTable
from hgpo_envs.context import Context


class ScorerPolicy:
    """Samples one of the actions on offer with the actor's probabilities.

    Between updates the word vectors stand still, so each text is embedded once, when it is first
    met, and looked up after that; ``refresh`` forgets those vectors and must follow every change
    of the weights. Contexts are priced right before they are acted on, so that what they have to
    choose from is found once for both.
    """

    name = "scorer"

    def __init__(self, shape: ScorerShape, actor: Actor, table: StringTable) -> None:
        self.shape = shape
        self.actor = actor
        self.table = table
        self._vectors = actor.bags.words.weight.new_empty((0, shape.width))
        self._is_embedded = np.zeros(0, np.bool_)
        self._seen: tuple[Context, ...] = ()
        self._offered: list[tuple[str, ...]] = []

    def refresh(self) -> None:
        """Forget embedded texts, since the weights have changed."""
        self._is_embedded[:] = False

    def flops(self, contexts: Sequence[Context]) -> int:
        """Return the cost of one forward over all candidates of the contexts."""
        widths = [len(choices) for choices in self._choices(contexts)]
        return actor_flops(
            self.shape,
            decisions=len(contexts),
            candidates=sum(widths),
            widest=max(widths, default=0),
        )

    @torch.no_grad()
    def act(
        self,
        contexts: Sequence[Context],
        *,
        members: Sequence[int],
        draws: Floats,
        temperature: float = 1.0,
    ) -> Actions:
        """Choose one candidate a context by inverting the cumulative distribution."""
        choices = self._choices(contexts)
        decisions = encode(
            contexts,
            self.table,
            self.shape.slots,
            choices=choices,
            evidence=self.shape.evidence > 0,
        )
        vectors = self._embedded(np.concatenate((decisions.state.ravel(), decisions.candidates)))
        logits = self.actor(
            vectors[torch.from_numpy(decisions.state)],
            vectors[torch.from_numpy(decisions.candidates)],
            torch.from_numpy(decisions.owner),
            torch.from_numpy(decisions.place),
            torch.from_numpy(decisions.tried).to(vectors.dtype),
            weights_of(decisions),
        )
        logp = log_probabilities(logits, decisions).numpy()
        choice = sample(logp, decisions.counts, draws, temperature)
        entropy = entropies(logp)
        texts, samples = [], []
        for row, picked in enumerate(choice.tolist()):
            texts.append(choices[row][picked])
            acted = float(logp[row, picked])
            samples.append(decisions.sample(row, picked, acted, float(entropy[row])))
        return Actions(texts=tuple(texts), samples=tuple(samples))

    def _choices(self, contexts: Sequence[Context]) -> list[tuple[str, ...]]:
        """Return the candidates of each context; the very same contexts are looked at once."""
        if len(contexts) != len(self._seen) or not all(map(is_, contexts, self._seen)):
            self._offered = [candidates(context) for context in contexts]
            self._seen = tuple(contexts)
        return self._offered

    def _embedded(self, ids: Ints) -> Tensor:
        """Return vectors by text id, of which those of ``ids`` are up to date."""
        if len(self._vectors) < len(self.table):
            more = 2 * len(self.table) - len(self._vectors)
            room = self._vectors.new_empty((more, self.shape.width))
            self._vectors = torch.cat((self._vectors, room))
            self._is_embedded = np.append(self._is_embedded, np.zeros(more, np.bool_))
        missing = ids[~self._is_embedded[ids]]
        if len(missing):
            fresh, _ = distinct(missing)
            self._vectors[torch.from_numpy(fresh)] = self.actor.bags(self.table, fresh)
            self._is_embedded[fresh] = True
        return self._vectors


def sample(logp: NDArray[np.float32], counts: Ints, draws: Floats, temperature: float) -> Ints:
    """Choose a candidate a row.

    Args:
        logp: log-probabilities, shape [n, most], -inf beyond ``counts``.
        counts: candidates of each row, shape [n].
        draws: uniform numbers in [0, 1), shape [n].
        temperature: divides ``logp``; 0 takes the likeliest, the first among equals.

    Returns:
        Indices, shape [n].
    """
    if temperature <= 0.0:
        likeliest: Ints = np.argmax(logp, axis=1).astype(np.int64)
        return likeliest
    scaled = logp.astype(np.float64) / temperature
    weights = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    cumulative = np.cumsum(weights, axis=1)
    target = draws * cumulative[:, -1]
    index: Ints = (cumulative <= target[:, None]).sum(axis=1).astype(np.int64)
    return np.minimum(index, counts - 1)


def entropies(logp: NDArray[np.float32]) -> NDArray[np.float32]:
    """Compute −Σ p log p of each row, in nats.

    Args:
        logp: log-probabilities, shape [n, most], -inf beyond a row's candidates.

    Returns:
        Entropies, shape [n].
    """
    finite = np.where(np.isneginf(logp), np.float32(0.0), logp)
    found: NDArray[np.float32] = -(np.exp(logp) * finite).sum(axis=1)
    return found
