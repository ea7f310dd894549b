"""What a rule of the conformance check is, and what it may find."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from hgpo_envs.check.lab import Lab


class Breach(NamedTuple):
    """One place where an environment does not keep a rule.

    Attributes:
        seen: what was given, asked and answered there.
        fix: what its author can do.
    """

    seen: str
    fix: str


class NotTried(Exception):  # noqa: N818  # no error: the rule has nothing to look at
    """A rule can't be tried on this environment; its text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule of the contract.

    Attributes:
        name: what reports and ``only=``, ``skip=`` call it.
        says: the rule as a sentence.
        look: yields every breach that it finds; raises ``NotTried`` where there is nothing to
            look at. Whatever else it raises comes from the environment and is a breach.
    """

    name: str
    says: str
    look: "Callable[[Lab], Iterable[Breach]]"
