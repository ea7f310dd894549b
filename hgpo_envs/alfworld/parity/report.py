"""Put the results of many games into one report."""

import json
import platform
from collections.abc import Iterable, Sequence
from pathlib import Path

from hgpo_envs.alfworld.parity.work import Plan, Result

#: Differences that a report tells in full.
TOLD = 20


def report(results: Sequence[Result], plan: Plan, *, planned: int) -> dict[str, object]:
    """Return what a comparison found; it doesn't depend on how long it took, or in what order.

    Args:
        results: one a game.
        plan: how they were walked through.
        planned: how many games there were to compare.
    """
    ordered = sorted(results, key=lambda result: (result.case.group, result.case.name))
    different = [result for result in ordered if result.difference is not None]
    return {
        "seed": plan.seed,
        "steps": plan.steps,
        "versions": {"python": platform.python_version(), **dict(plan.versions)},
        "complete": len(results) == planned,
        **_counts(ordered),
        "groups": {
            group: _counts([r for r in ordered if r.case.group == group])
            for group in sorted({result.case.group for result in ordered})
        },
        "first_differences": [
            {"game": result.case.name, **result.difference.as_dict()}
            for result in different[:TOLD]
            if result.difference is not None
        ],
        "original_refuses": _reasons((r.case.name, r.refused) for r in ordered),
        "ours_refuses": _reasons((r.case.name, r.unplayable) for r in ordered),
    }


def write(content: dict[str, object], path: Path) -> None:
    """Write a report as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _counts(results: Sequence[Result]) -> dict[str, int]:
    return {
        "games": sum(not result.refused and not result.unplayable for result in results),
        "states": sum(result.states for result in results if not result.unplayable),
        "differences": sum(result.difference is not None for result in results),
    }


def _reasons(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    return {name: reason for name, reason in pairs if reason}
