"""WebShop's part of ``hgpo data status``: which catalogues are there, where and how whole."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TypedDict

from rich.console import RenderableType

from harness.cli.data_answer import Answer, Progress
from harness.cli.data_webshop_tables import HOW_TO_GET, catalogues_table
from hgpo_envs.errors import DataError
from hgpo_envs.webshop.built import store_cache
from hgpo_envs.webshop.layout import AGAIN, FULL, SMALL, VARIABLE
from hgpo_envs.webshop.manifest import check_files, read_manifest, verify_files
from hgpo_envs.webshop.root import NamedRoot, find_catalogue, named_root, stores_in
from hgpo_envs.webshop.sources import catalogue_files

WANTED = {SMALL: "WebShopSmall-v0", FULL: "WebShop-v0"}


def status(arguments: argparse.Namespace, progress: Progress) -> Answer:
    """Say what the folder of catalogues holds, and what is kept in the cache."""
    named = named_root(arguments.data)
    whole: dict[str, Mapping[str, object]] = {}
    problems: dict[str, str] = {}
    for catalogue, folder in stores_in(named.path).items():
        try:
            whole[catalogue] = _record(folder, progress, verify=arguments.verify)
        except DataError as error:
            problems[catalogue] = str(error)
    raw = {name: str(path) for name, path in catalogue_files(named.path).items()}
    kept = _kept()
    record = {
        "root": str(named.path),
        "named_by": named.source,
        "catalogues": whole,
        "not_imported": {name: path for name, path in raw.items() if name not in whole},
        "problems": problems,
        "cache": kept,
    }
    shown: list[RenderableType] = [f"WebShop: {named.path} ({_named_by(named)})"]
    if whole:
        shown.append(catalogues_table(whole))
        shown += (
            f"{name}: {one['store']}, content {one['version']}" for name, one in whole.items()
        )
    shown += (f"{name}: official file, not imported" for name in raw if name not in whole)
    shown += (f"{name}: {problem}" for name, problem in problems.items())
    if kept["stores"]:
        shown.append(
            f"built when needed: {kept['stores']:,} stores, {kept['bytes'] / 1e6:,.0f} MB in "
            f"{kept['folder']}; they may be deleted at any time"
        )
    missing = [f"{name} ({env})" for name, env in WANTED.items() if name not in {*whole, *raw}]
    if missing:
        shown.append(f"not there: {', '.join(missing)}. {HOW_TO_GET}")
    return Answer(record=record, shown=shown, failure=_failure(named, problems, {*whole, *raw}))


def _record(folder: Path, progress: Progress, *, verify: bool) -> dict[str, object]:
    """Return what a store says of itself.

    Raises:
        DataError: it is not as it was written.
    """
    manifest = read_manifest(folder)
    check_files(folder, manifest)
    if verify:
        for number, (name, sound) in enumerate(verify_files(folder, manifest)):
            progress(number / len(manifest.files), name)
            if not sound:
                raise DataError(
                    f"the store {str(folder)!r} is damaged: {name!r} is not as it was written. "
                    f"{AGAIN}"
                )
    return {
        "store": str(folder),
        "products": manifest.products,
        "human": manifest.human,
        "synthetic": manifest.synthetic,
        "skipped": dict(manifest.skipped),
        "version": manifest.version,
        "bytes": sum(mark.size for mark in manifest.files.values()),
        "sources": [source._asdict() for source in manifest.sources],
    }


class _Kept(TypedDict):
    """What the cache holds."""

    folder: str
    stores: int
    bytes: int


def _kept() -> _Kept:
    cache = store_cache()
    stores = [path for path in cache.glob("*-*") if path.is_dir() and not path.name.startswith(".")]
    size = sum(path.stat().st_size for store in stores for path in store.rglob("*"))
    return {"folder": str(cache), "stores": len(stores), "bytes": size}


def _named_by(named: NamedRoot) -> str:
    if named.source == "default":
        return f"the folder for user data; {VARIABLE} is not set"
    return f"named by {'--data' if named.source == 'data' else named.source}"


def _failure(named: NamedRoot, problems: Mapping[str, str], usable: set[str]) -> str:
    """Say that a store is damaged, or that a folder which was named holds no catalogue."""
    if problems:
        return f"{', '.join(problems)}: not usable; see above."
    if usable or named.source == "default":
        return ""
    try:
        find_catalogue(named.path if named.source == "data" else None)
    except DataError as error:
        return str(error)
    return ""
