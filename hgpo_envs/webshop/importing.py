"""Import official catalogues into stores, as ``hgpo data import`` does."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from hgpo_envs.errors import DataError
from hgpo_envs.webshop.building import Progress, build_store, read_material, store_parts
from hgpo_envs.webshop.built import is_whole, unpacked_size
from hgpo_envs.webshop.catalogue.importing import Intake, check_catalogue
from hgpo_envs.webshop.content import marks_of
from hgpo_envs.webshop.manifest import Manifest, SourceFile, read_manifest
from hgpo_envs.webshop.nouns import choose_finder
from hgpo_envs.webshop.root import store_folder
from hgpo_envs.webshop.sources import Sources, all_sources
from hgpo_envs.webshop.staging import locked

State: TypeAlias = Literal["new", "same", "replaced", "checked"]

_SMALL_MB = 20
"""Of a catalogue that is not worth starting processes for."""

_MOST_WORKERS = 4
"""More are hardly faster, as one process reads for all, and each takes memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """A catalogue and what became of it.

    Attributes:
        sources: its files.
        folder: its store.
        state: whether the store is new, was there already, replaced another one, or whether the
            files were only looked at.
        intake: what came in; None where the store was there already.
        manifest: what the store says of itself; None where the files were only looked at.
    """

    sources: Sources
    folder: Path
    state: State
    intake: Intake | None
    manifest: Manifest | None


def import_catalogues(
    paths: Sequence[Path],
    root: Path,
    *,
    replace: bool = False,
    dry_run: bool = False,
    workers: int | None = None,
    progress: Progress = lambda done, what: None,
) -> list[Imported]:
    """Import every catalogue that is among files and in folders, each into a store of its own.

    Damaged records are left out and counted. A store that was made of the same files is left as
    it is.

    Args:
        paths: official files, and folders that have them.
        root: the folder that is to hold the stores.
        replace: whether a store that was made of other files is replaced.
        dry_run: whether to write nothing.
        workers: processes that analyse the products' texts; None takes up to four, as there are
            processors, and one for a small catalogue.
        progress: is told how far it got.

    Raises:
        DataError: a file is missing or damaged; a store is there that was made of other files;
            there is no room.
    """
    found = all_sources(paths)
    done = []
    for number, sources in enumerate(found):

        def told(
            share: float, what: str, *, sources: Sources = sources, before: int = number
        ) -> None:
            progress((before + share) / len(found), f"{sources.name}: {what}")

        if dry_run:
            done.append(_check(sources, store_folder(root, sources.name), told))
            continue
        folder = store_folder(root, sources.name)
        with locked(folder, wait=False):
            done.append(_import(sources, folder, told, replace=replace, workers=workers))
    return done


def _check(sources: Sources, folder: Path, told: Progress) -> Imported:
    size = unpacked_size(sources.catalogue)
    material = read_material(sources, (), size)
    intake = check_catalogue(
        material.records,
        material.attributes,
        material.human,
        told=lambda at: told(min(at.byte / max(size, 1), 1.0), f"{at.record:,} records"),
    )
    return Imported(sources=sources, folder=folder, state="checked", intake=intake, manifest=None)


def _import(
    sources: Sources, folder: Path, told: Progress, *, replace: bool, workers: int | None
) -> Imported:
    told(0.0, "reading")
    marks = marks_of(sources.files)
    there = folder.exists()
    if there and _made_of(folder, marks):
        manifest = read_manifest(folder)
        return Imported(
            sources=sources, folder=folder, state="same", intake=None, manifest=manifest
        )
    if there and is_whole(folder) and not _is_older(folder) and not replace:
        raise DataError(
            f"the store {str(folder)!r} was made of other files than {sources.name} here; nothing "
            "was imported. Replace it with --replace, or import with --to elsewhere."
        )
    size = unpacked_size(sources.catalogue)
    material = read_material(sources, marks, size)
    intake = build_store(material, folder, workers=workers or _workers(size), progress=told)
    return Imported(
        sources=sources,
        folder=folder,
        state="replaced" if there else "new",
        intake=intake,
        manifest=read_manifest(folder),
    )


def _workers(size: int) -> int:
    return 1 if size < _SMALL_MB * 1_000_000 else min(os.cpu_count() or 1, _MOST_WORKERS)


def _made_of(folder: Path, marks: tuple[SourceFile, ...]) -> bool:
    """Whether a store is whole, of the present form, and made of these files."""
    return is_whole(folder) and not _is_older(folder) and _contents(folder) == _digests(marks)


def _is_older(folder: Path) -> bool:
    return dict(read_manifest(folder).parts) != dict(store_parts(choose_finder()))


def _contents(folder: Path) -> list[str]:
    return _digests(read_manifest(folder).sources)


def _digests(marks: Sequence[SourceFile]) -> list[str]:
    return [mark.sha256 for mark in marks]
