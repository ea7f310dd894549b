"""Ground actions."""

from dataclasses import dataclass
from typing import TypeAlias

from hgpo_envs.alfworld.planner.conditions import Condition

# An action's name and the ids of its arguments, as `Play.ground` returns them.
Label: TypeAlias = tuple[str, tuple[str, ...]]

ANY = "*"
"""Stands in a label for an argument that may be anything, since only one is possible."""


@dataclass(frozen=True, slots=True)
class When:
    """A conditional effect: what becomes true and false if a condition held before."""

    condition: Condition
    add: int
    delete: int


@dataclass(frozen=True, slots=True)
class Operator:
    """Ground actions that need and do the same, as far as the goal could ever care.

    Attributes:
        needs: the precondition.
        add: bits that become true; they win over those in `delete`.
        delete: bits that become false.
        whens: conditional effects.
        source: bits of which one is true wherever the precondition holds; 0 if none are known.
    """

    needs: Condition
    add: int
    delete: int
    whens: tuple[When, ...]
    source: int = 0

    def apply(self, state: int) -> int:
        """Return the state after the action."""
        add, delete = self.add, self.delete
        for when in self.whens:
            if when.condition.holds(state):
                add |= when.add
                delete |= when.delete
        return state & ~delete | add

    @property
    def changes(self) -> int:
        """Bits of every atom that the action may change."""
        changed = self.add | self.delete
        for when in self.whens:
            changed |= when.add | when.delete
        return changed
