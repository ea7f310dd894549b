"""From contexts to the arrays that the scorer reads."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.candidates import candidates
from agents.scorer.evidence import Numbers, read_evidence
from agents.scorer.strings import EMPTY, Ints, StringTable
from hgpo_envs.context import Context
from hgpo_envs.errors import EnvInputError


class Sample(NamedTuple):
    """One decision, as the learner needs it again.

    Attributes:
        state: string ids, shape [2 + 2·slots]: instruction, observation, then the observation
            and the action of each remembered turn, the latest first, 0 where there is none.
        candidates: string ids of the actions to choose from, shape [a].
        choice: which of them was taken.
        logp: its log-probability at temperature 1 when it was taken.
        evidence: what speaks for each candidate, shape [a, WIDTH]; None where it isn't read.
        entropy: of the candidates' probabilities at temperature 1, in nats; 0 where the scorer
            did not choose.
    """

    state: Ints
    candidates: Ints
    choice: int
    logp: float
    evidence: Numbers | None = None
    entropy: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """n decisions side by side, c candidates in all.

    Attributes:
        state: string ids, shape [n, 2 + 2·slots].
        candidates: string ids, shape [c], the candidates of decision 0 first.
        counts: candidates of each decision, shape [n].
        evidence: what speaks for each candidate, shape [c, WIDTH]; None where it isn't read.
    """

    state: Ints
    candidates: Ints
    counts: Ints
    evidence: Numbers | None = None

    @property
    def owner(self) -> Ints:
        """Which decision each candidate belongs to, shape [c]."""
        return np.repeat(np.arange(len(self.counts)), self.counts)

    @property
    def place(self) -> Ints:
        """Which candidate of its decision each one is, shape [c]."""
        starts = np.cumsum(self.counts) - self.counts
        return np.arange(len(self.candidates)) - np.repeat(starts, self.counts)

    def sample(self, row: int, choice: int, logp: float, entropy: float = 0.0) -> Sample:
        """Return one decision with what was chosen in it."""
        end = int(self.counts[: row + 1].sum())
        own = slice(end - int(self.counts[row]), end)
        weighed = None if self.evidence is None else self.evidence[own]
        return Sample(self.state[row], self.candidates[own], choice, logp, weighed, entropy)

    @property
    def tried(self) -> NDArray[np.bool_]:
        """Whether a candidate is what the remembered turns did, shape [c, slots]."""
        actions = self.state[:, 3::2]
        same: NDArray[np.bool_] = (
            np.repeat(actions, self.counts, axis=0) == (self.candidates[:, None])
        )
        return same


def encode(
    contexts: Sequence[Context],
    table: StringTable,
    slots: int,
    *,
    evidence: bool = False,
    choices: Sequence[tuple[str, ...]] | None = None,
) -> Decisions:
    """Look all texts of the contexts up.

    Args:
        contexts: n contexts; of a memory that shows more than ``slots`` turns the latest count.
        table: gives the ids.
        slots: how many turns the network reads.
        evidence: whether to weigh the candidates against the instruction.
        choices: n tuples of actions to choose from; None takes ``candidates`` of each context.

    Raises:
        EnvInputError: a context lists no admissible actions.
    """
    width = 2 + 2 * slots
    offered = choices or [candidates(context) for context in contexts]
    state = np.full((len(contexts), width), EMPTY, np.int64)
    listed = []
    for row, (context, actions) in enumerate(zip(contexts, offered, strict=True)):
        if not actions:
            raise EnvInputError(
                "the scorer chooses among admissible actions, and this context has none. "
                "Use an agent that writes its own actions."
            )
        listed.append(table.ids(actions))
        ids = [table.id(context.instruction), table.id(context.observation)]
        for turn in context.turns[: -slots - 1 : -1]:
            ids += (table.id(turn.observation), table.id(turn.action))
        state[row, : len(ids)] = ids
    return Decisions(
        state=state,
        candidates=np.concatenate(listed),
        counts=np.fromiter((len(ids) for ids in listed), np.int64, len(listed)),
        evidence=np.concatenate(list(map(read_evidence, contexts, offered))) if evidence else None,
    )


def collate(samples: Sequence[Sample]) -> Decisions:
    """Put recorded decisions side by side again."""
    counts = np.fromiter((len(s.candidates) for s in samples), np.int64, len(samples))
    return Decisions(
        state=np.stack([s.state for s in samples]),
        candidates=np.concatenate([s.candidates for s in samples]),
        counts=counts,
        evidence=_joined([s.evidence for s in samples]),
    )


def _joined(parts: Sequence[Numbers | None]) -> Numbers | None:
    read = [part for part in parts if part is not None]
    return np.concatenate(read) if read else None


def distinct(ids: Ints) -> tuple[Ints, Ints]:
    """Return the distinct values in the order of first occurrence, and each entry's place in them.

    The order is that of the rows, not of the ids: a resumed run, whose table met the texts in
    another order, sums the same numbers in the same order.
    """
    values, first, inverse = np.unique(ids, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return values[order], rank[inverse.reshape(ids.shape)]
