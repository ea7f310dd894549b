"""Use a folder of official games where it lies: the data root gets a link for each split."""

import os
from pathlib import Path

from hgpo_envs.alfworld.data.importing import Import, Intake, Progress, nothing_found
from hgpo_envs.alfworld.data.layout import VERSION
from hgpo_envs.alfworld.data.sources import folder_members, split_folders
from hgpo_envs.alfworld.library import forget_games
from hgpo_envs.errors import DataError


def link_games(
    folder: Path,
    root: Path,
    *,
    dry_run: bool = False,
    progress: Progress = lambda done, what: None,
) -> Import:
    """Check the games of a folder as an import does, and link its splits into a root.

    Args:
        folder: holds the splits, at any depth.
        root: the folder that is to hold ``json_2.1.1``.
        dry_run: whether to write nothing.
        progress: is told how far it got.

    Raises:
        DataError: it is no folder or holds no split, or the root has one of the splits already.
    """
    if not folder.is_dir():
        raise DataError(f"{str(folder)!r} is no folder, and only a folder can be linked.")
    splits = split_folders(folder)
    if not splits:
        raise nothing_found(folder)
    for split, path in splits.items():
        target = root / VERSION / split
        if os.path.lexists(target) and not _is_same(target, path):
            raise DataError(
                f"{str(target)!r} is there already. Remove it, or link into another folder with "
                "--to."
            )
    intake = Intake(root, lambda path, content: None, keep=not dry_run)
    for path in splits.values():
        for member in folder_members(path):
            progress(member.done, member.split)
            intake.take(member)
    if not dry_run:
        _link(splits, root)
    return intake.found


def _link(splits: dict[str, Path], root: Path) -> None:
    (root / VERSION).mkdir(parents=True, exist_ok=True)
    for split, path in splits.items():
        target = root / VERSION / split
        if not os.path.lexists(target):
            target.symlink_to(path, target_is_directory=True)
    forget_games()


def _is_same(one: Path, other: Path) -> bool:
    return one.exists() and one.samefile(other)
