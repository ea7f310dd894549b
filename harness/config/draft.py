"""Collect what was given, preset first, into one table of full keys and values."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from harness.config.algorithm_list import Entry, option_value, read_algorithms, set_option
from harness.config.env_options import env_options
from harness.config.keys import Slot
from harness.config.schema import EnvConfig, MemoryConfig
from harness.config.short_forms import Keys, Target
from harness.config.values import Given, convert
from harness.errors import ConfigError
from hgpo_envs import spec
from hgpo_envs.context import MEMORIES, memory_parameters

CHOICES: Mapping[str, tuple[str, ...]] = {
    "env.id": ("env.options", "env.split", "env.eval_split", "env.max_steps"),
    "env.memory.kind": ("env.memory.size", "env.memory.options"),
    "algorithm.name": ("algorithm.options",),
    "algorithms": (),
}
"""A key that chooses what a section holds, and the keys that another choice unsets."""


class Draft:
    """Values by full key; what is not in it has the schema's default.

    Attributes:
        values: key -> value, options and algorithms whole.
    """

    def __init__(self, command: str, slots: Mapping[str, Slot]) -> None:
        """Start with nothing given."""
        self.values: dict[str, object] = {}
        self._slots = slots
        self._keys = Keys(
            command,
            slots,
            {"env.options": self._env_options, "env.memory.options": self._memory_options},
        )

    def take(self, given: Iterable[Given]) -> None:
        """Take values in their order, choices first, so that the order of words is no matter.

        Raises:
            ConfigError: an unknown key, or a value that its key can't take.
            UnknownNameError: an unknown environment.
        """
        leaves = [leaf for one in given for leaf in self._leaves(one)]
        for leaf in sorted(leaves, key=lambda leaf: self._keys.full(leaf.key) not in CHOICES):
            self._set(self._keys.target(leaf.key), leaf)

    def _env_options(self, asked: str) -> Mapping[str, str]:
        return env_options(str(self.values.get("env.id", EnvConfig().id)), asked)

    def _memory_options(self, asked: str) -> Sequence[str]:
        """Return what the chosen memory takes; what only another takes is for that one to say."""
        kind = str(self.values.get("env.memory.kind", MemoryConfig().kind))
        of_another = any(asked in memory_parameters(other) for other in MEMORIES)
        return [*memory_parameters(kind), *([asked] if of_another else [])]

    def _leaves(self, given: Given) -> Iterator[Given]:
        """Split braces given for a section into one value a key."""
        slot = self._slots.get(given.key)
        if slot is None or slot.kind != "section" or not isinstance(given.value, dict):
            yield given
            return
        for name, value in given.value.items():
            yield from self._leaves(Given.of(f"{given.key}.{name}", value))

    def _set(self, target: Target, given: Given) -> None:
        slot = self._slots[target.key]
        if target.item is not None:
            self._set_item(target.key, target.item, given)
        elif slot.kind == "algorithms":
            self.values[target.key] = read_algorithms(given)
        elif slot.kind == "section":
            raise ConfigError(_no_value(given, self._slots))
        else:
            self._choose(target.key, convert(given, slot))

    def _choose(self, key: str, value: object) -> None:
        if key == "env.id":
            value = spec(str(value)).id
        if self.values.get(key) != value:
            for unset in CHOICES.get(key, ()):
                self.values.pop(unset, None)
        self.values[key] = value

    def _set_item(self, key: str, item: str, given: Given) -> None:
        if key == "algorithms":
            name, _, option = item.partition(".")
            entries: list[Entry] = self.values.get(key, [])  # type: ignore[assignment]
            self.values[key] = set_option(entries, name, option, given)
            return
        options: dict[str, object] = self.values.get(key, {})  # type: ignore[assignment]
        self.values[key] = {**options, item: option_value(given)}


def _no_value(given: Given, slots: Mapping[str, Slot]) -> str:
    inside = ", ".join(key for key in slots if key.startswith(f"{given.key}."))
    return f"{given.key} takes no value itself. Set a key of it: {inside}."
