"""Texts that an environment should refuse, or understand in spite of their looks."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias
from unicodedata import normalize

#: Makes a text from a random source and an admissible command to start from.
Maker: TypeAlias = Callable[[Random, str], str]

LONGEST = 1_000_000

_ALIKE = str.maketrans("aceiopxyABEHKMOPTX", "асеіорхуАВЕНКМОРТХ")  # Cyrillic on the right
_WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u202e\u2066"
_BLANKS = " \t\n\r\v\f\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2003\u2028\u2029\u202f\u205f\u3000"
_TOKENS = (
    *("#look#", "#intro#", "{r.name}", "{0}", "%s", "%(a)s", "{o.indefinite + ' ' + o.name}"),
    *("(look)", "?a", ":action", "$(look)", "`look`", "look;look", "look && look", "' or '1'='1"),
    *("None", "True", "0", "-1", "nan", "[]", "{}", "__class__", "look()", "..", "/dev/null"),
    *("help", "undo", "quit", "restart", "wait", "i", "l", "x", "go to loc 1", "go to", "take"),
)


def code_points(chance: Random, _: str) -> str:
    """Return any code points, surrogates and unassigned ones included."""
    return "".join(chr(chance.randrange(0x110000)) for _ in range(chance.randrange(40)))


def controls(chance: Random, command: str) -> str:
    """Return a command with control characters in it."""
    return _insert(chance, command, chr(chance.choice([*range(32), 127, *range(128, 160)])))


def letters(chance: Random, _: str) -> str:
    """Return printable ASCII."""
    return "".join(chr(chance.randrange(32, 127)) for _ in range(chance.randrange(60)))


def other_case(chance: Random, command: str) -> str:
    """Return a command in another case, as a whole or in one place."""
    place = chance.randrange(len(command))
    one = command[:place] + command[place].swapcase() + command[place + 1 :]
    return chance.choice([command.upper(), command.title(), command.capitalize(), one])


def other_blanks(chance: Random, command: str) -> str:
    """Return a command whose inner blanks are doubled, missing or of another kind."""
    return command.replace(" ", chance.choice(["  ", "", "\t", "\n", "\xa0", "_", "-", "\u3000"]))


def padded(chance: Random, command: str) -> str:
    """Return a command with blanks of any kind around it; those are understood."""
    left, right = ("".join(chance.choices(_BLANKS, k=chance.randrange(6))) for _ in range(2))
    return left + command + right


def longer(chance: Random, command: str) -> str:
    """Return a command with something before or behind it."""
    more = chance.choice(
        [".", "!", " now", "0", "1", " 1", command, "\n" + command, "\0", ";", "'"]
    )
    return chance.choice([command + more, more + command])


def shorter(chance: Random, command: str) -> str:
    """Return a part of a command."""
    start = chance.randrange(len(command))
    return command[start : chance.randrange(start, len(command) + 1)]


def misspelt(chance: Random, command: str) -> str:
    """Return a command with one letter changed, doubled or swapped with the next."""
    place = chance.randrange(len(command))
    head, letter, tail = command[:place], command[place], command[place + 1 :]
    other = chr(chance.randrange(97, 123))
    return chance.choice([head + other + tail, head + letter * 2 + tail, head + tail + letter])


def lookalike(chance: Random, command: str) -> str:
    """Return a command in letters that look the same or that Unicode holds equivalent."""
    marked = _insert(chance, command, chr(chance.randrange(0x300, 0x36F)))
    return chance.choice(
        [command.translate(_ALIKE), command.translate(_WIDE), marked, normalize("NFC", marked)]
    )


def invisible(chance: Random, command: str) -> str:
    """Return a command with characters that can't be seen."""
    return _insert(chance, command, chance.choice(_INVISIBLE))


def surrogate(chance: Random, command: str) -> str:
    """Return a command with half of a surrogate pair."""
    return _insert(chance, command, chr(chance.randrange(0xD800, 0xE000)))


def token(chance: Random, command: str) -> str:
    """Return what some reader of texts gives a meaning to, alone or in a command."""
    alone = chance.choice(_TOKENS)
    return chance.choice([alone, _insert(chance, command, alone)])


def huge(chance: Random, command: str) -> str:
    """Return up to a million characters."""
    length = chance.choice([5_000, 65_536, LONGEST])
    piece = chance.choice([command, " ", "\n", "\0", "a", "🜂", "\ud800", f"{command} "])
    return chance.choice([command, "", " "]) + piece * (length // len(piece))


MAKERS: tuple[Maker, ...] = (
    *(code_points, controls, letters, other_case, other_blanks, padded, longer, shorter),
    *(misspelt, lookalike, invisible, surrogate, token),
)
_HUGE_ONE_IN = 500


def hostile(chance: Random, commands: Sequence[str]) -> tuple[str, str]:
    """Return the name of a maker, and a text that it made from one of the commands."""
    maker = huge if chance.randrange(_HUGE_ONE_IN) == 0 else chance.choice(MAKERS)
    return maker.__name__, maker(chance, chance.choice(commands))


def _insert(chance: Random, command: str, text: str) -> str:
    place = chance.randrange(len(command) + 1)
    return command[:place] + text + command[place:]
