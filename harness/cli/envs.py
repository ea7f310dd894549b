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
        "examples:\n  hgpo envs\n  hgpo envs alfworld\n  hgpo envs webshop --json webshop.json",
    )
    described.add_argument("id", nargs="?", metavar="ID", help="an id, or a name such as alfworld")
    add_json(described)
    return described


def run(words: Sequence[str]) -> None:
    """Run the command."""
    arguments = parser().parse(words)
    from harness.cli.envs_text import list_lines, one_lines, screen_width
    from harness.cli.output import as_json, check_json_target, write_json
    from hgpo_envs import spec, specs

    target = check_json_target(arguments.json)
    if arguments.id is None:
        records = [summary(entry) for entry in specs().values()]
        write_json(target, as_json(records))
        print("\n".join(list_lines(records, screen_width())))  # noqa: T201
        return
    record = details(spec(arguments.id))
    write_json(target, as_json(record))
    print("\n".join(one_lines(record, screen_width())))  # noqa: T201


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
        "needs": entry.needs,
        "homepage": entry.homepage,
        "entry_point": entry.entry_point,
        "open_actions": entry.open_actions,
        "template": entry.template,
        "baselines": list(entry.baselines),
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
