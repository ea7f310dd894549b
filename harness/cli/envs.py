"""``hgpo envs``."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from harness.cli.parser import Parser, add_json, command_parser

if TYPE_CHECKING:
    from hgpo_envs import EnvSpec


def parser() -> Parser:
    """Describe the command."""
    described = command_parser(
        "envs",
        "List the environments, or show one: its splits, the tasks that are there, its options.",
        "examples:\n  hgpo envs\n  hgpo envs alfworld",
    )
    described.add_argument("id", nargs="?", metavar="ID", help="an id, or a name such as alfworld")
    add_json(described)
    return described


def run(words: Sequence[str]) -> None:
    """Run the command."""
    arguments = parser().parse(words)
    from harness.cli.output import as_json, check_json_target, write_json
    from hgpo_envs import spec, specs

    target = check_json_target(arguments.json)
    if arguments.id is None:
        records = [summary(entry) for entry in specs().values()]
        write_json(target, as_json(records))
        _print_all(records)
        return
    record = details(spec(arguments.id))
    write_json(target, as_json(record))
    _print_one(record)


def summary(entry: "EnvSpec") -> dict[str, object]:
    """Return what the list says of an environment."""
    return {
        "id": entry.id,
        "name": entry.name,
        "max_steps": entry.max_steps,
        "default_split": entry.default_split,
        "splits": list(entry.splits),
        "description": entry.description,
    }


def details(entry: "EnvSpec") -> dict[str, object]:
    """Return all of an environment, with the tasks of each split or why there are none."""
    return {
        **summary(entry),
        "reward_range": list(entry.reward_range),
        "licence": entry.licence,
        "data_version": entry.data_version,
        "data_variable": entry.data_variable,
        "data": os.environ.get(entry.data_variable) if entry.data_variable else None,
        "options": dict(entry.options),
        "tasks": {split: _tasks(entry, split) for split in entry.splits},
    }


def _tasks(entry: "EnvSpec", split: str) -> dict[str, object]:
    from hgpo_envs import make
    from hgpo_envs.errors import EnvInputError

    try:
        panel = make(entry.id, split=split).panel
    except EnvInputError as error:
        return {"missing": str(error)}
    return {
        "n": len(panel),
        "version": panel.version,
        "sha256": panel.hash,
        "partial": panel.partial,
    }


def _print_all(records: Sequence[dict[str, object]]) -> None:
    """Print two lines an environment, and not a table: on no screen is an id cut short."""
    for record in records:
        print(  # noqa: T201
            f"{record['id']} (env={record['name']}; {record['max_steps']} steps, "
            f"split {record['default_split']})\n  {record['description']}"
        )
    print("`hgpo envs ID` shows an environment's splits and options.")  # noqa: T201


def _print_one(record: dict[str, object]) -> None:
    tasks: dict[str, dict[str, object]] = record["tasks"]  # type: ignore[assignment]
    options: dict[str, str] = record["options"]  # type: ignore[assignment]
    lines = [
        f"{record['id']} (env={record['name']}): {record['description']}",
        f"step cap: {record['max_steps']}; default split: {record['default_split']}",
        f"licence: {record['licence']}",
        f"data version: {record['data_version']}",
        *_data_lines(record),
        "splits:",
        *(f"  {split}: {_split_line(found)}" for split, found in tasks.items()),
        "options:",
        *(f"  env.{name}=: {meaning}" for name, meaning in options.items()),
    ]
    print("\n".join(lines))  # noqa: T201


def _data_lines(record: dict[str, object]) -> list[str]:
    if not record["data_variable"]:
        return []
    return [f"{record['data_variable']}: {record['data'] or 'not set'}"]


def _split_line(found: dict[str, object]) -> str:
    if "missing" in found:
        return f"not there: {found['missing']}"
    whole = " (a part of the split)" if found["partial"] else ""
    return f"{found['n']} tasks{whole}, version {found['version']}, sha256 {found['sha256']}"
