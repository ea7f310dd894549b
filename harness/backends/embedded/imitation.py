"""Turn an expert's play into samples that the scorer can imitate."""

from collections.abc import Sequence

from agents.candidates import candidates
from agents.scorer.encoding import Sample, encode
from agents.scorer.strings import StringTable
from hgpo_envs.context import Context
from hgpo_envs.errors import EnvInputError
from hgpo_envs.open_actions import OPEN_END, is_open


def record_samples(
    contexts: Sequence[Context],
    texts: Sequence[str],
    table: StringTable,
    slots: int,
    *,
    evidence: bool = False,
) -> tuple[Sample, ...]:
    """Encode decisions that somebody else took.

    What somebody filled into an open action is put beside what the scorer would fill in.

    Args:
        contexts: n contexts.
        texts: the action taken in each.
        table: gives strings their ids.
        slots: remembered turns that the network reads.
        evidence: whether the network weighs candidates against the instruction.

    Raises:
        EnvInputError: an action is not among the admissible ones, so it can't be scored.
    """
    choices = [_choices(context, text) for context, text in zip(contexts, texts, strict=True)]
    decisions = encode(contexts, table, slots, choices=choices, evidence=evidence)
    return tuple(
        decisions.sample(row, choices[row].index(text), 0.0) for row, text in enumerate(texts)
    )


def _choices(context: Context, text: str) -> tuple[str, ...]:
    """Return the candidates, with ``text`` among them."""
    offered = candidates(context)
    if text in offered:
        return offered
    opens = [action for action in context.admissible_actions or () if is_open(action)]
    if any(text.startswith(f"{action.removesuffix(OPEN_END)}[") for action in opens):
        return (*offered, text)
    raise EnvInputError(
        f"the expert answered {text!r}, which is not among the admissible actions; "
        "the scorer can imitate admissible actions only."
    )
