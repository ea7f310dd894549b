"""The official instructions that products have."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from hgpo_envs.errors import DataError
from hgpo_envs.webshop.catalogue.reading import read_entries


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

    def clear(self) -> None:
        """Let go of all entries: those of a full catalogue take hundreds of megabytes."""
        self._entries.clear()


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


def encode_synthetic(row: int, instruction: SyntheticInstruction) -> bytes:
    """Return the record that keeps the attribute-made instruction of the product of a row."""
    fields = (row, instruction.text, instruction.attributes)
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()


def decode_synthetic(record: bytes) -> tuple[int, SyntheticInstruction]:
    """Return the product's row, and the instruction.

    Raises:
        ValueError: it is no such record.
    """
    row, text, attributes = json.loads(record)
    return row, SyntheticInstruction(text=text, attributes=tuple(attributes))


def _text(given: object) -> str:
    if not isinstance(given, str):
        raise TypeError(f"{given!r:.40} is no text")
    return given.encode(errors="surrogatepass").decode(errors="replace")


def _unknown_form(kind: str, asin: str, error: Exception) -> DataError:
    return DataError(
        f"the {kind} instruction of product {asin!r} is not of the official form "
        f"({type(error).__name__}: {error}). Name the official file."
    )
