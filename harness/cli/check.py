"""``hgpo check``."""

from argparse import Namespace
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from harness.cli.errors import Failed, UsageError
from harness.cli.here import modules_of_this_folder
from harness.cli.parser import Parser, add_json, command_parser

if TYPE_CHECKING:
    from hgpo_envs.check import Report

AFTER = """what is checked:
  ALFWorld-v0, alfworld   an id or a name of `hgpo envs`
  maze:Maze               a class of a module in this folder, or of an installed package
  maze:MAZE               an EnvSpec
  maze:make_maze          a function that makes an environment

keys:
  split=SPLIT             the split to check; left out: the default
  max_steps=N             step cap
  OPTION=VALUE            options of the environment, such as difficulty=easy (env.OPTION= too)

`hgpo check --rules` lists the rules. Each that is broken is told with what was seen and how to
mend it. What can't be tried, because there is nothing to try it on, is told and breaks nothing.

examples:
  hgpo check alfworld
  hgpo check maze:Maze split=test --tasks 5
  hgpo check maze:Maze --only snapshot-restores,replay"""


def parser() -> Parser:
    """Describe the command."""
    described = command_parser(
        "check", "Check that an environment keeps the contract of the suite.", AFTER
    )
    described.add_argument("subject", nargs="?", metavar="ENV", help="an id, or module:Env")
    described.add_argument("options", nargs="*", metavar="KEY=VALUE", help="see below")
    described.add_argument("--tasks", default="3", metavar="N", help="tasks to play (default: 3)")
    described.add_argument(
        "--steps", default="30", metavar="N", help="longest episode by chance (default: 30)"
    )
    described.add_argument(
        "--seed", default="0", metavar="N", help="what tasks and actions are drawn from"
    )
    described.add_argument("--only", action="append", metavar="RULES", help="rules to try: A,B")
    described.add_argument("--skip", action="append", metavar="RULES", help="rules to leave out")
    described.add_argument("--rules", action="store_true", help="list the rules")
    described.add_argument("--quiet", action="store_true", help="tell only of what is broken")
    add_json(described)
    return described


def run(words: Sequence[str]) -> None:
    """Run the command.

    Raises:
        UsageError: a flag or a word that can't be used.
        EnvInputError: as ``hgpo_envs.check.check`` says.
        Failed: a rule is broken.
    """
    arguments = parser().parse(words)
    if arguments.rules:
        _print_rules()
        return
    from harness.cli.output import as_json, check_json_target, write_json

    target = check_json_target(arguments.json)
    if arguments.subject is None or "=" in arguments.subject:
        raise UsageError(
            "what is to be checked is missing. Name it first: hgpo check alfworld, or "
            "hgpo check module:Env."
        )
    options = read_options(arguments.options)
    with modules_of_this_folder():
        report = _checked(arguments, options)
    write_json(target, as_json(report.to_json()))
    print("\n".join(report.lines(quiet=arguments.quiet)))  # noqa: T201
    if not report.passed:
        raise Failed(f"rules are broken: {', '.join(report.broken)}.")


def _checked(arguments: Namespace, options: Mapping[str, object]) -> "Report":
    from hgpo_envs.check import check

    others = {name: value for name, value in options.items() if name != "split"}
    for name in others:
        if get_close_matches(name, ["split"], cutoff=0.7):
            raise UsageError(f"unknown key {name!r}. Did you mean 'split'?")
    split = options.get("split")
    return check(
        arguments.subject,
        split=None if split is None else str(split),
        options=others,
        tasks=_number("--tasks", arguments.tasks, least=1),
        steps=_number("--steps", arguments.steps, least=1),
        seed=_number("--seed", arguments.seed, least=0),
        only=_names("--only", arguments.only),
        skip=_names("--skip", arguments.skip),
    )


def read_options(words: Sequence[str]) -> dict[str, object]:
    """Read ``KEY=VALUE`` words, the values as every command reads them.

    Raises:
        ConfigError: a key without a name, or one that is to be removed.
        UsageError: a word is no ``KEY=VALUE``.
    """
    for word in words:
        if "=" not in word:
            raise UsageError(
                f"{word!r} is no KEY=VALUE. Write, for example, split=test; one environment is "
                "checked at a time."
            )
    from harness.config.overrides import read_words, split_word
    from harness.config.values import UNREADABLE

    given = read_words([split_word(word) for word in words])
    return {
        one.key.removeprefix("env."): one.text if one.value is UNREADABLE else one.value
        for one in given
    }


def _names(flag: str, given: Sequence[str] | None) -> list[str]:
    for words in given or ():
        if not words.strip(" ,"):
            raise UsageError(f"{flag} {words!r}: expected names of rules; `hgpo check --rules`.")
    names = [name.strip() for words in given or () for name in words.split(",")]
    return [name for name in names if name]


def _number(flag: str, text: str, *, least: int) -> int:
    if not text.isdecimal() or int(text) < least:
        raise UsageError(f"{flag} {text}: expected a whole number of at least {least}.")
    return int(text)


def _print_rules() -> None:
    from textwrap import fill

    from hgpo_envs.check import RULES

    width = max(len(rule.name) for rule in RULES) + 2
    for rule in RULES:
        first = f"{rule.name:<{width}}"
        print(  # noqa: T201
            fill(rule.says, width=80, initial_indent=first, subsequent_indent=" " * width)
        )
