"""The official instructions that products have: read from their files, kept in a store.

They are kept as lines of JSON in the order of the products, each with the product's row.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from hgpo_envs.errors import DataError
from hgpo_envs.webshop.catalogue.reading import read_entries
from hgpo_envs.webshop.layout import HUMAN_INSTRUCTIONS, SYNTHETIC_INSTRUCTIONS

Read = TypeVar("Read")


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanInstruction:
    """What a person wrote for a product.

    Attributes:
        text: as it was written.
        attributes: what the product is to be.
        options: option values to choose.
    """

    text: str
    attributes: tuple[str, ...]
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SyntheticInstruction:
    """What was made of a product's attributes.

    Attributes:
        text: without options and price.
        attributes: what the product is to be.
    """

    text: str
    attributes: tuple[str, ...]


class EntryFile(Mapping[str, object]):
    """A file of entries by ASIN, held as the bytes of each.

    A later entry of the same ASIN replaces an earlier one, as in any reading of JSON.

    Args:
        path: the official file, plain or gzipped.

    Raises:
        DataError: it can't be read, or is damaged.
    """

    def __init__(self, path: Path) -> None:
        self._entries = {
            asin: json.dumps(entry, separators=(",", ":")).encode()
            for _, asin, entry in read_entries(path)
        }

    def __getitem__(self, asin: str) -> object:
        return json.loads(self._entries[asin])

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


def human_instructions(entries: object, asin: str) -> tuple[HumanInstruction, ...]:
    """Return the instructions that people wrote for a product, those without attributes too.

    Args:
        entries: what the official file has at this product's ASIN, a list.
        asin: the product's, for messages.

    Raises:
        DataError: it is of another form.
    """
    try:
        return tuple(
            HumanInstruction(
                text=_text(entry["instruction"]),
                attributes=tuple(map(_text, entry["instruction_attributes"] or ())),
                options=tuple(map(_text, entry["instruction_options"] or ())),
            )
            for entry in entries or ()  # type: ignore[attr-defined]
        )
    except (LookupError, TypeError) as error:
        raise _unknown_form("human-written", asin, error) from error


def synthetic_instruction(entry: object, asin: str) -> SyntheticInstruction | None:
    """Return the instruction that the official attribute file has for a product, if it has one.

    Raises:
        DataError: it is of another form.
    """
    if entry is None:
        return None
    try:
        text = entry.get("instruction")  # type: ignore[attr-defined]
        if text is None:
            return None
        attributes = entry.get("instruction_attributes") or ()  # type: ignore[attr-defined]
        return SyntheticInstruction(text=_text(text), attributes=tuple(map(_text, attributes)))
    except (AttributeError, TypeError) as error:
        raise _unknown_form("attribute-made", asin, error) from error


def human_line(row: int, instructions: Sequence[HumanInstruction]) -> bytes:
    """Return the line that keeps what people wrote for the product of a row."""
    return _line(row, *((one.text, one.attributes, one.options) for one in instructions))


def synthetic_line(row: int, instruction: SyntheticInstruction) -> bytes:
    """Return the line that keeps a product's attribute-made instruction."""
    return _line(row, instruction.text, instruction.attributes)


def read_human(folder: Path) -> Iterator[tuple[int, tuple[HumanInstruction, ...]]]:
    """Read the instructions that people wrote, by the products' rows, in order.

    Raises:
        DataError: the file is damaged.
    """
    return _read_lines(folder / HUMAN_INSTRUCTIONS, _human_of)


def read_synthetic(folder: Path) -> Iterator[tuple[int, SyntheticInstruction]]:
    """Read the attribute-made instructions, by the products' rows, in order.

    Raises:
        DataError: the file is damaged.
    """
    return _read_lines(folder / SYNTHETIC_INSTRUCTIONS, _synthetic_of)


def _human_of(row: int, *kept: tuple[str, list[str], list[str]]) -> tuple[HumanInstruction, ...]:
    return tuple(
        HumanInstruction(text=text, attributes=tuple(attributes), options=tuple(options))
        for text, attributes, options in kept
    )


def _synthetic_of(row: int, text: str, attributes: list[str]) -> SyntheticInstruction:
    return SyntheticInstruction(text=text, attributes=tuple(attributes))


def _read_lines(path: Path, form: Callable[..., Read]) -> Iterator[tuple[int, Read]]:
    try:
        with path.open("rb") as file:
            for line in file:
                row, *kept = json.loads(line)
                yield row, form(row, *kept)
    except (OSError, ValueError, TypeError) as error:
        raise DataError(
            f"{str(path)!r} is damaged: {error}. Build the store again with `hgpo data import`."
        ) from error


def _line(*fields: object) -> bytes:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _text(given: object) -> str:
    if not isinstance(given, str):
        raise TypeError(f"{given!r:.40} is no text")
    return given.encode(errors="surrogatepass").decode(errors="replace")


def _unknown_form(kind: str, asin: str, error: Exception) -> DataError:
    return DataError(
        f"the {kind} instruction of product {asin!r} is not of the official form "
        f"({type(error).__name__}: {error}). Name the official file."
    )
