"""``hgpo webshop``: find the action, and run it."""

from collections.abc import Sequence

from harness.cli.errors import UsageError

ACTIONS = {"serve": "open the shop as a site in your browser"}

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
    if words and words[0] in {"-h", "--help", "help"}:
        print(help_text(), end="")  # noqa: T201
        return
    if not words:
        raise UsageError(
            f"an action is missing: {', '.join(ACTIONS)}. `hgpo webshop --help` shows them."
        )
    if words[0] not in ACTIONS:
        from hgpo_envs.suggest import unknown_name

        raise UsageError(unknown_name("action of `hgpo webshop`", words[0], ACTIONS))
    from harness.cli.webshop_serve import run as serve

    serve(words[1:])


def help_text() -> str:
    """Return what ``hgpo webshop --help`` prints."""
    return HELP.format(
        actions="\n".join(f"  {name}  {summary}" for name, summary in ACTIONS.items())
    )
