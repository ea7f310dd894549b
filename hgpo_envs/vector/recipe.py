"""An environment with its memory and template as plain data: what a worker makes one from."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import cast

import numpy as np

from hgpo_envs.context import Memory, Template, make_memory, template_of
from hgpo_envs.context.wrapper import ContextWrapper
from hgpo_envs.registry import make, register, spec, specs
from hgpo_envs.spec import EnvSpec
from hgpo_envs.table import ENVS

_NO_MEMORY = {"kind": "none"}


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvRecipe:
    """How to make one wrapped environment, here or in a worker.

    Attributes:
        id: id or name of a registered environment; what this session registered goes along.
        split: one of its splits; None takes its default.
        options: what ``hgpo_envs.make`` is given besides: plain values, paths.
        memory: arguments of ``hgpo_envs.context.make_memory``.
        template: text of the prompt template; None takes the one that the spec names.
    """

    id: str
    split: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    memory: Mapping[str, object] = field(default_factory=lambda: dict(_NO_MEMORY))
    template: str | None = None

    def make(self, memory: Memory | None = None) -> ContextWrapper:
        """Make one, with a memory that is there already where one is given.

        Raises:
            EnvInputError: as ``hgpo_envs.make``, ``make_memory`` and ``Template`` say.
        """
        env = make(self.id, split=self.split, **self.options)
        recalled = memory or make_memory(**self.memory)  # type: ignore[arg-type]
        return ContextWrapper(env, recalled, self.prompt_template())

    def prompt_template(self) -> Template:
        """Return the template that contexts are rendered with."""
        return template_of(spec(self.id)) if self.template is None else _compiled(self.template)

    def to_plain(self) -> dict[str, object]:
        """Return the recipe as plain data, with the environment's entry where needed.

        Paths become text, mappings dicts and NumPy's numbers those of Python; what is no plain
        data beyond that is refused by ``hgpo_envs.vector.messages.make_request``.

        Raises:
            UnknownNameError: there is no such environment.
        """
        entry = spec(self.id)
        return {
            "spec": None if entry in ENVS else _plain_fields(entry),
            "recipe": _plain_fields(self),
        }

    @classmethod
    def from_plain(cls, plain: Mapping[str, object]) -> "EnvRecipe":
        """Return the recipe that ``to_plain`` wrote; its environment is registered then.

        Raises:
            EnvInputError: another environment has the id here.
        """
        if plain["spec"] is not None:
            entry = EnvSpec(**cast("dict[str, object]", plain["spec"]))  # type: ignore[arg-type]
            if specs().get(entry.id) != entry:
                register(entry)
        return cls(**cast("dict[str, object]", plain["recipe"]))  # type: ignore[arg-type]


_compiled = lru_cache(maxsize=8)(Template)  # once for all environments of a worker


def _plain_fields(one: "EnvRecipe | EnvSpec") -> dict[str, object]:
    return {part.name: _plain(getattr(one, part.name)) for part in fields(one)}


def _plain(value: object) -> object:
    """Return a value in plain types where it has equals of such; anything else as it is."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, np.bool_ | np.integer | np.floating):
        return value.item()
    if isinstance(value, Mapping):
        return {_plain(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return tuple(_plain(item) for item in value)
    return [_plain(item) for item in value] if isinstance(value, list) else value
