"""Plain values as JSON and back, exactly: tuples stay tuples, and nothing is executed.

What workers say to each other is made of ``str``, ``int``, ``float``, ``bool``, ``None``,
``tuple``, ``list``, ``dict`` and ``frozenset`` alone. JSON has no word for three of those, so
that each is written as an object with one key that says what it is.
"""

import json
from collections.abc import Callable, Mapping
from typing import cast

from hgpo_envs.errors import EnvInputError

TUPLE, SET, DICT = "()", "{}", "{:}"
_SPECIAL = frozenset((TUPLE, SET, DICT))
_A_TUPLE, _A_SET, _A_DICT = (f'{{"{mark}":' for mark in (TUPLE, SET, DICT))

_ATOMS = frozenset((str, int, float, bool, type(None)))
_WORDS = frozenset((str,))

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode
_decode = json.JSONDecoder().raw_decode
_decode_marked = json.JSONDecoder(
    object_hook=lambda found: _unmarked(found) if len(found) == 1 else found
).raw_decode


def dumps(value: object, what: str) -> bytes:
    """Write a plain value.

    Args:
        value: what to write.
        what: what it is, for the error's text, for example ``"options"``.

    Raises:
        EnvInputError: some part of it is not plain; its place is named.

    Example:
        >>> loads(dumps({"a": (1, [2.5, None])}, "it"))
        {'a': (1, [2.5, None])}
    """
    return _encode(marked(value, what)).encode("utf-8", "surrogatepass")


def loads(written: bytes | bytearray | memoryview) -> object:
    """Read what ``dumps`` wrote."""
    text = str(written, "utf-8", "surrogatepass")
    # within a text of the value, each of its quotation marks would have a backslash before it
    is_marked = _A_TUPLE in text or _A_SET in text or _A_DICT in text
    read: object = _decode_marked(text)[0] if is_marked else _decode(text)[0]
    return read


def marked(value: object, what: str) -> object:
    """Return a value as JSON has it, with marks where JSON has no word of its own.

    Raises:
        EnvInputError: some part of it is not plain; its place is named.
    """
    if type(value) in _ATOMS:
        return value
    mark = _MARKERS.get(type(value)) or _marker_of_kin(value)
    if mark is not None:
        return mark(value, what)
    raise EnvInputError(
        f"{what} is of type {type(value).__name__}, which can't be sent to or from a worker; "
        "expected str, int, float, bool, None, or tuples, lists, dicts and frozensets of those. "
        "Give it as such, or play in this process, without workers."
    )


def _tuple(value: tuple[object, ...], what: str) -> object:
    return {TUPLE: _list(value, what)}


def _list(value: list[object] | tuple[object, ...], what: str) -> list[object]:
    return [
        item if type(item) in _ATOMS else marked(item, f"{what}[{place}]")
        for place, item in enumerate(value)
    ]


def _set(value: frozenset[object], what: str) -> object:
    return {SET: sorted((marked(item, f"an item of {what}") for item in value), key=_encode)}


def _dict(value: Mapping[object, object], what: str) -> object:
    if _is_simple(value):
        return value if type(value) is dict else dict(value)
    pairs = [
        (key, item if type(item) in _ATOMS else marked(item, f"{what}[{key!r}]"))
        for key, item in value.items()
    ]
    if all(type(key) is str for key, _ in pairs) and not (
        len(pairs) == 1 and pairs[0][0] in _SPECIAL
    ):
        return dict(pairs)
    return {DICT: [[marked(key, f"a key of {what}"), item] for key, item in pairs]}


def _is_simple(value: Mapping[object, object]) -> bool:
    """Tell quickly whether JSON has all the words for a mapping; most mappings are so."""
    are_words = _WORDS.issuperset(map(type, value))
    are_atoms = _ATOMS.issuperset(map(type, value.values()))
    return are_words and are_atoms and not (len(value) == 1 and _SPECIAL.issuperset(value))


def _atom(value: object, what: str) -> object:
    return value


_MARKERS: Mapping[type, Callable[..., object]] = {
    tuple: _tuple,
    list: _list,
    dict: _dict,
    frozenset: _set,
}
_KIN: Mapping[type, Callable[..., object]] = {str: _atom, int: _atom, float: _atom, **_MARKERS}


def _marker_of_kin(value: object) -> Callable[..., object] | None:
    """Return what marks a value of a class that derives from a plain one."""
    if isinstance(value, Mapping):
        return _dict
    return next((mark for kind, mark in _KIN.items() if isinstance(value, kind)), None)


def _unmarked(found: dict[str, object]) -> object:
    """Return what an object of one key stands for."""
    ((key, value),) = found.items()
    if key == TUPLE:
        return tuple(cast("list[object]", value))
    if key == SET:
        return frozenset(cast("list[object]", value))
    if key == DICT:
        return {entry[0]: entry[1] for entry in cast("list[list[object]]", value)}
    return found
