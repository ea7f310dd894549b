"""Official splits as panels: what can be played, in an order that no disk decides."""

import os
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from hgpo_envs.alfworld.data.filters import FILTERS, left_out
from hgpo_envs.alfworld.data.index import GameEntry, list_split
from hgpo_envs.alfworld.data.layout import GAME, VERSION, WHOLE, WHOLE_IDS
from hgpo_envs.alfworld.data.root import data_root
from hgpo_envs.errors import DataError, GameFileError
from hgpo_envs.panel import TaskPanel


def official_panel(
    env_id: str,
    split: str,
    data: str | os.PathLike[str] | None,
    *,
    filters: Sequence[str] = FILTERS,
) -> TaskPanel:
    """List a split's playable games by task id (``TASK_FOLDER/TRIAL_FOLDER``), sorted.

    Args:
        env_id: the environment.
        split: an official split.
        data: as ``data_root`` takes it.
        filters: what keeps a game out, as ``resolve_filters`` returns it. Other filters than the
            official ones are named in the version, and the panel is never the official one.

    Raises:
        DataError: the data or the split's folder is missing, or holds no playable game.
        GameFileError: a game file can't be read.
    """
    folder = data_root(data) / VERSION / split
    if not folder.is_dir():
        raise DataError(
            f"there is no folder {str(folder)!r}, so split {split!r} can't be played. "
            "Import that split, or choose another."
        )
    filters = tuple(filters)
    ids = tuple(_playable(_entries(folder), filters))
    if not ids:
        raise DataError(
            f"{str(folder)!r} holds no playable game: none passes the filters "
            f"({', '.join(filters)}). Expected TASK/TRIAL/{GAME} below it."
        )
    custom = filters != FILTERS
    return TaskPanel(
        env_id=env_id,
        split=split,
        version=f"{VERSION}/filters={','.join(filters) or 'none'}" if custom else VERSION,
        ids=ids,
        kinds=tuple(task.split("-", 1)[0] for task in ids),
        partial=custom or not is_whole(split, ids),
    )


def is_whole(split: str, ids: Sequence[str]) -> bool:
    """Whether these are all playable games of an official split."""
    if split not in WHOLE_IDS:
        return len(ids) == WHOLE[split]
    listed = "\n".join(ids).encode("utf-8", "surrogatepass")
    return sha256(listed).hexdigest() == WHOLE_IDS[split]


@lru_cache(maxsize=16)
def _entries(folder: Path) -> tuple[GameEntry, ...]:
    """List a split once a process, so that a panel stays what it is while it is played."""
    return list_split(folder).games


def _playable(entries: Sequence[GameEntry], filters: Sequence[str]) -> Iterator[str]:
    for entry in entries:
        if left_out(entry.task, solvable=entry.solvable or bool(entry.problem), filters=filters):
            continue
        if entry.problem:
            raise GameFileError(entry.problem)
        yield entry.task


def forget_listed_games() -> None:
    """List every split anew when it is next asked for, as after an import."""
    _entries.cache_clear()
