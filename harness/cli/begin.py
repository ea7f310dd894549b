"""How every command that plays begins: its words, its settings, where the answer goes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from harness.cli.parser import Parser, add_json, add_overrides, add_running, command_parser

if TYPE_CHECKING:
    from harness.config.schema import PlayConfig

Config = TypeVar("Config", bound="PlayConfig")


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun(Generic[Config]):
    """A command that is to do its work.

    Attributes:
        config: what was asked for.
        words: the settings as they were written.
        target: file for the answer as JSON, None for none.
        quiet: whether progress is not shown.
    """

    config: Config
    words: Sequence[str]
    target: Path | None
    quiet: bool


def playing_parser(name: str, description: str, after: str) -> Parser:
    """Make the parser of a command that plays: settings, ``--json``, ``--dry-run``, ``--quiet``."""
    described = command_parser(name, description, after)
    add_overrides(described)
    add_json(described)
    if name in {"train", "evaluate", "compare"}:
        described.add_argument(
            "--multirun", action="store_true", help="run the product of several values: seed=0,1,2"
        )
    add_running(described)
    return described


def begin(
    described: Parser, words: Sequence[str], load: Callable[[Sequence[str]], Config]
) -> Begun[Config] | None:
    """Read a command's words; print the plan where that is all that is wanted.

    Args:
        described: the command's parser.
        words: what follows the command's name.
        load: reads and checks its settings.

    Returns:
        What is to be done; None after a dry run.

    Raises:
        UsageError: a flag or the JSON's place can't be used.
        ConfigError: a setting can't.
    """
    arguments = described.parse(words)
    config = load(arguments.overrides)
    from harness.cli.output import check_json_target

    target = check_json_target(arguments.json)
    if arguments.dry_run:
        from harness.cli.dry_run import print_plan

        print_plan(config)
        return None
    return Begun(
        config=config, words=arguments.overrides, target=target, quiet=bool(arguments.quiet)
    )
