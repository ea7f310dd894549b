"""The character classes that word breaking needs, from the Unicode Character Database.

Lucene 8 breaks words with the properties of Unicode 9.0 and knows emoji by Emoji 11.0, whatever
the version of Java. Python's ``unicodedata`` is newer, so the classes are kept in the file
``unicode_9.json`` beside this module.

The file is made from the database's own files, all in one folder::

    python -m hgpo_envs.webshop.search.unicode_tables FOLDER

with ``WordBreakProperty.txt``, ``Scripts.txt`` and ``LineBreak.txt`` of Unicode 9.0.0 and
``emoji-data.txt`` of Emoji 11.0 (https://www.unicode.org/Public/, licence
https://www.unicode.org/license.txt).
"""

import json
import sys
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

_OF_FILES = {
    "WordBreakProperty.txt": (
        "ALetter",
        "Double_Quote",
        "Extend",
        "ExtendNumLet",
        "Format",
        "Hebrew_Letter",
        "Katakana",
        "MidLetter",
        "MidNum",
        "MidNumLet",
        "Numeric",
        "Regional_Indicator",
        "Single_Quote",
        "ZWJ",
    ),
    "Scripts.txt": ("Han", "Hiragana"),
    "LineBreak.txt": ("SA",),
    "emoji-data.txt": ("Emoji", "Emoji_Modifier", "Emoji_Modifier_Base", "Extended_Pictographic"),
}
_TABLE = "unicode_9.json"


@cache
def ranges() -> dict[str, list[tuple[int, int]]]:
    """Return the first and the last code point of each range of each class."""
    text = files(__package__).joinpath(_TABLE).read_text("ascii")
    return {name: _read_ranges(line) for name, line in json.loads(text).items()}


def ranges_of_folder(folder: Path) -> dict[str, list[tuple[int, int]]]:
    """Read the classes from the files of the Unicode Character Database."""
    found: dict[str, list[tuple[int, int]]] = {}
    for file, names in _OF_FILES.items():
        for first, last, name in _read_database(folder / file):
            if name in names:
                found.setdefault(name, []).append((first, last))
    return {name: _joined(sorted(pairs)) for name, pairs in sorted(found.items())}


def _read_database(path: Path) -> Iterator[tuple[int, int, str]]:
    """Yield first, last and class of each line, such as ``0041..005A ; ALetter # L&``."""
    for line in path.read_text("utf-8").splitlines():
        parts = line.partition("#")[0].split(";")
        if len(parts) < 2:
            continue
        first, _, last = parts[0].strip().partition("..")
        yield int(first, 16), int(last or first, 16), parts[1].strip().rpartition(":")[2]


def _joined(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join ranges that touch."""
    joined: list[tuple[int, int]] = []
    for first, last in pairs:
        if joined and first == joined[-1][1] + 1:
            first = joined.pop()[0]
        joined.append((first, last))
    return joined


def _read_ranges(line: str) -> list[tuple[int, int]]:
    pairs = [part.split("-") for part in line.split()]
    return [(int(pair[0], 16), int(pair[-1], 16)) for pair in pairs]


def _written(pairs: list[tuple[int, int]]) -> str:
    return " ".join(f"{a:x}-{b:x}" if a != b else f"{a:x}" for a, b in pairs)


def main(folder: str) -> None:
    """Write the table that this package reads."""
    table = {name: _written(pairs) for name, pairs in ranges_of_folder(Path(folder)).items()}
    text = json.dumps(table, indent=1) + "\n"
    Path(__file__).with_name(_TABLE).write_text(text, "ascii")


if __name__ == "__main__":
    main(sys.argv[1])
