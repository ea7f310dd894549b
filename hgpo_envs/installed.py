"""The environments that other installed packages bring, by entry points in group ``hgpo_envs``.

The name of such an entry point is the environment's id, so that ids are known without importing
anything; what it points at is an ``EnvSpec``::

    [project.entry-points.hgpo_envs]
    "Maze-v0" = "maze:SPEC"
"""

from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType

from hgpo_envs.errors import EnvInputError
from hgpo_envs.spec import EnvSpec
from hgpo_envs.table import ENVS

GROUP = "hgpo_envs"


@lru_cache(maxsize=1)
def installed() -> Mapping[str, tuple[EntryPoint, ...]]:
    """Return other packages' entry points by name; read once, which takes some milliseconds."""
    found: dict[str, tuple[EntryPoint, ...]] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        found[entry.name] = (*found.get(entry.name, ()), entry)
    return MappingProxyType(found)


@lru_cache(maxsize=256)
def load_installed(name: str) -> EnvSpec:
    """Import what the entry point of a name points at.

    Raises:
        EnvInputError: it can't be imported, is no ``EnvSpec`` or that of another id, or the id is
            taken.
    """
    entry = _only(name)
    try:
        spec = entry.load()
    except (ImportError, AttributeError, SyntaxError, EnvInputError) as error:
        raise EnvInputError(
            f"the entry point {name!r} in group {GROUP!r} can't be loaded: {error}. "
            "Mend or remove the package that brings it."
        ) from error
    if not isinstance(spec, EnvSpec):
        raise EnvInputError(
            f"the entry point {name!r} in group {GROUP!r} gives a {type(spec).__name__}; "
            "expected an EnvSpec."
        )
    if spec.id != name:
        raise EnvInputError(
            f"the entry point {name!r} in group {GROUP!r} gives the EnvSpec of {spec.id!r}; an "
            f"entry point is named as its environment's id. Write {spec.id!r} in its place, and "
            "install the package again."
        )
    return spec


def _only(name: str) -> EntryPoint:
    """Return the one entry point of a name that nobody else has."""
    entries = installed()[name]
    owners = [entry.entry_point for entry in ENVS if entry.id == name]
    owners += [entry.value for entry in entries]
    if len(owners) > 1:
        raise EnvInputError(
            f"environment id {name!r} is brought by more than one package: {', '.join(owners)}. "
            "Remove one of them, or give one another name or version."
        )
    return entries[0]
