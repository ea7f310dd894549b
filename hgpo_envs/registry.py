"""The table of environments: literal, so that every process sees the same one."""

import inspect
from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import entry_points
from types import MappingProxyType

import gymnasium

from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.spec import EnvSpec
from hgpo_envs.suggest import unknown_name
from hgpo_envs.text_env import TextEnv

ENVS: tuple[EnvSpec, ...] = (
    EnvSpec(
        id="ALFWorld-v0",
        entry_point="hgpo_envs.alfworld.env:ALFWorldEnv",
        splits=(
            "gen_train",
            "gen_seen",
            "gen_unseen",
            "train",
            "valid_train",
            "valid_seen",
            "valid_unseen",
        ),
        default_split="gen_train",
        max_steps=50,
        licence="MIT (official games), Apache-2.0 (generated games)",
        data_version="json_2.1.1",
        description="Household tasks in text: official games, or generated ones without data.",
        data_variable="ALFWORLD_DATA",
        options=MappingProxyType(
            {
                "data": "folder that holds json_2.1.1 (default: ALFWORLD_DATA)",
                "games": "game files or folders to play instead of a split",
                "difficulty": "level of the generated games",
            }
        ),
    ),
)

_session: dict[str, EnvSpec] = {}


def register(spec: EnvSpec) -> None:
    """Add an environment for this session, under its id and as ``hgpo_envs/ID`` in Gymnasium.

    Raises:
        EnvInputError: the id is taken by another entry.
    """
    known = specs().get(spec.id)
    if known is not None and known != spec:
        raise EnvInputError(
            f"environment id {spec.id!r} is taken by {known.entry_point!r}. "
            "Choose another name, or raise the version."
        )
    _session[spec.id] = spec
    register_in_gymnasium(spec)


def register_in_gymnasium(spec: EnvSpec) -> None:
    """Put ``hgpo_envs/ID`` into Gymnasium's registry."""
    name = f"hgpo_envs/{spec.id}"
    if name not in gymnasium.registry:
        gymnasium.register(
            id=name,
            entry_point="hgpo_envs.registry:make",
            kwargs={"id": spec.id},
            order_enforce=False,
        )


def specs() -> Mapping[str, EnvSpec]:
    """Return every environment by id: the table's, other packages', this session's."""
    table = {spec.id: spec for spec in ENVS}
    for entry in sorted(entry_points(group="hgpo_envs"), key=lambda entry: entry.name):
        spec = entry.load()
        if not isinstance(spec, EnvSpec):
            raise EnvInputError(
                f"the entry point {entry.name!r} in group 'hgpo_envs' gives a "
                f"{type(spec).__name__}; expected an EnvSpec."
            )
        table.setdefault(spec.id, spec)
    return {**table, **_session}


def spec(id: str) -> EnvSpec:
    """Return one environment's entry by its id (``ALFWorld-v0``) or its name (``alfworld``).

    Raises:
        UnknownNameError: no such environment; the nearest one is named.
    """
    known = specs()
    if id in known:
        return known[id]
    by_name = {entry.name: entry for entry in known.values()}
    if id in by_name:
        return by_name[id]
    raise UnknownNameError(unknown_name("environment", id, known))


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
    module, _, attribute = entry.entry_point.partition(":")
    factory = getattr(import_module(module), attribute)
    accepted = set(inspect.signature(factory).parameters) - {"self", "spec", "split"}
    for name in options:
        if name not in accepted:
            raise UnknownNameError(unknown_name(f"option of {entry.id}", name, accepted))
    options.setdefault("max_steps", entry.max_steps)
    env = factory(spec=entry, split=chosen, **options)
    if not isinstance(env, TextEnv):
        raise EnvInputError(f"{entry.entry_point} made a {type(env).__name__}; expected a TextEnv.")
    return env
