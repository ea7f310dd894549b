"""The scorer's networks: embedding bags of texts, their products, a small perceptron."""

import math
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from agents.scorer.encoding import Decisions, distinct
from agents.scorer.strings import Ints, StringTable
from hgpo_envs.errors import EnvInputError


@dataclass(frozen=True, slots=True, kw_only=True)
class ScorerShape:
    """Sizes of the networks.

    Attributes:
        buckets: vocabulary that words are hashed into.
        width: numbers a text is embedded into.
        hidden: units of the perceptrons.
        slots: remembered turns that are read.
        evidence: numbers that weigh a candidate against the instruction; 0 reads none.

    Raises:
        EnvInputError: a size is no whole number of at least 1 (``evidence``: at least 0).
    """

    buckets: int = 2048
    width: int = 32
    hidden: int = 64
    slots: int = 4
    evidence: int = 0

    def __post_init__(self) -> None:
        for name in ("buckets", "width", "hidden", "slots", "evidence"):
            value, least = getattr(self, name), int(name != "evidence")
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise EnvInputError(
                    f"the scorer's {name} is {value!r}; expected a whole number of at least "
                    f"{least}."
                )


class TextBags(nn.Module):
    """Embeds texts: the sum of their words' vectors over the root of their number."""

    def __init__(self, shape: ScorerShape) -> None:
        super().__init__()
        self.words = nn.EmbeddingBag(shape.buckets, shape.width, mode="sum")
        nn.init.normal_(self.words.weight, std=1.0 / math.sqrt(shape.width))

    def forward(self, table: StringTable, ids: Ints) -> Tensor:
        """Embed texts by id, shape [u] → [u, width]."""
        flat, offsets = table.bags(ids)
        lengths = np.diff(np.append(offsets, len(flat)))
        summed: Tensor = self.words(torch.from_numpy(flat), torch.from_numpy(offsets))
        scale = torch.from_numpy(1.0 / np.sqrt(lengths)).to(summed.dtype)
        return summed * scale[:, None]


class Actor(nn.Module):
    """Scores every candidate of every decision."""

    def __init__(self, shape: ScorerShape) -> None:
        super().__init__()
        self.bags = TextBags(shape)
        texts = 2 + 2 * shape.slots
        self.state = nn.Linear((texts + 1) * shape.width, shape.hidden)
        self.query = nn.Linear(shape.hidden, shape.width)
        self.of_state = nn.Linear(shape.hidden, shape.hidden)
        self.of_candidate = nn.Linear(4 * shape.width + (texts + 1) + shape.slots, shape.hidden)
        self.score = nn.Linear(shape.hidden, 1)
        if shape.evidence:
            self.of_evidence = nn.Linear(shape.evidence, shape.hidden, bias=False)

    def forward(
        self,
        state: Tensor,
        candidates: Tensor,
        owner: Tensor,
        place: Tensor,
        tried: Tensor,
        evidence: Tensor | None = None,
    ) -> Tensor:
        """Score candidates.

        Args:
            state: embedded texts, shape [n, 2 + 2·slots, width].
            candidates: embedded texts, shape [c, width].
            owner: the decision of each candidate, shape [c].
            place: which candidate of its decision each one is, shape [c].
            tried: whether a remembered turn did it, shape [c, slots].
            evidence: what speaks for each candidate, shape [c, shape.evidence].

        Returns:
            Logits, shape [c].
        """
        offered = mean_by_owner(candidates, owner, len(state))
        seen = torch.cat((state, offered[:, None]), dim=1)
        read = torch.relu(self.state(seen.flatten(1)))
        task, now, query = state[:, 0], state[:, 1], self.query(read)
        parts = (
            candidates,
            candidates * task[owner],
            candidates * now[owner],
            candidates * query[owner],
            overlaps(seen, candidates, owner, place),
            tried,
        )
        hidden = self.of_candidate(torch.cat(parts, dim=1)) + self.of_state(read)[owner]
        if evidence is not None:
            hidden = hidden + self.of_evidence(evidence)
        logits: Tensor = self.score(torch.relu(hidden))
        return logits.squeeze(1)


def overlaps(seen: Tensor, candidates: Tensor, owner: Tensor, place: Tensor) -> Tensor:
    """Return how much each candidate shares with each text of its decision, as dot products.

    Args:
        seen: embedded texts, shape [n, t, width].
        candidates: embedded texts, shape [c, width].
        owner: the decision of each candidate, shape [c].
        place: which candidate of its decision each one is, shape [c].

    Returns:
        Dot products over the root of the width, shape [c, t].
    """
    decisions, _, width = seen.shape
    most = int(place.max()) + 1
    padded = seen.new_zeros((decisions, most, width)).index_put((owner, place), candidates)
    return torch.bmm(padded, seen.transpose(1, 2))[owner, place] / math.sqrt(width)


def mean_by_owner(candidates: Tensor, owner: Tensor, decisions: int) -> Tensor:
    """Return the mean of each decision's candidates, [c, width] → [decisions, width].

    What is on offer tells what the agent holds: one can examine only what one has in hand.
    """
    total = candidates.new_zeros((decisions, candidates.shape[1])).index_add(0, owner, candidates)
    return total / torch.bincount(owner, minlength=decisions)[:, None].to(candidates.dtype)


class Critic(nn.Module):
    """Values every decision's state; has word vectors of its own, so that it disturbs nobody."""

    def __init__(self, shape: ScorerShape) -> None:
        super().__init__()
        self.bags = TextBags(shape)
        self.state = nn.Linear((2 + 2 * shape.slots) * shape.width, shape.hidden)
        self.mix = nn.Linear(2 * shape.hidden, shape.hidden)
        self.task = nn.Linear(shape.width, shape.hidden)
        self.value = nn.Linear(shape.hidden, 1)
        nn.init.zeros_(self.value.weight)
        nn.init.zeros_(self.value.bias)
        if shape.evidence:
            self.of_evidence = nn.Linear(2 * shape.evidence, shape.hidden, bias=False)

    def forward(self, state: Tensor, evidence: Tensor | None = None) -> Tensor:
        """Value states.

        Args:
            state: embedded texts, shape [n, 2 + 2·slots, width].
            evidence: mean and maximum over what is on offer, shape [n, 2·shape.evidence].

        Returns:
            Values, shape [n].
        """
        before = self.state(state.flatten(1))
        if evidence is not None:
            before = before + self.of_evidence(evidence)
        read = torch.relu(before)
        task = torch.relu(self.task(state[:, 0]))
        mixed = torch.relu(self.mix(torch.cat((read, read * task), dim=1)))
        values: Tensor = self.value(mixed)
        return values.squeeze(1)


def actor_flops(shape: ScorerShape, *, decisions: int, candidates: int, widest: int) -> int:
    """Return the multiply-adds of one actor forward, counted twice (matrix products alone).

    Args:
        shape: sizes of the network.
        decisions: decisions read at once.
        candidates: their candidates in all.
        widest: the most candidates of one of them: overlaps are computed over padded rows.
    """
    texts = 3 + 2 * shape.slots
    of_state = (texts * shape.width + shape.width + shape.hidden) * shape.hidden
    of_overlaps = widest * shape.width * texts
    numbers = 4 * shape.width + texts + shape.slots + shape.evidence
    of_candidate = numbers * shape.hidden + shape.hidden
    return 2 * (decisions * (of_state + of_overlaps) + candidates * of_candidate)


def critic_flops(shape: ScorerShape, decisions: int) -> int:
    """Return the multiply-adds of one critic forward, counted twice (matrix products alone)."""
    texts = (2 + 2 * shape.slots) * shape.width + 2 * shape.evidence
    per = texts * shape.hidden + shape.width * shape.hidden
    return 2 * decisions * (per + 2 * shape.hidden * shape.hidden + shape.hidden)


def log_probabilities(logits: Tensor, decisions: Decisions) -> Tensor:
    """Return log-softmax over each decision's candidates, padded with -inf to [n, most]."""
    rows = torch.from_numpy(decisions.owner)
    columns = torch.from_numpy(decisions.place)
    padded = logits.new_full((len(decisions.counts), int(decisions.counts.max())), -torch.inf)
    padded = padded.index_put((rows, columns), logits)
    return torch.log_softmax(padded, dim=1)


def score(actor: Actor, table: StringTable, decisions: Decisions) -> Tensor:
    """Embed the decisions' texts once each and return log-probabilities, shape [n, most]."""
    texts = np.concatenate((decisions.state.ravel(), decisions.candidates))
    values, place = distinct(texts)
    embedded = actor.bags(table, values)
    split = decisions.state.size
    state = embedded[torch.from_numpy(place[:split].reshape(decisions.state.shape))]
    candidates = embedded[torch.from_numpy(place[split:])]
    tried = torch.from_numpy(decisions.tried).to(embedded.dtype)
    owner, place_in = torch.from_numpy(decisions.owner), torch.from_numpy(decisions.place)
    logits = actor(state, candidates, owner, place_in, tried, weights_of(decisions))
    return log_probabilities(logits, decisions)


def value(critic: Critic, table: StringTable, decisions: Decisions) -> Tensor:
    """Embed the decisions' states once each and return values, shape [n]."""
    values, place = distinct(decisions.state)
    embedded = critic.bags(table, values)
    weighed = weights_of(decisions)
    if weighed is not None:
        owner, place_in = torch.from_numpy(decisions.owner), torch.from_numpy(decisions.place)
        weighed = mean_and_most(weighed, owner, place_in, len(decisions.counts))
    out: Tensor = critic(embedded[torch.from_numpy(place)], weighed)
    return out


def weights_of(decisions: Decisions) -> Tensor | None:
    """Return what speaks for each candidate, shape [c, evidence], where it was read."""
    return None if decisions.evidence is None else torch.from_numpy(decisions.evidence)


def mean_and_most(weighed: Tensor, owner: Tensor, place: Tensor, decisions: int) -> Tensor:
    """Return mean and maximum over each decision's candidates, [c, e] → [decisions, 2·e]."""
    mean = mean_by_owner(weighed, owner, decisions)
    padded = weighed.new_full((decisions, int(place.max()) + 1, weighed.shape[1]), -torch.inf)
    return torch.cat((mean, padded.index_put((owner, place), weighed).amax(dim=1)), dim=1)
