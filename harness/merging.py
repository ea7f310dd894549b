"""Put comparisons together that differ in nothing but their seeds, algorithms and baselines."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from harness.comparison_growth import DECISIVE, GROWING, grows, setting_differences
from harness.config.schema import Scalar
from harness.errors import RunError
from harness.merged_references import merged_references
from harness.merged_size import Size
from harness.report import Cell, Comparison, Start
from harness.report.formats import listed
from harness.run.journal import canonical
from harness.run_comparison import facts_of
from leaderboards.decode import DecodeError, load_json

ALIKE = ("env", "train", "eval", "tasks", "task_kinds", "caps", "protocol", "apart")
"""What parts have in common, to the byte."""


class Part(NamedTuple):
    """A comparison that becomes a part of another.

    Attributes:
        name: what it is called in messages, such as its path.
        comparison: it.
    """

    name: str
    comparison: Comparison


def merge(parts: Sequence[Part]) -> Comparison:
    """Put comparisons together.

    Raises:
        RunError: parts don't agree, tell of one cell differently, or together lack a cell.
    """
    if len(parts) < 2:
        raise RunError("a merge needs at least two comparisons; give one more.")
    first = parts[0]
    for part in parts:
        _check_whole(part)
    for part in parts[1:]:
        _check_alike(first, part)
    cells, starts = _cells(parts), _starts(parts)
    algorithms = tuple(dict.fromkeys(chain(*(part.comparison.algorithms for part in parts))))
    seeds = tuple(sorted({seed for part in parts for seed in part.comparison.seeds}))
    lacking = [f"{a} with seed {s}" for s in seeds for a in algorithms if (a, s) not in cells]
    if lacking:
        raise RunError(
            f"together the comparisons lack {', '.join(lacking)}. A report needs every algorithm "
            "with every seed: train what is missing, or merge fewer."
        )
    references = merged_references([part.comparison for part in parts])
    size = Size(
        algorithms=_entries(parts), seeds=seeds, baselines=[each.name for each in references]
    )
    return replace(
        first.comparison,
        algorithms=algorithms,
        seeds=seeds,
        cells=tuple(cells[name, seed] for seed in seeds for name in algorithms),
        starts=tuple(starts[seed] for seed in seeds),
        references=references,
        settings={**_without_size(first.comparison), **size.settings()},
        command=size.command(first.comparison.command),
        facts=(*facts_of(len(seeds)), *_provenance(parts)),
    )


def _check_whole(part: Part) -> None:
    if part.comparison.faults:
        raise RunError(f"{part.name} is not comparable: {part.comparison.faults[0]}")
    if part.comparison.missing:
        raise RunError(
            f"{part.name} is a part of a comparison that is not finished: "
            f"{', '.join(part.comparison.missing)}. Finish it first."
        )


def _check_alike(first: Part, part: Part) -> None:
    one, other = first.comparison, part.comparison
    differences = [
        f"{name} is {_short(getattr(one, name))} in {first.name} and "
        f"{_short(getattr(other, name))} in {part.name}"
        for name in ALIKE
        if getattr(one, name) != getattr(other, name)
    ]
    differences += setting_differences(
        _shared(one), _shared(other), f"in {first.name}", f"in {part.name}"
    )
    differences += _version_differences(first, part)
    if differences:
        raise RunError(
            f"{part.name} can't be put beside {first.name}: {'; '.join(differences)}. Only "
            "comparisons that differ in their seeds, algorithms and baselines alone are one."
        )


def _without_size(comparison: Comparison) -> dict[str, Scalar]:
    told = comparison.settings.items()
    return {name: value for name, value in told if name not in GROWING}


def _shared(comparison: Comparison) -> dict[str, Scalar]:
    return {name: value for name, value in comparison.settings.items() if not grows(name)}


def _version_differences(first: Part, part: Part) -> list[str]:
    one, other = first.comparison.versions, part.comparison.versions
    decisive: list[dict[str, Scalar]] = [
        {name: told[name] for name in DECISIVE if name in one and name in other}
        for told in (one, other)
    ]
    return [
        f"the version of {clause}"
        for clause in setting_differences(
            decisive[0], decisive[1], f"in {first.name}", f"in {part.name}"
        )
    ]


def _cells(parts: Sequence[Part]) -> dict[tuple[str, int], Cell]:
    found: dict[tuple[str, int], tuple[str, Cell]] = {}
    for part in parts:
        for cell in part.comparison.cells:
            name, before = found.setdefault((cell.algorithm, cell.seed), (part.name, cell))
            if before != cell:
                raise RunError(
                    f"{cell.algorithm} with seed {cell.seed} has other results in {name} than in "
                    f"{part.name}. One of the two was changed, or made in another way; merge only "
                    "one of them."
                )
    return {key: cell for key, (_, cell) in found.items()}


def _starts(parts: Sequence[Part]) -> dict[int, Start]:
    found: dict[int, tuple[str, Start]] = {}
    for part in parts:
        for start in part.comparison.starts:
            name, before = found.setdefault(start.seed, (part.name, start))
            if before != start:
                what = "scores before training" if before.weights == start.weights else "weights"
                raise RunError(
                    f"with seed {start.seed} training began from other {what} in {name} than in "
                    f"{part.name}. Algorithms are compared from the same start only."
                )
    return {seed: start for seed, (_, start) in found.items()}


def _entries(parts: Sequence[Part]) -> list[object]:
    """Return the algorithms with their options, as the parts' settings tell them."""
    found: dict[str, object] = {}
    for part in parts:
        told = part.comparison.settings.get("algorithms")
        entries = _list(told) if isinstance(told, str) else None
        if entries is None:  # a stranger's, without the options
            entries = [{"name": name, "options": {}} for name in part.comparison.algorithms]
        found.update({canonical(entry): entry for entry in entries})
    return list(found.values())


def _list(text: str) -> list[object] | None:
    try:
        told = load_json(text, "the setting")
    except DecodeError:
        return None
    return list(told) if isinstance(told, list) else None


def _provenance(parts: Sequence[Part]) -> list[str]:
    """Say what the parts are; what a part says of its own parts stays."""
    told = []
    for number, (_, each) in enumerate(parts, start=1):
        seeds = listed([str(seed) for seed in each.seeds])
        versions = ", ".join(f"{name} {version}" for name, version in each.versions.items())
        digest = hashlib.sha256(each.to_json().encode()).hexdigest()
        told += [
            f"Part {number} of {len(parts)}: {listed(each.algorithms)} with the training seeds "
            f"{seeds}; its comparison.json has the SHA-256 {digest}; trained with "
            f"{versions or 'versions that were not kept'}.",
            *(fact for fact in each.facts if fact not in facts_of(len(each.seeds))),
        ]
    return told


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 160 else f"{text[:160]}…"
