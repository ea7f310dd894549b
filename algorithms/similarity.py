"""Group states whose texts are alike.

Source: the ``gigpo`` module of verl-agent, the framework of Feng et al. 2025, Group-in-Group Policy
Optimization for LLM Agent Training (arXiv 2505.10978 v3). The texts of a task group are taken one
after the other; a text joins the first cluster whose first text it is alike enough, or begins a
cluster. Likeness is the ratio of `difflib.SequenceMatcher`, from 0 to 1.

Departure: which clusters come out depends on which text is taken first. By default texts are taken
in the order of their characters, so that the order of the rows changes nothing; ``rows`` takes them
as they first occur, as that module does.

The work is one comparison for every pair of a group's different texts and its clusters, however
many rows there are.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from difflib import SequenceMatcher

import numpy as np

from algorithms.batch import StepBatch
from algorithms.errors import AlgorithmInputError
from algorithms.grouping import Ints, first_rows

ORDERS = ("text", "rows")
"""In which order the texts of a task group found clusters."""


def similar_states(batch: StepBatch, *, threshold: float, order: str) -> Ints:
    """Group the steps that share their task group and whose states' texts are alike.

    Args:
        batch: steps whose anchors are texts.
        threshold: least ratio at which a text joins a cluster, in [0, 1]; 1: equal texts only.
        order: ``text`` or ``rows``, see the head of the file.

    Returns:
        Dense ids [N].

    Raises:
        AlgorithmInputError: if the batch has no anchors, or an anchor isn't a text.
    """
    state = batch.level(0)
    first = first_rows(state)
    given = batch.given_anchor if batch.given_anchor is not None else ()
    texts_of: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    for row in np.sort(first).tolist():
        texts_of[int(batch.group[row])].append((_text(given[row], row), int(state[row])))
    cluster_of_state = np.zeros(first.size, dtype=np.int64)
    clusters = 0
    for texts in texts_of.values():
        members = _cluster(sorted(texts) if order == "text" else texts, threshold)
        for number, states in enumerate(members, start=clusters):
            cluster_of_state[states] = number
        clusters += len(members)
    return cluster_of_state[state]


def _cluster(texts: Iterable[tuple[str, int]], threshold: float) -> list[list[int]]:
    found: list[tuple[SequenceMatcher[str], list[int]]] = []
    for text, state in texts:
        for leader, states in found:
            if _alike(leader, text, threshold):
                states.append(state)
                break
        else:
            found.append((SequenceMatcher(None, "", text), [state]))
    return [states for _, states in found]


def _alike(leader: SequenceMatcher[str], text: str, threshold: float) -> bool:
    leader.set_seq1(text)
    # The first two are bounds from above, and cheap.
    ratios = (leader.real_quick_ratio, leader.quick_ratio, leader.ratio)
    return all(ratio() >= threshold for ratio in ratios)


def _text(anchor: Hashable, row: int) -> str:
    if isinstance(anchor, str):
        return anchor
    raise AlgorithmInputError(
        f"the anchor at row {row} is {anchor!r}; to group states by likeness, anchors must be "
        "texts. Pass texts, or leave similarity out to group equal anchors."
    )
