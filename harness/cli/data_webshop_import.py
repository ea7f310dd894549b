"""WebShop's part of ``hgpo data import``: recognise official catalogues, and import them."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.console import RenderableType

from harness.cli.data_answer import Answer, Progress
from harness.cli.data_webshop_tables import (
    catalogues_table,
    damaged_sentence,
    skipped_lines,
    state_lines,
)
from harness.cli.errors import UsageError
from hgpo_envs.webshop.importing import Imported, import_catalogues
from hgpo_envs.webshop.layout import VARIABLE
from hgpo_envs.webshop.root import named_root, stores_in
from hgpo_envs.webshop.sources import official_files


def holds(path: Path) -> bool:
    """Whether a path is an official file, or a folder that has one or a store."""
    return path.exists() and bool(official_files([path]) or stores_in(path))


def import_paths(
    paths: Sequence[Path], arguments: argparse.Namespace, progress: Progress
) -> Answer:
    """Import catalogues, and say what came in.

    Raises:
        UsageError: a flag that has no meaning here.
        DataError: as ``import_catalogues`` says.
    """
    if arguments.link:
        raise UsageError(
            "--link is for games, which are played from their own files. A catalogue is turned "
            "into a store: leave the flag out."
        )
    named = named_root(arguments.to)
    done = import_catalogues(
        paths,
        named.path,
        replace=arguments.replace,
        dry_run=arguments.dry_run,
        progress=progress,
    )
    catalogues = {one.sources.name: _record(one) for one in done}
    shown: list[RenderableType] = [
        catalogues_table(catalogues),
        *state_lines(catalogues),
        *skipped_lines(catalogues),
    ]
    if arguments.dry_run:
        shown.append("dry run: nothing was written")
    elif named.source == "data":
        shown.append(f"To use them, set {VARIABLE}={named.path} or give env.data={named.path}.")
    return Answer(
        record={
            "root": str(named.path),
            "dry_run": arguments.dry_run,
            "catalogues": catalogues,
        },
        shown=shown,
        failure=damaged_sentence(catalogues),
    )


def _record(one: Imported) -> dict[str, object]:
    record: dict[str, object] = {
        "store": str(one.folder),
        "state": one.state,
        "files": [str(path) for path in one.sources.files],
    }
    if one.intake is not None:
        record |= {
            "products": one.intake.products,
            "human": one.intake.human,
            "synthetic": one.intake.synthetic,
            "skipped": {reason: skips.count for reason, skips in one.intake.skipped.items()},
            "examples": {
                reason: [
                    {"record": at.record, "byte": at.byte, "asin": asin, "detail": detail}
                    for at, asin, detail in skips.examples
                ]
                for reason, skips in one.intake.skipped.items()
            },
        }
    if one.manifest is not None:
        record |= {
            "products": one.manifest.products,
            "human": one.manifest.human,
            "synthetic": one.manifest.synthetic,
            "skipped": dict(one.manifest.skipped),
            "version": one.manifest.version,
            "bytes": sum(mark.size for mark in one.manifest.files.values()),
        }
    return record
