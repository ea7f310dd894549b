"""ALFWorld's part of ``hgpo data``: import official games, and say what is there."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import RenderableType

from harness.cli.data_alfworld_tables import (
    HOW_TO_GET,
    files_lines,
    games_table,
    now_lines,
    panel_lines,
    problem_lines,
    types_table,
)
from harness.cli.data_answer import Answer, Progress
from harness.cli.errors import UsageError
from hgpo_envs.alfworld.data.check import DAMAGED
from hgpo_envs.alfworld.data.importing import Import, import_games, members_of
from hgpo_envs.alfworld.data.layout import VARIABLE, VERSION, WHOLE
from hgpo_envs.alfworld.data.linking import link_games
from hgpo_envs.alfworld.data.report import problems_to_json
from hgpo_envs.alfworld.data.root import NamedRoot, data_root, named_root, own_download
from hgpo_envs.alfworld.data.survey import SplitSurvey, survey
from hgpo_envs.alfworld.official import official_panel
from hgpo_envs.errors import DataError, GameFileError

ENV_ID = "ALFWorld-v0"


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
        failure=_failure(problems, "left out"),
    )


def status(arguments: argparse.Namespace, progress: Progress) -> Answer:
    """Say what the data root holds."""
    named = named_root(arguments.data)
    root = named.path.absolute()
    found = survey(root, verify=arguments.verify, progress=progress)
    problems = problems_to_json(one.report for one in found.values())
    splits = {split: _status_record(root, split, one) for split, one in found.items()}
    record = {"root": str(root), "named_by": named.source, "splits": splits, "problems": problems}
    shown: list[RenderableType] = [f"ALFWorld: {root} ({_named_by(named)})"]
    if splits:
        shown += [games_table(splits), types_table(splits), *panel_lines(splits)]
    shown += problem_lines(problems)
    missing = [split for split in WHOLE if not splits.get(split, {}).get("whole")]
    if missing:
        shown.append(f"not there, or not whole: {', '.join(missing)}. {_how_to_get(root)}")
    failure = _failure(problems) or _wrong_folder(named)
    return Answer(record=record, shown=shown, failure=failure)


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


def _status_record(root: Path, split: str, found: SplitSurvey) -> dict[str, object]:
    record = found.report.to_json()
    record["link"] = str(found.folder.readlink()) if found.folder.is_symlink() else None
    index = found.listing.index
    record["index"] = str(index) if index is not None else None
    try:
        panel = official_panel(ENV_ID, split, root) if found.report.listed else None
    except GameFileError:
        panel = None  # a damaged game, which the problems name
    record["panel_sha256"] = panel.hash if panel is not None else None
    return record


def _named_by(named: NamedRoot) -> str:
    if named.source == "default":
        return f"the folder for user data; {VARIABLE} is not set"
    return f"named by {'--data' if named.source == 'data' else named.source}"


def _wrong_folder(named: NamedRoot) -> str:
    """Say that a folder which was named does not hold the data set."""
    if named.source == "default":
        return ""
    try:
        data_root(named.path if named.source == "data" else None)
    except DataError as error:
        return str(error)
    return ""


def _how_to_get(root: Path) -> str:
    folder = own_download()
    if folder is None or folder == root:
        return HOW_TO_GET
    return f"ALFWorld's own download is in {folder}: hgpo data import {folder} --link"


def _failure(problems: Sequence[Mapping[str, str]], then: str = "") -> str:
    """Say how many files are damaged; a game that only another engine can play is none."""
    damaged = sum(one["state"] == DAMAGED for one in problems)
    if not damaged:
        return ""
    files, verb = ("1 file is", "was") if damaged == 1 else (f"{damaged} files are", "were")
    return f"{files} damaged{f' and {verb} {then}' if then else ''}; see above."
