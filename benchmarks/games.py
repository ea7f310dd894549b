"""Which games are measured: official ones where they are installed, generated ones otherwise."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from hgpo_envs import make
from hgpo_envs.alfworld import generate
from hgpo_envs.alfworld.data.layout import GAME, VERSION
from hgpo_envs.errors import DataError

T = TypeVar("T")

OFFICIAL = ("valid_seen", "train")
GENERATED = ("gen_seen", "gen_train")


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """A split to make environments of.

    Attributes:
        options: what ``hgpo_envs.make`` is given.
        games: how many games it has.
    """

    options: Mapping[str, object]
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where games come from.

    Attributes:
        name: how reports call it.
        paths: game files, in an order that does not depend on the file system.
        few: a split of some hundred games.
        many: a split of thousands.
    """

    name: str
    paths: Sequence[str]
    few: Split
    many: Split

    def choose(self, count: int) -> Sequence[str]:
        """Return game files spread evenly over all."""
        return even(self.paths, count)

    def small(self, count: int) -> Sequence[str]:
        """Return the smallest of a hundred game files, smallest first."""
        some = even(self.paths, 100)
        return sorted(some, key=lambda path: (os.path.getsize(path), path))[:count]


def open_source(data: str | None, scratch: Path) -> Source:
    """Find the games.

    Args:
        data: folder that holds ``json_2.1.1``; None takes generated games.
        scratch: folder to write generated games to.

    Raises:
        DataError: the folder has none of the splits.
    """
    if data is None:
        few, many = (_split(name) for name in GENERATED)
        return Source(name="generated", paths=_write(scratch), few=few, many=many)
    root = Path(data).absolute()
    found = [name for name in OFFICIAL if (root / VERSION / name).is_dir()]
    if not found:
        raise DataError(
            f"{str(root / VERSION)!r} has no folder {' or '.join(OFFICIAL)}. Name a folder that "
            f"holds {VERSION} with one of them, or measure without data, on generated games."
        )
    paths: list[str] = []
    for name in found:
        ids = make("ALFWorld-v0", split=name, data=root).panel.ids
        paths += [str(root / VERSION / name / task / GAME) for task in ids]
    few, many = (_split(name, data=str(root)) for name in (found[0], found[-1]))
    return Source(name=f"official, {' and '.join(found)}", paths=paths, few=few, many=many)


def even(items: Sequence[T], count: int) -> Sequence[T]:
    """Return ``count`` of the items at even distances; all of them where there are no more.

    Example:
        >>> even(["a", "b", "c", "d", "e"], 2)
        ['a', 'c']
    """
    if count >= len(items):
        return items
    return [items[place * len(items) // count] for place in range(count)]


def _split(name: str, **options: object) -> Split:
    options = {"split": name, **options}
    return Split(options=options, games=len(make("ALFWorld-v0", **options).panel))  # type: ignore[arg-type]


def _write(scratch: Path) -> Sequence[str]:
    level = generate.DEFAULT_DIFFICULTY
    paths = []
    for task in even(generate.task_ids(GENERATED[-1], level), 200):
        path = scratch / task.replace("/", "_") / GAME
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(generate.game(task, level)), encoding="utf-8")
        paths.append(str(path))
    return paths
