"""ALFWorld's part of ``hgpo data status``: which official games are there, where and how whole."""

import argparse
from pathlib import Path

from rich.console import RenderableType

from harness.cli.data_alfworld_tables import (
    HOW_TO_GET,
    compiled_line,
    damaged_sentence,
    games_table,
    panel_lines,
    problem_lines,
    types_table,
)
from harness.cli.data_answer import Answer, Progress
from hgpo_envs.alfworld.data.layout import VARIABLE, WHOLE
from hgpo_envs.alfworld.data.report import problems_to_json
from hgpo_envs.alfworld.data.root import NamedRoot, data_root, named_root, own_download
from hgpo_envs.alfworld.data.survey import SplitSurvey, survey
from hgpo_envs.alfworld.engine.cache import game_cache
from hgpo_envs.alfworld.official import official_panel
from hgpo_envs.errors import DataError, GameFileError

ENV_ID = "ALFWorld-v0"


def status(arguments: argparse.Namespace, progress: Progress) -> Answer:
    """Say what the data root holds."""
    named = named_root(arguments.data)
    root = named.path.absolute()
    found = survey(root, verify=arguments.verify, progress=progress)
    problems = problems_to_json(one.report for one in found.values())
    splits = {split: _status_record(root, split, one) for split, one in found.items()}
    compiled = _compiled_games()
    record = {
        "root": str(root),
        "named_by": named.source,
        "splits": splits,
        "problems": problems,
        "compiled_games": compiled,
    }
    shown: list[RenderableType] = [f"ALFWorld: {root} ({_named_by(named)})"]
    if splits:
        shown += [games_table(splits), types_table(splits), *panel_lines(splits)]
    if compiled is not None:
        shown.append(compiled_line(compiled))
    shown += problem_lines(problems)
    missing = [split for split in WHOLE if not splits.get(split, {}).get("whole")]
    if missing:
        shown.append(f"not there, or not whole: {', '.join(missing)}. {_how_to_get(root)}")
    failure = damaged_sentence(problems) or _wrong_folder(named)
    return Answer(record=record, shown=shown, failure=failure)


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


def _compiled_games() -> dict[str, object] | None:
    """Return where compiled games are kept and how many there are; None if they are not kept."""
    cache = game_cache()
    if cache is None:
        return None
    games, size = cache.size()
    return {"folder": str(cache.folder), "games": games, "bytes": size}


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
