"""Draw what a game asks for, among what its home can offer.

A pair of thing and target is either in the training games or in the unseen ones, in every task
type, family and difficulty alike.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from hgpo_envs.alfworld.generate.measured.families import model
from hgpo_envs.alfworld.generate.measured.figures import figures
from hgpo_envs.alfworld.generate.measured.tasks import (
    LAMP,
    LOOK,
    TASKS,
    TREATMENTS,
    Ask,
    Goal,
    goal_of,
)
from hgpo_envs.draws import Draws, digest

_UNSEEN_IN = 4
_SEEN_WEIGHT = 8
"""How much likelier a pair is that official games ask for than one that only could be."""

Pair = tuple[str, str]


def draw_goal(
    draws: Draws, task: str, kind: str, types: Sequence[str], *, unseen: bool
) -> Goal | None:
    """Draw a goal that a room of a kind can offer.

    Args:
        draws: the stream to draw from.
        task: the task type.
        kind: the kind of the room with the target.
        types: the receptacle types that stand in it.
        unseen: which side its pairs of thing and target have to be on.

    Returns:
        The goal, or None where nothing can be asked for.
    """
    pairs: list[Pair] = []
    for ask in TASKS[task]:
        pair = _draw_pair(draws, task, ask, kind, types, unseen, pairs)
        if pair is None:
            return None
        pairs.append(pair)
    return goal_of(task, *pairs)


def is_unseen_pair(thing: str, target: str) -> bool:
    """Tell whether a pair of thing and target is kept for unseen games (about 1 in 4)."""
    return digest("goal", thing, target) % _UNSEEN_IN == 0


def _draw_pair(
    draws: Draws,
    task: str,
    ask: Ask,
    kind: str,
    types: Sequence[str],
    unseen: bool,
    taken: Sequence[Pair],
) -> Pair | None:
    if any(TREATMENTS[name].tool not in types for name in ask.treatments):
        return None
    offered = LOOK if task == LOOK else model(ask)
    things = _things(offered, ask.treatments, kind, unseen)
    if task == LOOK:
        lamp_weights = figures().fitted[kind]["places"].get(LAMP, {})
        if not any(name in types for name in lamp_weights) or LAMP not in things:
            return None
        return draws.weighted(things[LAMP]), LAMP
    used = {name for pair in taken for name in pair}
    targets = {
        target: weight
        for target, weight in figures().fitted[kind]["targets"][offered].items()
        if target in types and target not in used and things.get(target, {}).keys() - used
    }
    if not targets:
        return None
    target = draws.weighted(targets)
    fitting = {thing: n for thing, n in things[target].items() if thing not in used}
    return draws.weighted(fitting), target


@lru_cache(maxsize=256)
def _things(
    task: str, treatments: tuple[str, ...], kind: str, unseen: bool
) -> Mapping[str, dict[str, int]]:
    """Return, by target, the things that can be asked for on a side, with their weights.

    Official games ask for some pairs; a thing that they ask for at one target may also be asked
    for at another that takes it, at a lower weight.
    """
    seen = figures().observed[kind]["goals"].get(task, {})
    total: dict[str, int] = {}
    for histogram in seen.values():
        for thing, count in histogram.items():
            total[thing] = total.get(thing, 0) + count
    able = [TREATMENTS[name].able for name in treatments]
    out: dict[str, dict[str, int]] = {}
    for target, histogram in seen.items():
        weights = {
            thing: _SEEN_WEIGHT * histogram.get(thing, 0) + 1
            for thing in sorted(total)
            if is_unseen_pair(thing, target) == unseen
            and (target == LAMP or thing in figures().holds[target])
            and all(word in figures().properties[thing] for word in able)
        }
        if weights:
            out[target] = weights
    return out
