"""``hgpo config show``."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from harness.cli.errors import UsageError
from harness.cli.parser import Parser, add_overrides, command_parser


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
    described.add_argument("--json", action="store_true", help="print JSON instead of YAML")
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
    from harness.config.load import COMMANDS, load, to_yaml
    from harness.config.sources import sources
    from hgpo_envs.suggest import unknown_name

    if command not in COMMANDS:
        raise UsageError(unknown_name("command with settings", command, COMMANDS))
    if arguments.keys_only or arguments.sources:
        _print_flat(sources(command, given), arguments.keys_only, arguments.json)
        return
    config = load(COMMANDS[command], given)
    record = {"command": command, **asdict(config)}
    print(json.dumps(record, indent=1) if arguments.json else to_yaml(config).rstrip())  # noqa: T201


def _print_flat(found: object, keys_only: bool, as_json: bool) -> None:
    table = dict(found)  # type: ignore[call-overload]
    if as_json:
        told = (
            list(table)
            if keys_only
            else {k: {"value": v, "source": s} for k, (v, s) in table.items()}
        )
        print(json.dumps(told, indent=1))  # noqa: T201
        return
    for key, (value, source) in table.items():
        print(key if keys_only else f"{key}: {json.dumps(value)}  # {source}")  # noqa: T201
