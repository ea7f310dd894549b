"""Rank entries within classes whose numbers can be compared, and say which are ties.

A class is: one environment with the same options and step cap, the same list of tasks scored on
(by hash), the same list trained on, the same caps in the same units, the same memory and prompt
template. Within it, entries stand by mean success. The best has rank 1; each next entry shares the
rank of the best entry of its rank as long as their 95 % intervals overlap, and else has its place's
number (1, 1, 3).

Baselines and evaluations of policies whose training is not in the entry were under no cap: they
stand in every class of their world and tasks, by their success, and have no rank in any.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from leaderboards.entry import Entry, EntryPanel
from leaderboards.reading import ReadEntry
from leaderboards.statistics import Estimate, Scores, crossed_bootstrap, wilson_interval

CONFIDENCE = 0.95
RESAMPLES = 2_000
SEED = 20260217
DIGITS = 6
TABLE_FORMAT = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One entry on the board.

    Attributes:
        rank: from 1; ties share one; None for what was not trained under the class's caps.
        name: of the entry's folder.
        sha256: over the entry's files.
        entry: what it says of itself.
        success: mean success over seeds and tasks.
        mean_return: mean return of an episode, likewise.
        refused: share of actions that the world refused.
        spent: unit -> mean amount that a seed spent.
    """

    rank: int | None
    name: str
    sha256: str
    entry: Entry
    success: Estimate
    mean_return: Estimate
    refused: float
    spent: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedClass:
    """Entries that can be compared, best first.

    Attributes:
        env: environment id.
        env_options: its further options, as JSON text each.
        max_steps: step cap of an episode.
        eval: the tasks scored on.
        train: the tasks trained on; None where nothing in the class was trained.
        caps: unit -> cap; none where nothing was trained.
        memory: what the ranked agents saw of the past.
        template: SHA-256 over the text of their prompts' template.
        rows: the entries.
    """

    env: str
    env_options: Mapping[str, str]
    max_steps: int
    eval: EntryPanel
    train: EntryPanel | None
    caps: Mapping[str, float]
    memory: str
    template: str
    rows: tuple[Row, ...]


def rank(entries: Iterable[ReadEntry]) -> tuple[RankedClass, ...]:
    """Rank entries within their classes; the order in which they come makes no difference."""
    classes: dict[str, list[ReadEntry]] = {}
    beside: dict[str, list[ReadEntry]] = {}
    for found in entries:
        groups, key = (classes, class_key) if found.entry.is_trained else (beside, world_key)
        groups.setdefault(key(found.entry), []).append(found)
    worlds = {key: world_key(members[0].entry) for key, members in classes.items()}
    for world in sorted(set(beside).difference(worlds.values())):
        classes[world], worlds[world] = [], world
    return tuple(_ranked(classes[key], beside.get(worlds[key], [])) for key in sorted(classes))


def world_key(entry: Entry) -> str:
    """Return what two entries must have alike to stand in one table, as text."""
    facts = [entry.env, dict(entry.env_options), entry.max_steps, asdict(entry.eval)]
    return json.dumps(facts, sort_keys=True)


def class_key(entry: Entry) -> str:
    """Return what two trained entries must have alike to be ranked together, as text."""
    facts = [
        world_key(entry),
        None if entry.train is None else asdict(entry.train),
        {unit: float(cap) for unit, cap in entry.caps.items()},
        memory_in_words(entry),
        dict(entry.sources),
        entry.template,
    ]
    return json.dumps(facts, sort_keys=True)


def memory_in_words(entry: Entry) -> str:
    """Write what of the past the agent saw; entries of the first format tell it as a setting."""
    if entry.memory:
        return entry.memory
    start = "env.memory."
    told = {
        name.removeprefix(start): value
        for name, value in sorted(entry.settings.items())
        if name.startswith(start) and value is not None
    }
    kind = told.pop("kind", "")
    return " ".join([str(kind), *(f"{name}={value}" for name, value in told.items())]).strip()


def ranks(estimates: Sequence[Estimate]) -> list[int]:
    """Return the rank of each estimate; they come best first.

    Example:
        >>> first, second, third = (
        ...     Estimate(value=v, low=v - 0.1, high=v + 0.1, confidence=0.95)
        ...     for v in (0.9, 0.75, 0.6)
        ... )
        >>> ranks([first, second, third])  # the second's interval meets the first's
        [1, 1, 3]
    """
    found: list[int] = []
    for place, estimate in enumerate(estimates, 1):
        shared = found and estimate.high >= estimates[found[-1] - 1].low
        found.append(found[-1] if shared else place)
    return found


def success_of(won: Scores, *, single: bool) -> Estimate:
    """Estimate mean success from success rates [S, T].

    One seed whose tasks were played once is a row of 0 and 1: Wilson's interval, over tasks. All
    else is resampled over seeds and tasks; where every episode ended alike, no resampling differs,
    and Wilson's interval over the tasks says how little they may be.
    """
    if won.min() == won.max() and float(won.min()) in {0.0, 1.0}:
        tasks = won.shape[1]
        return _rounded(wilson_interval(round(float(won.min())) * tasks, tasks, CONFIDENCE))
    if single and len(won) == 1:
        return _rounded(wilson_interval(round(float(won.sum())), won.size, CONFIDENCE))
    return _resampled(won)


def to_json(classes: Sequence[RankedClass]) -> str:
    """Write a board's table; equal boards give equal text."""
    table = {"format": TABLE_FORMAT, "classes": [asdict(one) for one in classes]}
    return json.dumps(table, indent=1, sort_keys=True, allow_nan=False) + "\n"


def _ranked(trained: Sequence[ReadEntry], beside: Sequence[ReadEntry]) -> RankedClass:
    scored = [(each, success_of(each.won, single=each.single)) for each in (*trained, *beside)]
    scored.sort(key=lambda pair: (-pair[1].value, -float(pair[0].returns.mean()), pair[0].name))
    places = iter(ranks([success for found, success in scored if found.entry.is_trained]))
    rows = [
        _row(next(places) if found.entry.is_trained else None, found, success)
        for found, success in scored
    ]
    first = (*trained, *beside)[0].entry
    return RankedClass(
        env=first.env,
        env_options=first.env_options,
        max_steps=first.max_steps,
        eval=first.eval,
        train=first.train,
        caps=first.caps,
        memory=memory_in_words(first) if trained else "",
        template=first.template if trained else "",
        rows=tuple(rows),
    )


def _row(place: int | None, found: ReadEntry, success: Estimate) -> Row:
    return Row(
        rank=place,
        name=found.name,
        sha256=found.sha256,
        entry=found.entry,
        success=success,
        mean_return=_resampled(found.returns),
        refused=round(found.refused, DIGITS),
        spent={unit: round(amount, DIGITS) for unit, amount in found.spent.items()},
    )


def _resampled(scores: Scores) -> Estimate:
    rng = np.random.default_rng(SEED)
    return _rounded(crossed_bootstrap(scores, rng, RESAMPLES, CONFIDENCE))


def _rounded(found: Estimate) -> Estimate:
    return Estimate(
        value=round(found.value, DIGITS),
        low=round(found.low, DIGITS),
        high=round(found.high, DIGITS),
        confidence=found.confidence,
    )
