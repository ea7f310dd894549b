"""Build a store: the catalogue, the search index, and what its goals need."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from hgpo_envs.errors import DataError
from hgpo_envs.webshop.catalogue.cleaning import contents
from hgpo_envs.webshop.catalogue.importing import Intake, import_catalogue
from hgpo_envs.webshop.catalogue.instructions import EntryFile
from hgpo_envs.webshop.catalogue.reading import Position, read_records
from hgpo_envs.webshop.catalogue.store import Catalogue
from hgpo_envs.webshop.layout import INDEX, NOUNS
from hgpo_envs.webshop.manifest import Manifest, SourceFile, write_manifest
from hgpo_envs.webshop.nouns import Finder, choose_finder, read_recorded, write_table
from hgpo_envs.webshop.search import build_index
from hgpo_envs.webshop.search.parts import FORM as INDEX_FORM
from hgpo_envs.webshop.sources import Sources
from hgpo_envs.webshop.staging import staged
from hgpo_envs.webshop.wishes import KINDS, open_wishes

Progress: TypeAlias = Callable[[float, str], None]
"""Told how much is done, from 0 to 1, and what is being done."""

_READING = 0.35
"""Share of the time that the catalogue takes; the index takes the rest."""

_MOST_SYNTHETIC = 20_000
"""Synthetic wishes whose titles' nouns are found beforehand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What a store is built from.

    Attributes:
        name: the catalogue's.
        records: the official records, with their positions; can be gone through once.
        attributes: the official attribute file's content.
        human: the human-written instructions.
        finder: finds the nouns of titles.
        nouns: recorded nouns by title.
        sources: the files that it all comes from.
        bytes: size of the records, to tell how far it got; 0 where it isn't known.
    """

    name: str
    records: Iterable[tuple[Position, object]]
    attributes: Mapping[str, object]
    human: Mapping[str, object]
    finder: Finder
    nouns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sources: tuple[SourceFile, ...] = ()
    bytes: int = 0


def store_parts(finder: Finder) -> Mapping[str, str]:
    """Return the versions of what is computed from the products, by name."""
    return {"search": str(INDEX_FORM), "nouns": finder.name}


def read_material(sources: Sources, marks: tuple[SourceFile, ...], size: int) -> Material:
    """Return what official files hold; the catalogue itself is read as it is gone through.

    Raises:
        DataError: a file can't be read, or is damaged.
    """
    return Material(
        name=sources.name,
        records=read_records(sources.catalogue),
        attributes=EntryFile(sources.attributes),
        human=EntryFile(sources.human) if sources.human is not None else {},
        finder=choose_finder(),
        nouns=read_recorded(sources.nouns),
        sources=marks,
        bytes=size,
    )


def build_store(
    material: Material,
    target: Path,
    *,
    strict: bool = False,
    workers: int = 1,
    progress: Progress = lambda done, what: None,
) -> Intake:
    """Build a store in the place of a folder, which the caller has locked.

    Args:
        material: what it is built from; it is used up.
        target: the folder; it is there whole, as it was before, or not at all.
        strict: whether damaged records are an error; otherwise they are left out and counted.
        workers: processes that analyse the products' texts.
        progress: is told how far it got.

    Raises:
        DataError: the material is damaged or holds no product.
        OSError: there is no room, or no permission.
    """
    with staged(target) as folder:
        intake = import_catalogue(
            material.records,
            material.attributes,
            material.human,
            folder,
            told=lambda at: progress(_share(at.byte, material.bytes), f"{at.record:,} products"),
        )
        _refuse(intake, material.name, strict=strict)
        for entries in (material.attributes, material.human):
            if isinstance(entries, EntryFile):
                entries.clear()
        manifest = _manifest(material, intake)
        catalogue = Catalogue(folder)
        progress(_READING, "nouns of titles")
        write_table(folder / NOUNS, _titles(catalogue), material.finder, material.nouns)
        _index(catalogue, workers, progress)
        write_manifest(folder, manifest)
    return intake


def _share(byte: int, size: int) -> float:
    return _READING * min(byte / size, 1.0) if size else 0.0


def _refuse(intake: Intake, name: str, *, strict: bool) -> None:
    damaged = intake.skipped.get("damaged")
    if not intake.products and damaged is None:
        raise DataError(f"{name} holds no product. Name an official catalogue.")
    if damaged is not None and (strict or not intake.products):
        position, asin, detail = damaged.examples[0]
        advice = (
            "Get the file again, or leave them out with `hgpo data import`."
            if intake.products
            else "Nothing else is in it: name an official catalogue."
        )
        raise DataError(
            f"{name} has {damaged.count:,} damaged records, the first is record "
            f"{position.record:,} (counted from 0), which begins at byte {position.byte:,}, "
            f"asin {asin!r}: {detail}. {advice}"
        )


def _manifest(material: Material, intake: Intake) -> Manifest:
    return Manifest(
        catalogue=material.name,
        products=intake.products,
        skipped={reason: skips.count for reason, skips in sorted(intake.skipped.items())},
        human=intake.human,
        synthetic=intake.synthetic,
        parts=store_parts(material.finder),
        sources=material.sources,
    )


def _titles(catalogue: Catalogue) -> Iterator[str]:
    """Give the titles of products that goals are for; not those of very many synthetic goals."""
    for kind in KINDS:
        wishes = open_wishes(catalogue.folder, kind, catalogue)
        if kind == "human" or len(wishes) <= _MOST_SYNTHETIC:
            yield from (wish.name for wish in wishes)


def _index(catalogue: Catalogue, workers: int, progress: Progress) -> None:
    folder = catalogue.folder / INDEX
    folder.mkdir()
    build_index(_documents(catalogue, progress), folder, workers=workers)


def _documents(catalogue: Catalogue, progress: Progress) -> Iterator[tuple[str, str]]:
    every = len(catalogue)
    for row in range(every):
        if row % 1000 == 0:
            done = _READING + (1 - _READING) * row / every
            progress(done, f"search index: {row:,} of {every:,} products")
        product = catalogue.decode_at(row)
        yield product.asin, contents(product)
