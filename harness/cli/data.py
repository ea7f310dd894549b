"""``hgpo data``: find the action, and run it."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import cast

from harness.cli.errors import UsageError

ACTIONS = {
    "import": ("harness.cli.data_import:run", "bring official data in, checked and indexed"),
    "generate": ("harness.cli.data_generate:run", "write generated games in the official format"),
    "status": ("harness.cli.data_status:run", "say what is there, and how to get what is not"),
}

HELP = """usage: hgpo data ACTION [...]

Official data on this machine. Without any, generated tasks are played.

actions:
{actions}

`hgpo data ACTION --help` lists an action's flags, with examples; every action takes --json FILE.

examples:
  hgpo data import json_2.1.2_tw-pddl.zip json_2.1.1_json.zip
  hgpo data status
"""


def run(words: Sequence[str]) -> None:
    """Run an action.

    Raises:
        UsageError: no action, or one that does not exist.
    """
    if words and words[0] in {"-h", "--help", "help"}:
        print(help_text(), end="")  # noqa: T201
        return
    if not words:
        raise UsageError(
            f"an action is missing: {', '.join(ACTIONS)}. `hgpo data --help` shows them."
        )
    if words[0] not in ACTIONS:
        from hgpo_envs.suggest import unknown_name

        raise UsageError(unknown_name("action of `hgpo data`", words[0], ACTIONS))
    module, _, attribute = ACTIONS[words[0]][0].partition(":")
    action = cast("Callable[[Sequence[str]], None]", getattr(import_module(module), attribute))
    action(words[1:])


def help_text() -> str:
    """Return what ``hgpo data --help`` prints."""
    width = max(map(len, ACTIONS))
    lines = (f"  {name:<{width}}  {summary}" for name, (_, summary) in ACTIONS.items())
    return HELP.format(actions="\n".join(lines))
