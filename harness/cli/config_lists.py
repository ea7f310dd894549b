"""``hgpo config presets`` and ``hgpo config keys``."""

from collections.abc import Sequence

from harness.cli.errors import UsageError
from harness.cli.parser import command_parser


def run_presets(words: Sequence[str]) -> None:
    """List presets and named budgets."""
    after = "example:\n  hgpo config presets"
    command_parser("config presets", "List presets and named budgets.", after).parse(words)
    from harness.config.budgets import budget_names
    from harness.config.presets import preset_names, preset_summary

    for name in preset_names():
        print(f"+preset={name}  {preset_summary(name)}")  # noqa: T201
    for name in budget_names():
        print(f"budget={name}")  # noqa: T201


def run_keys(words: Sequence[str]) -> None:
    """List a command's keys.

    Raises:
        UsageError: there is no such command.
    """
    described = command_parser(
        "config keys",
        "List all keys of a command with type, bounds, default and meaning.",
        "example:\n  hgpo config keys compare",
    )
    described.add_argument(
        "of", nargs="?", default="train", metavar="COMMAND", help="train if none"
    )
    command = described.parse(words).of
    from harness.config.compose import COMMANDS
    from harness.config.key_table import key_table
    from hgpo_envs.suggest import unknown_name

    if command not in COMMANDS:
        raise UsageError(unknown_name("command with settings", command, COMMANDS))
    for key in key_table(command):
        print(f"{key.key}  [{key.takes}; default {key.default or 'none'}]  {key.meaning}")  # noqa: T201
