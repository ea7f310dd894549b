"""What may be written shorter than its full key."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from harness.config.keys import Slot, unknown_key

SHORT: Mapping[str, str] = MappingProxyType(
    {
        "env": "env.id",
        "env.memory": "env.memory.kind",
        "agent": "agent.kind",
        "algorithm": "algorithm.name",
    }
)
"""A section's name stands for the key that chooses what is in it."""

SHORT_OF_COMMAND: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "evaluate": MappingProxyType({"tasks": "evaluation.tasks", "seed": "evaluation.seed"}),
        "train": MappingProxyType({}),
        "compare": MappingProxyType({}),
    }
)


class Target(NamedTuple):
    """Where a value goes.

    Attributes:
        key: a key of the schema that is no section.
        item: the option's name, if the key holds options (for ``algorithms``: ``NAME.OPTION``).
    """

    key: str
    item: str | None = None


class Keys:
    """The keys that one command knows, in full and short."""

    def __init__(
        self, command: str, slots: Mapping[str, Slot], env_options: Callable[[str], Iterable[str]]
    ) -> None:
        """Take the command's slots, and how to find out the chosen environment's options."""
        self.slots = slots
        self._short = {
            short: full
            for short, full in {**SHORT, **SHORT_OF_COMMAND[command]}.items()
            if full in slots
        }
        self._env_options = env_options

    def full(self, key: str) -> str:
        """Return the full key that a short one stands for; any other key as it is."""
        return self._short.get(key, key)

    def target(self, key: str) -> Target:
        """Find where a key's value goes.

        Raises:
            ConfigError: there is no such key; the nearest one is named.
        """
        if (full := self.full(key)) in self.slots:
            return Target(full)
        section, _, rest = key.partition(".")
        for options in (f"{section}.options", section):
            if options in self.slots and self.slots[options].kind in {"options", "algorithms"}:
                return self._item(key, options, rest.removeprefix("options."))
        raise unknown_key(key, self._known())

    def _item(self, key: str, options: str, item: str) -> Target:
        if options == "env.options" and item not in (known := self._env_options(item)):
            raise unknown_key(key, self._known(f"env.{name}" for name in known))
        if item.count(".") != (options == "algorithms"):
            raise unknown_key(key, self._known())
        return Target(options, item)

    def _known(self, more: Iterable[str] = ()) -> list[str]:
        return [*self.slots, *(short for short in self._short if short not in self.slots), *more]
