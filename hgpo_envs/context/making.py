"""Make a memory by name: one of the suite's, or an author's own class."""

import inspect
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import cast

from hgpo_envs.context.memories.own import OwnMemory, load_class
from hgpo_envs.context.memory import Memory
from hgpo_envs.context.named import load_named
from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.suggest import unknown_name

_CLASSES: Mapping[str, str] = MappingProxyType(
    {
        "none": "hgpo_envs.context.memories.none:NoMemory",
        "window": "hgpo_envs.context.memories.window:WindowMemory",
        "full": "hgpo_envs.context.memories.full:FullMemory",
        "summary": "hgpo_envs.context.memories.summary:SummaryMemory",
        "retrieval": "hgpo_envs.context.memories.retrieval:RetrievalMemory",
        "combined": "hgpo_envs.context.memories.combined:CombinedMemory",
    }
)
_EXAMPLES: Mapping[str, str] = MappingProxyType(
    {"size": "size=4", "parts": "parts=[{'kind': 'window', 'size': 2}, {'kind': 'summary'}]"}
)
MEMORIES = tuple(_CLASSES)


def make_memory(kind: str, **parameters: object) -> Memory:
    """Make a memory by name.

    Args:
        kind: one of `MEMORIES`, or ``"package.module:Class"`` of an author's own.
        **parameters: of its class, such as ``size=4`` for ``"window"``; one that is None counts
            as left out.

    Raises:
        UnknownNameError: no memory or parameter of that name.
        EnvInputError: a parameter is missing, out of range, or given where it means nothing.

    Example:
        >>> make_memory("window", size=4).name
        'window(4)'
    """
    given = {name: value for name, value in parameters.items() if value is not None}
    made = _class(kind)
    _check(kind, made, given)
    memory = cast("Callable[..., Memory]", made)(**given)
    return memory if kind in _CLASSES else OwnMemory(kind, memory, given)


def memory_parameters(kind: str) -> tuple[str, ...]:
    """Return the names that ``make_memory(kind, ...)`` takes besides.

    Raises:
        UnknownNameError: no memory of that name.
        EnvInputError: an author's class can't be imported.

    Example:
        >>> memory_parameters("full")
        ('budget', 'tokenizer')
    """
    return tuple(_parameters(_class(kind)))


def _class(kind: str) -> object:
    if kind in _CLASSES:
        return load_named(_CLASSES[kind], what="memory")
    if ":" in str(kind):
        return load_class(kind)
    raise UnknownNameError(unknown_name("memory", str(kind), MEMORIES))


def _check(kind: str, made: object, given: Mapping[str, object]) -> None:
    """Check the names of parameters; their values are for the class to check."""
    accepted = _parameters(made)
    for name in given:
        if name not in accepted:
            raise _superfluous(kind, name, given[name], accepted)
    for name, parameter in accepted.items():
        if parameter.default is parameter.empty and name not in given:
            example = _EXAMPLES.get(name)
            hint = f", for example {example}" if example and ":" not in kind else ""
            article = "" if name.endswith("s") else "a "
            raise EnvInputError(f"the {kind} memory needs {article}{name}{hint}.")


def _parameters(made: object) -> dict[str, inspect.Parameter]:
    # A class without __init__ of its own takes nothing, though object's signature says otherwise.
    if getattr(made, "__init__", None) is object.__init__:
        return {}
    return dict(inspect.signature(cast("Callable[..., object]", made)).parameters)


def _superfluous(
    kind: str, name: str, value: object, accepted: Mapping[str, object]
) -> EnvInputError:
    takers = [
        other
        for other, path in _CLASSES.items()
        if name in _parameters(load_named(path, what="memory"))
    ]
    if takers:
        others = " or ".join(map(repr, takers))
        return EnvInputError(
            f"the memory {kind!r} takes no {name}, but {value!r} was given. "
            f"Leave it out, or use {others}."
        )
    return UnknownNameError(unknown_name(f"parameter of the {kind} memory", name, accepted))
