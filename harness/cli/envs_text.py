"""What ``hgpo envs`` says, in lines that fit the screen; nothing is cut short."""

import shutil
import textwrap
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import cast

LEAST, MOST = 60, 100
"""Between how many characters a line may be."""

Record = Mapping[str, object]


def screen_width() -> int:
    """Return how long lines may be: as wide as the screen, 80 characters where there is none."""
    return min(max(shutil.get_terminal_size((80, 24)).columns, LEAST), MOST)


def list_lines(records: Sequence[Record], width: int) -> list[str]:
    """Return the list of environments: id, step cap, description in columns."""
    first = max(len("ID"), *(len(str(record["id"])) for record in records))
    first = min(first, width // 2)
    lines = [f"{'ID':<{first}}  STEPS  DESCRIPTION"]
    for record in records:
        head = f"{record['id']:<{first}}  {record['max_steps']:>5}"
        lines += hanging(head, str(record["description"]), first + 9, width)
    return [
        *lines,
        "",
        *wrapped(
            "`hgpo envs ID` shows one: its splits, options and data. On the command line, "
            "env=NAME takes the id without its version, in small letters.",
            0,
            width,
        ),
    ]


def one_lines(record: Record, width: int) -> list[str]:
    """Return all of an environment, with the tasks of each split, or why there are none."""
    tasks = cast("Mapping[str, Record]", record["tasks"])
    options = cast("Mapping[str, str]", record["options"])
    lines = wrapped(f"{record['id']}: {record['description']}", 0, width)
    for name, value in _facts(record):
        lines += hanging(f"{name}:", value, 15, width)
    lines.append("splits:")
    for missing, of_reason in groupby(tasks, key=lambda split: tasks[split].get("missing")):
        splits = list(of_reason)
        if missing is not None:
            lines.append(f"  {', '.join(splits)}: not there")
            lines += wrapped(str(missing), 6, width)
        else:
            for split in splits:
                lines += _split_lines(split, tasks[split], width)
    lines.append("options:" if options else "options: none beyond every environment's own")
    for name, meaning in options.items():
        lines += [f"  env.{name}=", *wrapped(meaning, 6, width)]
    return lines


def hanging(head: str, text: str, margin: int, width: int) -> list[str]:
    """Return a head and, beside it, a text; beneath it, where the head reaches the margin."""
    lines = wrapped(text, margin, width)
    if len(head) >= margin:
        return [head, *lines]
    return [head + lines[0][len(head) :], *lines[1:]]


def wrapped(text: str, margin: int, width: int) -> list[str]:
    """Return a text in lines behind a margin; a word that is too long for a line stays whole."""
    broken = textwrap.wrap(
        text, max(width - margin, 20), break_long_words=False, break_on_hyphens=False
    )
    return [" " * margin + line for line in broken or [""]]


def _facts(record: Record) -> list[tuple[str, str]]:
    """Return the name and value of what is known of an environment."""
    least, greatest = cast("Sequence[float]", record["reward_range"])
    facts = [
        ("env", f"{record['name']} on the command line"),
        ("step cap", str(record["max_steps"])),
        ("return", f"from {least:g} to {greatest:g}"),
        ("default split", str(record["default_split"])),
        ("licence", str(record["licence"] or "not told")),
        ("data version", str(record["data_version"] or "not told")),
        ("baselines", ", ".join(cast("Sequence[str]", record["baselines"])) or "none"),
    ]
    if record["open_actions"]:
        facts.append(("actions", "some are for the agent to fill in"))
    facts += [(name, str(record[name])) for name in ("needs", "homepage") if record[name]]
    if record["data_variable"]:
        facts.append((str(record["data_variable"]), str(record["data"] or "not set")))
    return facts


def _split_lines(split: str, found: Record, width: int) -> list[str]:
    whole = " (a part of the split)" if found["partial"] else ""
    told = f"  {split}: {found['n']} tasks{whole}, version {found['version']}"
    return [*wrapped(told.strip(), 2, width), f"    sha256 {found['sha256']}"]
