"""How many bytes a folder takes, by kind of file."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

KINDS: Mapping[str, tuple[str, ...]] = {
    "checkpoints": (".safetensors",),
    "episodes": ("episodes.jsonl", "evaluation.jsonl", "tasks.jsonl", "probes.jsonl"),
    "metrics": ("metrics.jsonl", "timing.jsonl"),
    "ledger": ("ledger.jsonl",),
    "reports": (".html", ".svg", "comparison.json", "result.json"),
}
"""Kind of file -> how the names of its files end; any other file is of the kind ``other``."""
OTHER = "other"


@dataclass(slots=True)
class Sizes:
    """What a folder takes.

    Attributes:
        files: how many there are, links included.
        by_kind: kind of file -> bytes.
        changed: when a file was last changed, seconds since 1970; 0 without files.
    """

    files: int = 0
    by_kind: dict[str, int] = field(default_factory=dict)
    changed: float = 0.0

    @property
    def total(self) -> int:
        """All bytes."""
        return sum(self.by_kind.values())

    def add(self, name: str, status: os.stat_result) -> None:
        """Count a file."""
        kind = kind_of_file(name)
        self.files += 1
        self.by_kind[kind] = self.by_kind.get(kind, 0) + status.st_size
        self.changed = max(self.changed, status.st_mtime)


def sizes_of(folder: Path) -> Sizes:
    """Count what is in a folder; a link counts as itself, not as what it points to."""
    found = Sizes()
    for entry in files_in(folder):
        found.add(entry.name, entry.stat(follow_symlinks=False))
    return found


def files_in(folder: str | Path) -> Iterator["os.DirEntry[str]"]:
    """Yield every file and link in a folder and below it."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from files_in(entry.path)
            else:
                yield entry


def kind_of_file(name: str) -> str:
    """Return the kind that a file is counted under.

    Example:
        >>> kind_of_file("final.safetensors"), kind_of_file("notes.txt")
        ('checkpoints', 'other')
    """
    return next((kind for kind, ends in KINDS.items() if name.endswith(ends)), OTHER)


def in_words(size: int) -> str:
    """Write a size in the unit that it is read best in.

    Example:
        >>> in_words(512), in_words(2048), in_words(5 * 1024**3)
        ('512 B', '2.0 KiB', '5.0 GiB')
    """
    amount = float(size)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if amount < 1024:
            return f"{size} B" if unit == "B" else f"{amount:.1f} {unit}"
        amount /= 1024
    return f"{amount:.1f} TiB"
