"""``hgpo config show``."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from harness.cli.errors import UsageError
from harness.cli.parser import Parser, add_json, add_overrides, command_parser


def parser() -> Parser:
    """Describe the action."""
    described = command_parser(
        "config show",
        "Print the resolved settings of a command (the first word; train without one) as YAML, "
        "which +preset=./FILE.yaml takes again.",
        "example:\n  hgpo config show compare +preset=quick seeds=5 --sources",
    )
    add_overrides(described)
    described.add_argument("--sources", action="store_true", help="say where each value came from")
    described.add_argument("--keys-only", action="store_true", help="print the names of keys alone")
    add_json(described)
    return described


def run(words: Sequence[str]) -> None:
    """Run the action.

    Raises:
        UsageError: there is no such command.
        ConfigError: the settings can't be used.
    """
    arguments = parser().parse(words)
    given = list(arguments.overrides)
    command = given.pop(0) if given and "=" not in given[0] else "train"
    from harness.cli.output import as_json, check_json_target, write_json
    from harness.config.load import COMMANDS, load, to_yaml
    from harness.config.sources import sources
    from hgpo_envs.suggest import unknown_name

    if command not in COMMANDS:
        raise UsageError(unknown_name("command with settings", command, COMMANDS))
    target = check_json_target(arguments.json)
    if arguments.keys_only or arguments.sources:
        _give_flat(sources(command, given), arguments.keys_only, target)
        return
    config = load(COMMANDS[command], given)
    write_json(target, as_json({"command": command, **asdict(config)}))
    print(to_yaml(config), end="")  # noqa: T201


def _give_flat(
    table: Mapping[str, tuple[object, str]], keys_only: bool, target: Path | None
) -> None:
    from harness.cli.output import as_json, write_json

    told: dict[str, object] = {
        key: {"value": value, "source": source} for key, (value, source) in table.items()
    }
    write_json(target, as_json(list(table) if keys_only else told))
    for key, (value, source) in table.items():
        print(key if keys_only else f"{key}: {json.dumps(value)}  # {source}")  # noqa: T201
