"""``hgpo webshop``: the shop beyond training."""

from collections.abc import Sequence

from harness.cli.actions import Action, listed, run_action

ACTIONS = {
    "serve": Action("harness.cli.webshop_serve:run", "open the shop as a site in your browser")
}

HELP = """usage: hgpo webshop ACTION [...]

The shop beyond training.

actions:
{actions}

`hgpo webshop ACTION --help` lists an action's flags, with examples; every action takes --json FILE.

example:
  hgpo webshop serve
"""


def run(words: Sequence[str]) -> None:
    """Run an action.

    Raises:
        UsageError: no action, or one that does not exist.
    """
    run_action("webshop", words, ACTIONS, HELP.format(actions=listed(ACTIONS)))
