"""The page docs/performance-harness.md, from what was found."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass

from benchmarks.heading import heading

RECORD, PAGE = "performance-harness.json", "performance-harness.md"
ROOMS: Mapping[str, str] = {
    "policy": "the policy's forward and backward passes: acting, learning, critic, reference",
    "environments": "environments: reset, contexts, anchors, step",
    "credit": "returns, groups and advantages",
    "bookkeeping": "ledger, journals, checkpoints, counting of operations, observers, trackers",
    "rest": "the loop itself: order of work, lists of what was played",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Everything that the page is written from.

    Attributes:
        command: what to run to measure again.
        machine: processor, number of cores, operating system.
        versions: of Python and the packages.
        words: what was trained, as words of ``hgpo train``.
        batches: algorithm -> batches trained.
        seconds: algorithm -> room -> seconds.
    """

    command: str
    machine: Mapping[str, str]
    versions: Mapping[str, str]
    words: tuple[str, ...]
    batches: Mapping[str, int]
    seconds: Mapping[str, Mapping[str, float]]

    def share(self, algorithm: str, *rooms: str) -> float:
        """Return the part of an algorithm's time that was spent in these rooms."""
        spent = self.seconds[algorithm]
        return sum(spent.get(room, 0.0) for room in rooms) / sum(spent.values())

    def to_json(self) -> dict[str, object]:
        """Give the record; ``Found(**record)`` reads it back."""
        return asdict(self)


def page(found: Found) -> str:
    """Return the page."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: Found) -> Iterator[str]:
    yield from heading(
        "Where a training's time goes",
        command=found.command,
        record=RECORD,
        about={**found.machine, **found.versions},
    )
    yield ""
    yield (
        f"One training each, `hgpo train {' '.join(found.words)} algorithm=NAME`, in a process of "
        "its own, from the warm start to the result with its evaluations. Each second counts for "
        "the innermost of these rooms that the program was in."
    )
    yield ""
    yield f"| room | {' | '.join(found.seconds)} |"
    yield f"|---|{'--:|' * len(found.seconds)}"
    for room, what in ROOMS.items():
        cells = " | ".join(f"{found.share(name, room):.1%}" for name in found.seconds)
        yield f"| {what} | {cells} |"
    yield f"| seconds | {' | '.join(f'{sum(s.values()):.0f}' for s in found.seconds.values())} |"
    yield f"| batches | {' | '.join(str(found.batches[name]) for name in found.seconds)} |"
