"""Read JSON into frozen dataclasses, strictly: every field there, no other, each of its type."""

import json
import math
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

from hgpo_envs.suggest import unknown_name

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
T = TypeVar("T")


class DecodeError(ValueError):
    """A record that can't be taken: no JSON, a field missing, of another type, or contradictory."""


def load_json(text: str | bytes, what: str) -> Json:
    """Parse JSON without duplicate keys, NaN or infinities.

    Args:
        text: the JSON.
        what: what it is called in a message.

    Raises:
        DecodeError: saying what is wrong with it.
    """
    try:
        parsed: Json = json.loads(
            text, object_pairs_hook=_no_duplicates, parse_constant=_no_constant
        )
    except DecodeError as error:
        raise DecodeError(f"{what} {error}") from None
    except RecursionError as error:
        raise DecodeError(f"{what} is nested too deeply.") from error
    except ValueError as error:
        raise DecodeError(f"{what} is not JSON: {error}.") from error
    return parsed


def decode(kind: type[T], value: Json, where: str) -> T:
    """Turn parsed JSON into a dataclass of the given type, fields and all.

    Args:
        kind: the dataclass.
        value: the parsed JSON.
        where: what the value is called in a message.

    Raises:
        DecodeError: naming the place, what was expected and what stands there.
    """
    return _decode(kind, value, where)  # type: ignore[return-value]  # it builds a `kind`


def _decode(kind: object, value: Json, where: str) -> object:
    if isinstance(kind, type) and is_dataclass(kind):
        return _dataclass(kind, value, where)
    origin, args = get_origin(kind), get_args(kind)
    if origin in {Union, types.UnionType}:
        return _union(args, value, where)
    if origin is tuple:
        return tuple(
            _decode(args[0], item, f"{where}[{index}]")
            for index, item in enumerate(_list(value, where))
        )
    if origin is Mapping:
        table = _table(value, where)
        return {
            _text(name, f"a name in {where}"): _decode(args[1], item, f"{where}.{name}")
            for name, item in table.items()
        }
    return _scalar(kind, value, where)


def _dataclass(kind: type, value: Json, where: str) -> object:
    table = _table(value, where)
    known = {field.name: field for field in fields(kind)}
    for name in table:
        if name not in known:
            raise DecodeError(f"{where}: {unknown_name('field', name, known)}")
    hints = get_type_hints(kind)
    values: dict[str, object] = {}
    for name, field in known.items():
        if name in table:
            values[name] = _decode(hints[name], table[name], f"{where}.{name}")
        elif field.default is MISSING and field.default_factory is MISSING:
            raise DecodeError(f"{where} has no field {name!r}, and needs it.")
    return kind(**values)


def _union(kinds: tuple[object, ...], value: Json, where: str) -> object:
    if value is None and type(None) in kinds:
        return None
    rest = [kind for kind in kinds if kind is not type(None)]
    if len(rest) > 1 and type(value) in rest and type(value) is not float:
        return _text(value, where) if isinstance(value, str) else value
    return _decode(float if float in rest else rest[0], value, where)


def _scalar(kind: object, value: Json, where: str) -> object:
    if kind is float:
        return _number(value, where)
    if isinstance(kind, type) and type(value) is kind:
        return _text(value, where) if isinstance(value, str) else value
    names: dict[object, str] = {str: "a string", int: "a whole number", bool: "true or false"}
    raise DecodeError(f"{where} must be {names.get(kind, 'a plain value')}; it is {_short(value)}.")


def _number(value: Json, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not _is_finite(value):
        raise DecodeError(f"{where} must be a finite number; it is {_short(value)}.")
    return value


def _is_finite(number: float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:  # a whole number that no float is near to
        return False


def _text(value: str, where: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError:
        raise DecodeError(f"{where} holds half of a surrogate pair, which is no text.") from None
    return value


def _list(value: Json, where: str) -> list[Json]:
    if not isinstance(value, list):
        raise DecodeError(f"{where} must be a list; it is {_short(value)}.")
    return value


def _table(value: Json, where: str) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise DecodeError(f"{where} must be an object; it is {_short(value)}.")
    return value


def _short(value: Json) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def _no_duplicates(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    table = dict(pairs)
    if len(table) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise DecodeError(f"has the key {twice[:60]!r} twice in one object.")
    return table


def _no_constant(name: str) -> NoReturn:
    raise DecodeError(f"holds {name}, which is no number.")
