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
        "model": "model.name",
        "backend": "backend.name",
    }
)
"""A section's name stands for the key that chooses what is in it."""

SHORT_OF_COMMAND: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "evaluate": MappingProxyType({"tasks": "evaluation.tasks", "seed": "evaluation.seed"}),
        "train": MappingProxyType({}),
        "compare": MappingProxyType({"launcher": "run.launcher"}),
        "diagnose": MappingProxyType(
            {
                "tasks": "diagnosis.tasks",
                "probes": "diagnosis.probes",
                "branches": "diagnosis.branches",
                "seed": "diagnosis.seed",
                "budget.env_steps": "diagnosis.env_steps",
            }
        ),
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
        self,
        command: str,
        slots: Mapping[str, Slot],
        options: Mapping[str, Callable[[str], Iterable[str]]],
    ) -> None:
        """Take the command's slots, and how to find out what a key for options takes now.

        Args:
            command: the command's name.
            slots: full key → what it takes.
            options: full key that holds options → the name that is asked for → all there are.
        """
        self.slots = slots
        self._short = {
            short: full
            for short, full in {**SHORT, **SHORT_OF_COMMAND[command]}.items()
            if full in slots
        }
        self._options = options

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
        for section in _sections(key):
            rest = key.removeprefix(f"{section}.").removeprefix("options.")
            for options in (f"{section}.options", section):
                if options in self.slots and self.slots[options].kind in {"options", "algorithms"}:
                    return self._item(key, options, rest)
        raise unknown_key(key, self._known())

    def _item(self, key: str, options: str, item: str) -> Target:
        if options in self._options and item not in (known := self._options[options](item)):
            section = options.removesuffix("options")
            raise unknown_key(key, self._known(section + name for name in known))
        if item.count(".") != (options == "algorithms"):
            raise unknown_key(key, self._known())
        return Target(options, item)

    def _known(self, more: Iterable[str] = ()) -> list[str]:
        return list(dict.fromkeys([*self.slots, *self._short, *more]))


def _sections(key: str) -> list[str]:
    """Return the sections that a key stands in, the innermost first."""
    parts = key.split(".")[:-1]
    return [".".join(parts[:length]) for length in range(len(parts), 0, -1)]
