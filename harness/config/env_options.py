"""The options that an environment takes beyond those that every environment has."""

import inspect
from collections.abc import Mapping
from importlib import import_module

from hgpo_envs import spec

_OF_EVERY_ENV = frozenset(
    {"self", "spec", "split", "panel", "max_steps", "extras", "render_mode", "args", "kwargs"}
)


def env_options(env_id: str, asked: str) -> Mapping[str, str]:
    """Return what ``env.NAME=`` takes for an environment: option -> meaning.

    Where the spec doesn't tell of the option that is asked for, the arguments of the
    environment's class count as well; the class is imported for that alone.

    Raises:
        UnknownNameError: no such environment.
    """
    entry = spec(env_id)
    if asked in entry.options:
        return entry.options
    module, _, attribute = entry.entry_point.partition(":")
    factory = getattr(import_module(module), attribute)
    taken = [name for name in inspect.signature(factory).parameters if name not in _OF_EVERY_ENV]
    return {**dict.fromkeys(taken, ""), **entry.options}
