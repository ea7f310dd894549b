"""From what a caller names - an id, a class, a function, an environment - to what is checked."""

import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import cast

import gymnasium

from hgpo_envs import registry
from hgpo_envs.check.recipe import Recipe, load_target
from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.spec import EnvSpec

PROVISIONAL_STEPS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What is checked.

    Attributes:
        name: what it is, in words.
        spec: its entry in the registry; None where it has none.
        recipe: what makes it, here and elsewhere; None where nothing does.
        factory: makes one, where there is no recipe.
        object: the environment itself, where nothing can make another one.
    """

    name: str
    spec: EnvSpec | None = None
    recipe: Recipe | None = None
    factory: Callable[[], object] | None = None
    object: object = None

    @property
    def can_make(self) -> bool:
        """Whether fresh ones can be made."""
        return self.recipe is not None or self.factory is not None

    @property
    def split(self) -> str | None:
        """The split that is asked for; None where there are none."""
        if self.recipe is None or self.recipe.spec is None:
            return None
        return self.recipe.split or self.recipe.spec.default_split


def subject_of(
    given: object, *, split: str | None = None, options: Mapping[str, object] | None = None
) -> Subject:
    """Find out what is to be checked and how to make it.

    Args:
        given: an id or name of the registry, ``"module:name"``, an ``EnvSpec``, a class, a
            function without arguments, or an environment.
        split: the split to check; None takes the default.
        options: options of the environment.

    Raises:
        EnvInputError: none of these; or options for something that takes none.
    """
    more = MappingProxyType(dict(options or {}))
    if isinstance(given, str):
        found = load_target(given) if ":" in given else _registered(given)
        return _of(found, given, split, more)
    if isinstance(given, gymnasium.Env):
        return _of_object(given, split, more)
    return _of(given, _target_of(given), split, more)


def _registered(name: str) -> EnvSpec:
    try:
        return registry.spec(name)
    except UnknownNameError as error:
        raise UnknownNameError(
            f"{error} One of your own is named module:Class, such as maze:Maze for the class Maze "
            "in maze.py."
        ) from error


def _of(given: object, target: str, split: str | None, options: Mapping[str, object]) -> Subject:
    if isinstance(given, EnvSpec):
        return _of_spec(given, split, options)
    if not callable(given):
        raise EnvInputError(
            f"{target or given!r} is no environment but of type {type(given).__name__}; expected "
            "an EnvSpec, a class of environments, a function that makes one, or an environment."
        )
    if "spec" in _parameters(given):
        return _of_class(given, target, split, options)
    if split is not None:
        options = {"split": split, **options}
    if not target:
        if options:
            raise EnvInputError(
                "options were given for a function that no other process can import. "
                "Put them into the function."
            )
        return Subject(name="the environment of a function", factory=given)
    return Subject(name=target, recipe=Recipe(target=target, options=options))


def _of_spec(spec: EnvSpec, split: str | None, options: Mapping[str, object]) -> Subject:
    recipe = Recipe(
        target=spec.entry_point, spec=spec, is_registered=True, split=split, options=options
    )
    return Subject(name=_name(spec, recipe), spec=spec, recipe=recipe)


def _of_class(
    given: Callable[..., object], target: str, split: str | None, options: Mapping[str, object]
) -> Subject:
    """Check a class under the entry that names it; without one, under one made up for the check."""
    if (spec := _entry_of(given, target)) is not None:
        return _of_spec(spec, split, options)
    if not target:
        raise EnvInputError(
            f"{given!r} is made inside of a function, and no EnvSpec can name it. "
            "Move the class to the top of its module."
        )
    name = target.rpartition(":")[2]
    chosen = split or "train"
    spec = EnvSpec(
        id=f"{name.replace('.', '-')}-v0",
        entry_point=target,
        splits=(chosen,),
        default_split=chosen,
        max_steps=PROVISIONAL_STEPS,
    )
    recipe = Recipe(target=target, spec=spec, split=chosen, options=options)
    return Subject(name=f"{target} (no EnvSpec names it; split {chosen!r})", recipe=recipe)


def _of_object(
    env: "gymnasium.Env[object, object]", split: str | None, options: Mapping[str, object]
) -> Subject:
    """Check an environment: by what made it where the registry did, else the object itself."""
    if split is not None or options:
        raise EnvInputError(
            "a split or options were given for an environment that is already made. "
            "Make it with them, or give its id."
        )
    made = env.unwrapped.spec
    kwargs = {} if made is None else dict(made.kwargs)
    if (id := kwargs.pop("env_id", None)) is None:
        return Subject(name=f"a {type(env.unwrapped).__name__}", object=env.unwrapped)
    chosen = cast("str | None", kwargs.pop("split", None))
    return _of_spec(registry.spec(cast(str, id)), chosen, kwargs)


def _entry_of(given: Callable[..., object], target: str) -> EnvSpec | None:
    """Return the entry that makes a class: one of the registry, or one beside it in its module."""
    beside = vars(sys.modules[given.__module__]).values() if hasattr(given, "__module__") else ()
    known = [*registry.specs().values(), *(v for v in beside if isinstance(v, EnvSpec))]
    names = {target, _target_of(given)} - {""}
    return next((spec for spec in known if spec.entry_point in names), None)


def _target_of(given: object) -> str:
    """Return ``"module:name"`` where another process can import it from there, else nothing."""
    module = getattr(given, "__module__", None)
    name = getattr(given, "__qualname__", None)
    if not module or not name or module == "__main__" or "<" in name:
        return ""
    return f"{module}:{name}"


def _parameters(given: Callable[..., object]) -> frozenset[str]:
    try:
        return frozenset(inspect.signature(given).parameters)
    except (TypeError, ValueError):
        return frozenset()


def _name(spec: EnvSpec, recipe: Recipe) -> str:
    options = "".join(f", {name}={value!r}" for name, value in recipe.options.items())
    return f"{spec.id} (split {recipe.split or spec.default_split!r}{options})"
