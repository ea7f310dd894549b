"""Which games are measured: official ones where they are installed, generated ones otherwise."""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from hgpo_envs.alfworld import generate
from hgpo_envs.alfworld.data.layout import GAME, VERSION
from hgpo_envs.alfworld.official import official_panel

T = TypeVar("T")

SPLITS = ("valid_seen", "train")


@dataclass(frozen=True, slots=True, kw_only=True)
class Games:
    """Game files and what they are.

    Attributes:
        paths: in an order that does not depend on the file system.
        source: how reports call them.
    """

    paths: tuple[str, ...]
    source: str


def choose(count: int, *, data: str | None, scratch: Path) -> Games:
    """Choose games spread evenly over what there is.

    Args:
        count: how many; fewer where there are not as many.
        data: folder that holds ``json_2.1.1``; None takes ``ALFWORLD_DATA``, and generated games
            where that is not set either.
        scratch: folder to write generated games to.
    """
    root = data or os.environ.get("ALFWORLD_DATA")
    if not root:
        return Games(paths=_generated(count, scratch), source="generated")
    paths: list[str] = []
    found = []
    for split in SPLITS:
        folder = Path(root) / VERSION / split
        if folder.is_dir():
            found.append(split)
            panel = official_panel("ALFWorld-v0", split, root)
            paths += [str((folder / task / GAME).absolute()) for task in panel.ids]
    return Games(paths=tuple(even(paths, count)), source=f"official ({' and '.join(found)})")


def even(items: Sequence[T], count: int) -> Sequence[T]:
    """Return ``count`` of the items at even distances; all of them where there are no more.

    Example:
        >>> even(["a", "b", "c", "d", "e"], 2)
        ['a', 'c']
    """
    if count >= len(items):
        return items
    return [items[place * len(items) // count] for place in range(count)]


def _generated(count: int, scratch: Path) -> tuple[str, ...]:
    ids = generate.task_ids("gen_train", generate.DEFAULT_DIFFICULTY)
    paths = []
    for task in even(ids, count):
        path = scratch / task.replace("/", "_") / GAME
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(generate.game(task, generate.DEFAULT_DIFFICULTY)), "utf-8")
        paths.append(str(path))
    return tuple(paths)
