"""Commands that consist of actions, such as ``hgpo data import``: find the action and run it."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import NamedTuple, cast

from harness.cli.errors import UsageError


class Action(NamedTuple):
    """An action of a command.

    Attributes:
        place: ``module:function`` of what runs it.
        summary: what it does, in a line.
    """

    place: str
    summary: str


def run_action(
    command: str, words: Sequence[str], actions: Mapping[str, Action], help_text: str
) -> None:
    """Run the action that the first word names, or print the command's help.

    Raises:
        UsageError: no action, or one that does not exist.
    """
    if words and words[0] in {"-h", "--help", "help"}:
        print(help_text, end="")  # noqa: T201
        return
    if not words:
        raise UsageError(
            f"an action is missing: {', '.join(actions)}. `hgpo {command} --help` shows them."
        )
    if words[0] not in actions:
        from hgpo_envs.suggest import unknown_name

        raise UsageError(unknown_name(f"action of `hgpo {command}`", words[0], actions))
    module, _, function = actions[words[0]].place.partition(":")
    run = cast("Callable[[Sequence[str]], None]", getattr(import_module(module), function))
    run(words[1:])


def listed(actions: Mapping[str, Action]) -> str:
    """Return the actions and what they do, a line each."""
    width = max(map(len, actions))
    return "\n".join(f"  {name:<{width}}  {action.summary}" for name, action in actions.items())
