"""The fixed policies of comparisons that become one."""

from collections.abc import Sequence

from harness.errors import RunError
from harness.report import Comparison, Reference

Played = tuple[tuple[int, ...], Reference]
"""The training seeds that a policy was played for, and its scores."""


def merged_references(parts: Sequence[Comparison]) -> tuple[Reference, ...]:
    """Return every policy's scores over the parts' seeds.

    A policy plays the panel with draws of its own for each seed. Where the parts' seeds overlap in
    part the same episodes would count twice: then the part with the most seeds tells.

    Raises:
        RunError: two parts tell of the same episodes differently.
    """
    names = dict.fromkeys(each.name for part in parts for each in part.references)
    return tuple(_merged(name, parts) for name in names)


def _merged(name: str, parts: Sequence[Comparison]) -> Reference:
    played: dict[tuple[int, ...], Reference] = {}
    for part in parts:
        for each in part.references:
            if each.name == name and played.setdefault(tuple(sorted(part.seeds)), each) != each:
                raise RunError(
                    f"the policy {name} has other scores in two of the comparisons, with the same "
                    "seeds. One of them was changed, or made in another way; merge only one."
                )
    seeds = [seed for of_part in played for seed in of_part]
    if len(seeds) != len(set(seeds)):
        return played[max(played, key=len)]
    return _pooled(list(played.items()), parts[0].protocol.repeats)


def _pooled(played: Sequence[Played], repeats: int) -> Reference:
    if len(played) == 1:
        return played[0][1]
    ordered = sorted(played, key=lambda each: each[0])
    episodes = [len(seeds) * repeats for seeds, _ in ordered]
    total = sum(episodes)
    rates = [
        [round(rate * n) for rate in each.success]
        for n, (_, each) in zip(episodes, ordered, strict=True)
    ]
    told = [reference for _, reference in ordered]
    returns = _means([each.returns for each in told], episodes)
    success = tuple(sum(won) / total for won in zip(*rates, strict=True))
    if all(each.returns == each.success for each in told):
        returns = success  # exactly, where a return is a success
    return Reference(name=told[0].name, success=success, returns=returns)


def _means(rows: Sequence[tuple[float, ...]], weights: Sequence[int]) -> tuple[float, ...]:
    """Return the weighted mean of every column; empty where a row was not kept."""
    if not all(rows):
        return ()
    return tuple(
        sum(value * weight for value, weight in zip(column, weights, strict=True)) / sum(weights)
        for column in zip(*rows, strict=True)
    )
