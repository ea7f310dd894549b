"""How to make an environment, as plain data: here and in any other process."""

import inspect
import os
import re
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from importlib import import_module
from types import ModuleType
from typing import cast

from hgpo_envs import registry
from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.spec import EnvSpec
from hgpo_envs.suggest import unknown_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """What makes the environment that is checked.

    Attributes:
        target: ``"module:name"`` of a class, or of a function that takes no more than options.
        spec: the entry that the class is made with; None for a function.
        is_registered: whether the registry makes it, from ``spec``.
        split: the split; None takes the spec's default.
        options: further keyword arguments.
    """

    target: str
    spec: EnvSpec | None = None
    is_registered: bool = False
    split: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)

    def make(self, **more: object) -> object:
        """Make one; ``more`` stands before the options of the recipe.

        Raises:
            EnvInputError: as the registry says, or the target can't be imported.
        """
        options = {**self.options, **more}
        if self.spec is None:
            return _with_known(load_target(self.target), options)
        split = self.spec.default_split if self.split is None else self.split
        if self.is_registered:
            if registry.specs().get(self.spec.id) != self.spec:
                registry.register(self.spec)
            return registry.make(self.spec.id, split=split, **options)
        options = {"max_steps": self.spec.max_steps, **options}
        return _with_known(load_target(self.target), {"spec": self.spec, "split": split} | options)

    def at(self, split: str) -> "Recipe":
        """Return the recipe of another split."""
        return replace(self, split=split)

    def to_plain(self) -> dict[str, object]:
        """Return the recipe as plain values, as far as its options are; paths become texts."""
        spec = None
        if self.spec is not None:
            parts = {part.name: getattr(self.spec, part.name) for part in fields(self.spec)}
            spec = {k: dict(v) if isinstance(v, Mapping) else v for k, v in parts.items()}
        options = {
            name: os.fspath(value) if isinstance(value, os.PathLike) else value
            for name, value in self.options.items()
        }
        return {
            "target": self.target,
            "spec": spec,
            "is_registered": self.is_registered,
            "split": self.split,
            "options": options,
        }

    @classmethod
    def from_plain(cls, plain: Mapping[str, object]) -> "Recipe":
        """Return the recipe that ``to_plain`` wrote."""
        parts = cast("dict[str, object] | None", plain["spec"])
        spec = None if parts is None else EnvSpec(**parts)  # type: ignore[arg-type]
        return cls(**{**plain, "spec": spec})  # type: ignore[arg-type]


def load_target(target: str) -> Callable[..., object]:
    """Import what ``"module:name"`` names.

    Raises:
        EnvInputError: there is no such module, or it fails while it is imported.
        UnknownNameError: the module has no such name.
    """
    module_name, colon, name = target.partition(":")
    if not (module_name and colon and name):
        raise EnvInputError(
            f"{target!r} can't be checked; expected an id of `hgpo envs` such as 'ALFWorld-v0', "
            "or 'module:Env' of your own."
        )
    found: object = _imported(module_name, target)
    for part in name.split("."):
        if not hasattr(found, part):
            raise UnknownNameError(unknown_name(f"name in {module_name}", part, _public(found)))
        found = getattr(found, part)
    return cast("Callable[..., object]", found)


def _imported(name: str, target: str) -> ModuleType:
    if name.endswith(".py") or not all(part.isidentifier() for part in name.split(".")):
        parts = re.split(r"[./\\]+", name.removesuffix(".py"))
        like = ".".join(re.sub(r"\W", "_", part) for part in parts if part)
        raise EnvInputError(
            f"{target!r} names no module; expected one that Python can import from the folder that "
            f"the command is run in, such as '{like or 'maze'}:Env'."
        )
    try:
        return import_module(name)
    except ImportError as error:
        raise EnvInputError(
            f"the module of {target!r} can't be imported: {error}. Run in the folder that has it, "
            "or install its package."
        ) from error
    except (Exception, SystemExit) as error:
        raise EnvInputError(
            f"the module of {target!r} fails while it is imported: {told_of(error)}. Mend it; "
            f"`python -c 'import {name}'` shows where."
        ) from error


def told_of(error: BaseException) -> str:
    """Return an exception with its type, in one line, and what comes of it."""
    told = traceback.format_exception_only(error)[-1].strip().rstrip(".")
    return f"{told}, which ends the program" if isinstance(error, SystemExit) else told


def _with_known(factory: Callable[..., object], options: Mapping[str, object]) -> object:
    """Call what makes an environment; refuse options that it doesn't take."""
    taken = inspect.signature(factory).parameters
    for name in options:
        if name not in taken:
            told = getattr(factory, "__qualname__", "the function")
            raise UnknownNameError(unknown_name(f"option of {told}", name, taken))
    return factory(**options)


def _public(module: object) -> list[str]:
    """Return the names that could be checked: entries, and what is defined there and called."""
    own = getattr(module, "__name__", "")
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (
            isinstance(value, EnvSpec)
            or (callable(value) and getattr(value, "__module__", "") == own)
        )
    ]
