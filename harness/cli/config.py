"""``hgpo config``: settings as they would be, presets, keys."""

from collections.abc import Sequence

from harness.cli.actions import Action, listed, run_action

ACTIONS = {
    "show": Action("harness.cli.config_show:run", "print a command's resolved settings as YAML"),
    "presets": Action("harness.cli.config_lists:run_presets", "list presets and named budgets"),
    "keys": Action("harness.cli.config_lists:run_keys", "list all keys of a command"),
}

HELP = """usage: hgpo config ACTION [...]

See what a command would run with; nothing is run or written.

actions:
{actions}

`hgpo config ACTION --help` lists an action's flags; `show` takes --json FILE.

examples:
  hgpo config show train +preset=quick seed=1 > mine.yaml
  hgpo train +preset=./mine.yaml algorithm=grpo
"""


def run(words: Sequence[str]) -> None:
    """Run an action.

    Raises:
        UsageError: no action, or one that does not exist.
    """
    run_action("config", words, ACTIONS, HELP.format(actions=listed(ACTIONS)))
