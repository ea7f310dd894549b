"""Show what is known of official ALFWorld games as tables and lines."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from rich.table import Table

from hgpo_envs.alfworld.data.check import DAMAGED

Records: TypeAlias = Mapping[str, Mapping[str, object]]
"""What is known of each split, as the JSON answer has it."""

MOST_PROBLEMS = 20
"""Files that are named on the terminal; ``--json`` has all."""

HOW_TO_GET = (
    "ALFWorld's own download has all splits: `pip install alfworld` and `alfworld-download`, or "
    "the files json_2.1.2_tw-pddl.zip (games) and json_2.1.1_json.zip (annotations) of "
    "github.com/alfworld/alfworld/releases. Then: hgpo data import PATH"
)


def games_table(splits: Records) -> Table:
    """Return what was found of each split, against the official numbers."""
    shown = Table()
    for name in ("split", "found", "playable", "official", "", "left out"):
        shown.add_column(name, justify="left" if name in {"split", "", "left out"} else "right")
    for split, record in splits.items():
        whole = "whole" if record["whole"] else "a part"
        numbers = (f"{record[key]:,}" for key in ("found", "playable", "official"))
        shown.add_row(split, *numbers, whole, _left_out(record))
    return shown


def types_table(splits: Records) -> Table:
    """Return the playable games of each split by task type."""
    shown = Table()
    shown.add_column("task type")
    for split in splits:
        shown.add_column(split, justify="right")
    counts = {split: _numbers(record, "task_types") for split, record in splits.items()}
    for name in dict.fromkeys(name for one in counts.values() for name in one):
        shown.add_row(name, *(f"{one.get(name, 0):,}" for one in counts.values()))
    return shown


def files_lines(splits: Records) -> list[str]:
    """Say how many files are new to the data root."""
    lines = []
    for split, record in splits.items():
        files = _numbers(record, "files")
        said = f"{split}: {files['new']:,} files new, {files['same']:,} there already"
        replaced = f", {files['replaced']:,} replaced" if files["replaced"] else ""
        lines.append(f"{said}{replaced}{_content(record)}")
    return lines


def now_lines(root: Path, splits: Records) -> list[str]:
    """Say what a data root can play after an import."""
    lines = [f"in {root} now:"]
    for split, record in splits.items():
        whole = "whole" if record["whole"] else f"a part of {record['official']:,}"
        lines.append(f"  {split}: {record['playable']:,} games, {whole}{_annotations(record)}")
    return lines


def panel_lines(splits: Records) -> list[str]:
    """Say what identifies each split, and where its index and its files are."""
    lines = []
    for split, record in splits.items():
        linked = f", a link to {record['link']}" if record["link"] else ""
        lines.append(f"{split}: panel {record['panel_sha256'] or 'none'}{linked}")
        lines.append(f"  index {record['index'] or 'none: its place is not writable'}")
        if _annotations(record) or _content(record):
            lines.append(f"  {(_annotations(record) + _content(record)).removeprefix('; ')}")
    return lines


def compiled_line(kept: Mapping[str, object]) -> str:
    """Say how many compiled games are kept; they may be deleted at any time."""
    size = int(str(kept["bytes"])) / 1e6
    return f"compiled games: {kept['games']:,}, {size:,.1f} MB in {kept['folder']}"


def problem_lines(problems: Sequence[Mapping[str, str]]) -> list[str]:
    """Name the files that can't be used, with the reason."""
    lines = [f"{one['state']}: {one['file']}: {one['reason']}" for one in problems[:MOST_PROBLEMS]]
    if len(problems) > MOST_PROBLEMS:
        lines.append(f"and {len(problems) - MOST_PROBLEMS} more, all of them in --json FILE")
    return lines


def damaged_sentence(problems: Sequence[Mapping[str, str]], then: str = "") -> str:
    """Say how many files are damaged; a game that only another engine can play is none."""
    damaged = sum(one["state"] == DAMAGED for one in problems)
    if not damaged:
        return ""
    files, verb = ("1 file is", "was") if damaged == 1 else (f"{damaged} files are", "were")
    return f"{files} damaged{f' and {verb} {then}' if then else ''}; see above."


def _left_out(record: Mapping[str, object]) -> str:
    counts = _numbers(record, "left_out")
    return ", ".join(f"{count:,} {reason}" for reason, count in counts.items() if count)


def _annotations(record: Mapping[str, object]) -> str:
    without, alone = record["without_annotations"], record["annotations_without_game"]
    said = f"; {without:,} playable games without human-written goals" if without else ""
    return said + (f"; {alone:,} annotation files without a game" if alone else "")


def _content(record: Mapping[str, object]) -> str:
    if "content" not in record:
        return ""
    return f"; content {str(record['content_sha256'])[:16]} ({record['content']})"


def _numbers(record: Mapping[str, object], key: str) -> Mapping[str, int]:
    return record[key]  # type: ignore[return-value]
