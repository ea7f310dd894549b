"""Whose code a memory calls: the authors' own things among its parameters, by name and content."""

import hashlib
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

CODE = ("kind", "embed", "summarise", "tokenizer")
"""Parameters that can be ``module:name`` of somebody's code."""

UNKNOWN = ""


def memory_sources(memory: Mapping[str, object]) -> dict[str, str]:
    """Return what of a memory is an author's own, each with the SHA-256 of its module's source.

    Args:
        memory: what ``make_memory(**memory)`` is given; the parts of a combination are read too.

    Returns:
        ``module:name`` -> hash over the module's file; empty text where there is no such file,
        as with compiled modules.

    Example:
        >>> memory_sources({"kind": "window", "size": 4})
        {}
        >>> told = memory_sources({"kind": "summary", "summarise": "textwrap:dedent"})
        >>> len(told["textwrap:dedent"])
        64
    """
    return {name: _hash_of(name.partition(":")[0]) for name in sorted(set(_names(memory)))}


def _names(memory: Mapping[str, object]) -> Iterator[str]:
    for key in CODE:
        value = memory.get(key)
        if isinstance(value, str) and ":" in value:
            yield value
    parts = memory.get("parts")
    for part in parts if isinstance(parts, list | tuple) else ():
        if isinstance(part, Mapping):
            yield from _names(part)


def _hash_of(module: str) -> str:
    try:
        found = find_spec(module)
    except (ImportError, ValueError):
        return UNKNOWN
    origin = None if found is None else found.origin
    path = Path(origin) if origin is not None and origin.endswith(".py") else None
    if path is None or not path.is_file():
        return UNKNOWN
    return hashlib.sha256(path.read_bytes()).hexdigest()
