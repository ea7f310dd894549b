"""The argument parser that every command shares."""

import argparse
from collections.abc import Sequence
from typing import NoReturn

from harness.cli.errors import UsageError


class Parser(argparse.ArgumentParser):
    """A parser whose errors are exceptions, and which names the nearest flag to a mistyped one."""

    def error(self, message: str) -> NoReturn:
        """Raise instead of printing the usage and leaving."""
        raise UsageError(f"{message}. `{self.prog} --help` shows how it is called.")

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """Parse words in which flags and arguments may stand in any order.

        Raises:
            UsageError: an unknown flag or a missing argument.
        """
        found, rest = self.parse_known_intermixed_args(list(words))
        for word in rest:
            raise UsageError(self._unknown(word))
        return found

    def _unknown(self, word: str) -> str:
        from hgpo_envs.suggest import unknown_name

        if not word.startswith("-"):
            return f"{word!r} is one argument too many. `{self.prog} --help` shows what is taken."
        flags = [flag for flag in self._option_string_actions if flag.startswith("--")]
        return unknown_name(f"flag of `{self.prog}`", word.partition("=")[0], flags)


def command_parser(name: str, description: str, after: str) -> Parser:
    """Make the parser of a command.

    Args:
        name: the command.
        description: what it does.
        after: the keys and an example, printed as they are.
    """
    return Parser(
        prog=f"hgpo {name}",
        description=description,
        epilog=after,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def add_overrides(parser: Parser) -> None:
    """Let a command take ``KEY=VALUE`` words."""
    parser.add_argument(
        "overrides", nargs="*", metavar="KEY=VALUE", help="settings, and +preset=NAME; see below"
    )


def add_json(parser: Parser) -> None:
    """Let a command write its answer as JSON."""
    parser.add_argument("--json", metavar="FILE", help="write the result to FILE as JSON")


def add_running(parser: Parser) -> None:
    """Let a command be planned only, and be quiet."""
    parser.add_argument(
        "--dry-run", action="store_true", help="print the settings and the plan; touch nothing"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress, the result alone")


def whole_number(flag: str, given: str, *, least: int = 0, most: int) -> int:
    """Return the number that a flag was given, in which ``,`` and ``_`` may part the digits.

    Raises:
        UsageError: it is none, or out of range.
    """
    digits = given.replace("_", "").replace(",", "")
    if digits.isascii() and digits.isdecimal():
        digits = digits.lstrip("0") or "0"
        if len(digits) <= len(str(most)) and least <= int(digits) <= most:
            return int(digits)
    raise UsageError(f"{flag} {given:.60}: expected a whole number from {least:,} to {most:,}.")
