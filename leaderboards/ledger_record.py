"""One line of a ledger file: its fields, its bytes, and a reader that trusts nothing.

A line is one JSON object in canonical form (keys sorted, no spaces, ASCII), so that a record has
exactly one spelling, and ends in a newline. `hash` is the SHA-256 of the canonical form of all the
other fields; `previous` is the hash of the line before (64 zeros on the first).
"""

import hashlib
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NoReturn

FORMAT = 1
GENESIS = "0" * 64
MAX_LINE_BYTES = 16_384
MAX_AMOUNT = 10**30

FIELDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "open": ("amounts", "apart", "format"),
        "reserve": ("amounts", "purpose"),
        "extend": ("amounts", "of", "purpose"),
        "commit": ("amounts", "of", "purpose"),
        "release": ("of", "purpose"),
        "close": (),
    }
)
_FRAME = ("hash", "kind", "previous", "seq")
_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")

Amount = int | float
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


class LedgerFileError(ValueError):
    """A ledger file that is damaged, was changed, or breaks its own rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerRecord:
    """What one line says.

    Attributes:
        seq: the line's number, from 0.
        kind: one of `FIELDS`.
        previous: hash of the line before.
        purpose: what the units are for (`rollout`, `update`, `critic`, `evaluation`, ...).
        of: `seq` of the reservation that the line extends, commits or releases.
        amounts: unit -> amount; on the line `open`, unit -> cap.
        apart: on the line `open`, the purposes that count against no cap.
    """

    seq: int
    kind: str
    previous: str
    purpose: str | None = None
    of: int | None = None
    amounts: Mapping[str, Amount] = field(default_factory=dict)
    apart: tuple[str, ...] = ()

    def encode(self) -> tuple[bytes, str]:
        """Give the line's bytes, newline included, and its hash.

        Raises:
            LedgerFileError: if the line would be longer than a reader takes.
        """
        values: dict[str, Json] = {
            "amounts": dict(self.amounts),
            "apart": list(self.apart),
            "format": FORMAT,
            "of": self.of,
            "purpose": self.purpose,
        }
        body: dict[str, Json] = {name: values[name] for name in FIELDS[self.kind]}
        body |= {"kind": self.kind, "previous": self.previous, "seq": self.seq}
        digest = hashlib.sha256(_canonical(body)).hexdigest()
        body["hash"] = digest
        line = _canonical(body) + b"\n"
        if len(line) > MAX_LINE_BYTES:
            raise LedgerFileError(f"the line is longer than {MAX_LINE_BYTES} bytes")
        return line, digest


def parse_line(line: bytes) -> tuple[LedgerRecord, str]:
    """Read one line, which must be in canonical form and carry its own hash.

    Args:
        line: the bytes, newline included.

    Returns:
        The record and its hash.

    Raises:
        LedgerFileError: for anything else; the message names what is wrong, not where.
    """
    if len(line) > MAX_LINE_BYTES:
        raise LedgerFileError(f"the line is longer than {MAX_LINE_BYTES} bytes")
    body = _load(line)
    record = _record(body)
    encoded, digest = record.encode()
    if body["hash"] != digest:
        raise LedgerFileError("the line does not match its own hash")
    if encoded != line:
        raise LedgerFileError("the line is not in canonical form")
    return record, digest


def check_name(what: str, name: str) -> str:
    """Return a unit's or purpose's name if it can stand in a ledger.

    Raises:
        LedgerFileError: if it can't.
    """
    if not _NAME.fullmatch(name):
        raise LedgerFileError(
            f"{what} {name[:80]!r} must be lower-case letters, digits and underscores, "
            "64 at most, starting with a letter"
        )
    return name


def _canonical(body: Mapping[str, Json]) -> bytes:
    return json.dumps(body, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")


def _load(line: bytes) -> dict[str, Json]:
    try:
        body = json.loads(
            line.decode("ascii"), object_pairs_hook=_no_duplicates, parse_constant=_no_constant
        )
    except LedgerFileError:
        raise
    except UnicodeDecodeError as error:
        raise LedgerFileError("the line holds bytes that are not ASCII") from error
    except RecursionError as error:
        raise LedgerFileError("the line is nested too deeply") from error
    except ValueError as error:
        raise LedgerFileError(f"the line is not JSON: {error}") from error
    if not isinstance(body, dict):
        raise LedgerFileError("the line is not a JSON object")
    return body


def _no_duplicates(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    body = dict(pairs)
    if len(body) != len(pairs):
        raise LedgerFileError("a key stands twice in one object")
    return body


def _no_constant(name: str) -> NoReturn:
    raise LedgerFileError(f"{name} is not a number that a ledger may hold")


def _record(body: dict[str, Json]) -> LedgerRecord:
    kind = body.get("kind")
    if not isinstance(kind, str) or kind not in FIELDS:
        raise LedgerFileError(f"kind must be one of {', '.join(FIELDS)}; it is {str(kind)[:80]!r}")
    expected = sorted((*FIELDS[kind], *_FRAME))
    if sorted(body) != expected:
        raise LedgerFileError(f"a line of kind {kind!r} has exactly the keys {', '.join(expected)}")
    if kind == "open" and (type(body["format"]) is not int or body["format"] != FORMAT):
        raise LedgerFileError(f"this reader knows format {FORMAT} of a ledger, and no other")
    return LedgerRecord(
        seq=_count(body["seq"], "seq"),
        kind=kind,
        previous=_text(body["previous"], "previous"),
        purpose=check_name("the purpose", _text(body["purpose"], "purpose"))
        if "purpose" in body
        else None,
        of=_count(body["of"], "of") if "of" in body else None,
        amounts=_amounts(body.get("amounts", {})),
        apart=_apart(body.get("apart", [])),
    )


def _count(value: Json, name: str) -> int:
    if type(value) is not int or not 0 <= value <= MAX_AMOUNT:
        raise LedgerFileError(f"{name} must be a whole number from 0")
    return value


def _text(value: Json, name: str) -> str:
    if not isinstance(value, str):
        raise LedgerFileError(f"{name} must be a string")
    return value


def _amounts(value: Json) -> dict[str, Amount]:
    if not isinstance(value, dict):
        raise LedgerFileError("amounts must be an object of unit and number")
    return {check_name("the unit", unit): _amount(unit, amount) for unit, amount in value.items()}


def _amount(unit: str, value: Json) -> Amount:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise LedgerFileError(f"the amount of {unit} must be a number")
    if not math.isfinite(value) or not 0 <= value <= MAX_AMOUNT:
        raise LedgerFileError(f"the amount of {unit} must be a finite number from 0 to 1e30")
    return value


def _apart(value: Json) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise LedgerFileError("apart must be a list of purposes")
    names = tuple(check_name("the purpose", _text(name, "a purpose")) for name in value)
    if list(names) != sorted(set(names)):
        raise LedgerFileError("apart must be sorted, each purpose once")
    return names
