"""The console script ``hgpo``: find the command, run it, turn errors into lines and exit codes."""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import cast

from harness.cli.errors import OK, WRONG_USAGE, UsageError, errors_as_lines
from harness.cli.here import modules_of_this_folder
from harness.interrupt import termination_as_interrupt

Command = Callable[[Sequence[str]], None]

COMMANDS = {
    "train": ("harness.cli.train:run", "train one algorithm with one seed"),
    "evaluate": ("harness.cli.evaluate:run", "score an agent on a frozen list of tasks"),
    "compare": ("harness.cli.compare:run", "train algorithms × seeds under equal caps"),
    "resume": ("harness.cli.resume:run", "go on with a run or comparison that was interrupted"),
    "report": ("harness.cli.report:run", "make a comparison's report again, without training"),
    "plan": ("harness.cli.plan:run", "say how many seeds show a difference, from a pilot"),
    "merge": ("harness.cli.merge:run", "put comparisons of one kind together"),
    "runs": ("harness.cli.runs:run", "list what is kept, say what it takes, remove it"),
    "diagnose": ("harness.cli.diagnose:run", "measure bias and variance of estimators"),
    "config": ("harness.cli.config:run", "show settings, presets and keys"),
    "envs": ("harness.cli.envs:run", "list the environments, or show one"),
    "new-env": ("harness.cli.new_env:run", "write the package of an environment of your own"),
    "new-algorithm": (
        "harness.cli.new_algorithm:run",
        "write the package of an algorithm of your own",
    ),
    "check": ("harness.cli.check:run", "check that an environment keeps the contract"),
    "data": ("harness.cli.data:run", "import official data, or say what is there"),
    "webshop": ("harness.cli.webshop:run", "open the shop as a site in your browser"),
    "ledger": ("harness.cli.ledger:run", "show or verify what a run spent"),
    "leaderboard": ("harness.cli.leaderboard:run", "rank runs where they can be compared"),
}

HELP = """usage: hgpo COMMAND [KEY=VALUE ...] [FLAGS]

Compare agent-RL algorithms on long-horizon text environments under equal compute budgets.

commands:
{commands}

`hgpo COMMAND --help` lists a command's keys and flags, with an example.

exit codes: 0 it did what was asked, 1 it failed, 2 wrong usage, 130 interrupted

example:
  hgpo compare +preset=quick run.dir=runs/bench --json bench.json
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        argv: the words after ``hgpo``; the process's own without it.

    Returns:
        The exit code.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or words[0] in {"-h", "--help", "help"}:
        print(help_text(), end="", file=sys.stdout if words else sys.stderr)
        return OK if words else WRONG_USAGE
    if words[0] == "--version":
        from importlib.metadata import version

        print(f"hgpo-bench {version('hgpo-bench')}")  # noqa: T201
        return OK
    with errors_as_lines() as code, termination_as_interrupt(), modules_of_this_folder():
        _run(words[0], words[1:])
    return code[0]


def help_text() -> str:
    """Return what ``hgpo --help`` prints."""
    width = max(map(len, COMMANDS))
    lines = (f"  {name:<{width}}  {summary}" for name, (_, summary) in COMMANDS.items())
    return HELP.format(commands="\n".join(lines))


def _run(name: str, words: Sequence[str]) -> None:
    if name not in COMMANDS:
        from hgpo_envs.suggest import unknown_name

        raise UsageError(unknown_name("command", name, COMMANDS))
    if "--multirun" in words and name in {"train", "evaluate", "compare"}:
        from harness.cli.multirun import run

        run(name, [word for word in words if word != "--multirun"])
        return
    module, _, attribute = COMMANDS[name][0].partition(":")
    try:
        cast("Command", getattr(import_module(module), attribute))(words)
    except SystemExit as end:  # argparse leaves this way after --help
        if end.code not in {None, 0}:
            raise
