"""Turn an expert's play into samples that the scorer can imitate."""

from collections.abc import Sequence

import numpy as np

from agents.scorer.encoding import Sample, encode
from agents.scorer.strings import StringTable
from hgpo_envs.context import Context
from hgpo_envs.errors import EnvInputError


def record_samples(
    contexts: Sequence[Context], texts: Sequence[str], table: StringTable, slots: int
) -> tuple[Sample, ...]:
    """Encode decisions that somebody else took.

    Args:
        contexts: n contexts.
        texts: the action taken in each.
        table: gives strings their ids.
        slots: remembered turns that the network reads.

    Raises:
        EnvInputError: an action is not among the admissible ones, so it can't be scored.
    """
    decisions = encode(contexts, table, slots)
    starts = np.cumsum(decisions.counts) - decisions.counts
    samples = []
    for row, (context, text) in enumerate(zip(contexts, texts, strict=True)):
        admissible = context.admissible_actions or ()
        if text not in admissible:
            raise EnvInputError(
                f"the expert answered {text!r}, which is not among the admissible actions; "
                "the scorer can imitate admissible actions only."
            )
        own = decisions.candidates[starts[row] : starts[row] + decisions.counts[row]]
        samples.append(Sample(decisions.state[row], own, admissible.index(text), 0.0))
    return tuple(samples)
