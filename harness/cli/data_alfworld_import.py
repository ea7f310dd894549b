"""ALFWorld's part of ``hgpo data import``: recognise official games, and import them."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.console import RenderableType

from harness.cli.data_alfworld_tables import (
    damaged_sentence,
    files_lines,
    games_table,
    now_lines,
    problem_lines,
    types_table,
)
from harness.cli.data_answer import Answer, Progress
from harness.cli.errors import UsageError
from hgpo_envs.alfworld.data.importing import Import, import_games, members_of
from hgpo_envs.alfworld.data.layout import VARIABLE, VERSION, WHOLE
from hgpo_envs.alfworld.data.linking import link_games
from hgpo_envs.alfworld.data.report import problems_to_json
from hgpo_envs.alfworld.data.root import named_root
from hgpo_envs.alfworld.data.survey import survey


def holds(path: Path) -> bool:
    """Whether a folder or archive holds a game or an annotation file of a split."""
    return any(True for _ in members_of(path))


def import_paths(
    paths: Sequence[Path], arguments: argparse.Namespace, progress: Progress
) -> Answer:
    """Import games, and say what came in and what the data root holds now.

    Raises:
        UsageError: flags that don't go together.
        DataError: as ``import_games`` and ``link_games`` say.
    """
    named = named_root(arguments.to)
    root = named.path.absolute()
    if root.name == VERSION:
        given = f"--to {arguments.to}" if arguments.to else f"{VARIABLE}={named.path}"
        raise UsageError(
            f"{given}: name the folder that is to hold {VERSION}, {str(named.path.parent)!r}."
        )
    found = _import(paths, root, arguments, progress)
    problems = problems_to_json(split.report for split in found.splits.values())
    splits = {split: _import_record(found, split) for split in WHOLE if split in found.splits}
    record = {"root": str(root), "dry_run": arguments.dry_run, "splits": splits}
    shown: list[RenderableType] = [games_table(splits), types_table(splits), *files_lines(splits)]
    shown += problem_lines(problems)
    if arguments.dry_run:
        shown.append("dry run: nothing was written")
    else:
        now = {split: one.report.to_json() for split, one in survey(root).items()}
        record["now"] = now
        shown += now_lines(root, now)
        if named.source == "data":
            shown.append(f"To play them, set {VARIABLE}={root} or give env.data={root}.")
    return Answer(
        record={**record, "problems": problems},
        shown=shown,
        failure=damaged_sentence(problems, "left out"),
    )


def _import(
    paths: Sequence[Path], root: Path, arguments: argparse.Namespace, progress: Progress
) -> Import:
    dry_run = arguments.dry_run
    if not arguments.link:
        return import_games(
            paths, root, replace=arguments.replace, dry_run=dry_run, progress=progress
        )
    if len(paths) > 1 or arguments.replace:
        raise UsageError("--link takes one folder, and goes without --replace.")
    return link_games(paths[0], root, dry_run=dry_run, progress=progress)


def _import_record(found: Import, split: str) -> dict[str, object]:
    one = found.splits[split]
    files = {"new": one.new, "same": one.same, "replaced": one.replaced}
    return {**one.report.to_json(), "files": files}
