"""Find and make environments: those of the table, of other packages, of this session."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from types import MappingProxyType

import gymnasium
from gymnasium.envs import registration as gymnasium_registration

from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.installed import installed, load_installed
from hgpo_envs.spec import EnvSpec, is_env_id
from hgpo_envs.suggest import unknown_name
from hgpo_envs.table import ENVS
from hgpo_envs.text_env import TextEnv

_session: dict[str, EnvSpec] = {}
_table: Mapping[str, EnvSpec] = MappingProxyType({spec.id: spec for spec in ENVS})


def register(spec: EnvSpec) -> None:
    """Add an environment for this session, under its id and as ``hgpo_envs/ID`` in Gymnasium.

    Raises:
        EnvInputError: the id is taken by another entry.
    """
    known = _find(spec.id)
    if known is not None and known != spec:
        raise EnvInputError(
            f"environment id {spec.id!r} is taken by {known.entry_point!r}. "
            "Choose another name, or raise the version."
        )
    _session[spec.id] = spec
    register_in_gymnasium(spec.id)


def register_in_gymnasium(id: str) -> None:
    """Put ``hgpo_envs/ID`` into Gymnasium's registry; its entry is looked up when it is made."""
    name = f"hgpo_envs/{id}"
    if name not in gymnasium.registry:
        gymnasium.register(
            id=name,
            entry_point="hgpo_envs.registry:make_for_gymnasium",
            kwargs={"env_id": id},
            order_enforce=False,
        )


def register_all_in_gymnasium() -> None:
    """Put the table's ids and those of other packages there; no package is imported for it."""
    for id in (*_table, *filter(is_env_id, installed())):
        register_in_gymnasium(id)


def specs() -> Mapping[str, EnvSpec]:
    """Return every environment by id: the table's, other packages', this session's.

    Raises:
        EnvInputError: another package's entry can't be loaded or used.
    """
    return {**_table, **{name: load_installed(name) for name in installed()}, **_session}


def spec(id: str) -> EnvSpec:
    """Return one environment's entry by its id (``ALFWorld-v0``) or its name (``alfworld``).

    A name that several environments share means the table's, else the one of highest version.

    Raises:
        UnknownNameError: no such environment; the nearest one is named.
        EnvInputError: another package's entry can't be loaded or used.
    """
    found = _find(id) or next((entry for entry in ENVS if entry.name == id), None)
    if found is not None:
        return found
    known = specs()
    namesakes = [entry for entry in known.values() if entry.name == id]
    if not namesakes:
        raise UnknownNameError(unknown_name("environment", str(id), known))
    return max(namesakes, key=lambda entry: entry.version)


def _find(id: str) -> EnvSpec | None:
    """Return the entry of an id; of other packages, only the one that brings it is imported."""
    if id in _session or id in _table:
        return _session.get(id) or _table[id]
    return load_installed(id) if id in installed() else None


def make(id: str, *, split: str | None = None, **options: object) -> TextEnv:
    """Make an environment.

    Args:
        id: for example ``"ALFWorld-v0"``.
        split: one of the spec's splits; the spec's default without it.
        **options: arguments of the environment's class (``max_steps``, ``extras``, ...); a
            misspelt one is refused.

    Raises:
        UnknownNameError: unknown id, split or option; the nearest one is named.
        DataError: the split's data is missing or damaged.

    Example:
        >>> import hgpo_envs
        >>> env = hgpo_envs.make("ALFWorld-v0", split="gen_unseen")
        >>> len(env.unwrapped.panel)
        200
    """
    entry = spec(id)
    chosen = entry.default_split if split is None else split
    if chosen not in entry.splits:
        raise UnknownNameError(unknown_name(f"split of {entry.id}", str(chosen), entry.splits))
    factory, accepted = _factory(entry.entry_point)
    for name in options:
        if name not in accepted:
            raise UnknownNameError(unknown_name(f"option of {entry.id}", name, accepted))
    env = factory(spec=entry, split=chosen, **{"max_steps": entry.max_steps, **options})
    if not isinstance(env, TextEnv):
        raise EnvInputError(f"{entry.entry_point} made a {type(env).__name__}; expected a TextEnv.")
    env.spec = _gymnasium_spec(entry.id, {"split": chosen, **options})
    return env


def make_for_gymnasium(env_id: str, **options: object) -> TextEnv:
    """Make an environment as ``make`` does; ``id`` is Gymnasium's own argument."""
    return make(env_id, **options)  # type: ignore[arg-type]


@lru_cache(maxsize=64)
def _factory(entry_point: str) -> tuple[Callable[..., object], frozenset[str]]:
    """Import what makes an environment; return it and the names of the options that it takes."""
    module, _, attribute = entry_point.partition(":")
    try:
        factory = getattr(import_module(module), attribute)
    except (ModuleNotFoundError, AttributeError) as error:
        raise EnvInputError(
            f"the entry point {entry_point!r} can't be imported: {error}. "
            "Expected 'module:Class' of an installed package."
        ) from error
    named = frozenset(inspect.signature(factory).parameters)
    for name in ("spec", "split", "max_steps"):
        if name not in named:
            raise EnvInputError(
                f"{entry_point} takes no argument {name!r}; what makes an environment takes "
                "spec=, split= and max_steps=, and the options of its own."
            )
    return factory, named - {"spec", "split"}


def _gymnasium_spec(id: str, options: Mapping[str, object]) -> gymnasium_registration.EnvSpec:
    """Return what makes this environment again through Gymnasium."""
    registered = gymnasium.registry[f"hgpo_envs/{id}"]
    return replace(registered, kwargs={**registered.kwargs, **options})
