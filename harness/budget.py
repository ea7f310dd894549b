"""What a run may spend: caps in named units."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType

import numpy as np

from hgpo_envs.suggest import unknown_name
from leaderboards.ledger_record import MAX_AMOUNT, Amount


class BudgetError(ValueError):
    """A budget, an amount or a unit that can't be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A unit that work is counted in.

    Attributes:
        meaning: one unit of it, in words.
        whole: whether it comes in whole numbers only.
        clocked: whether it depends on the clock; such a unit is in a ledger only under a cap,
            so that the ledgers of equal runs are equal bytes.
    """

    meaning: str
    whole: bool = True
    clocked: bool = False


UNITS: Mapping[str, Unit] = MappingProxyType(
    {
        "env_steps": Unit(meaning="one action taken in one environment"),
        "episodes": Unit(meaning="one episode begun"),
        "generated_tokens": Unit(meaning="one token sampled by a policy"),
        "prompt_tokens": Unit(meaning="one token read by a policy before it samples"),
        "trained_tokens": Unit(meaning="one token in one forward and backward pass"),
        "gradient_steps": Unit(meaning="one step of an optimiser"),
        "flops": Unit(meaning="one floating-point operation of a model"),
        "device_seconds": Unit(meaning="one second of one device", whole=False, clocked=True),
        "energy_joules": Unit(
            meaning="one joule, where a device reports it", whole=False, clocked=True
        ),
        "money": Unit(meaning="one millionth of the currency that prices are in"),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Caps on what a run may spend; None leaves a unit uncapped, and it is counted all the same.

    Example:
        >>> Budget(env_steps=2e5).caps()
        {'env_steps': 200000}
    """

    env_steps: int | None = None
    episodes: int | None = None
    generated_tokens: int | None = None
    prompt_tokens: int | None = None
    trained_tokens: int | None = None
    gradient_steps: int | None = None
    flops: int | None = None
    device_seconds: float | None = None
    energy_joules: float | None = None
    money: int | None = None

    def __post_init__(self) -> None:
        """Check every cap, and store whole numbers as int.

        Raises:
            BudgetError: if a cap is not a positive finite number, or there is none.
        """
        for field in fields(self):
            cap = getattr(self, field.name)
            if cap is not None:
                object.__setattr__(self, field.name, _cap(field.name, cap))
        if not self.caps():
            raise BudgetError(
                f"a budget needs at least one cap. Set one of: {', '.join(UNITS)} "
                "(for example env_steps=200000)."
            )

    @classmethod
    def from_mapping(cls, caps: Mapping[str, object]) -> "Budget":
        """Build a budget from unit -> cap, as a configuration or a file gives it.

        Args:
            caps: unit -> cap; None leaves the unit uncapped.

        Raises:
            BudgetError: for an unknown unit, a cap that is not a positive number, or no cap.
        """
        for unit in caps:
            check_unit(unit)
        return cls(**caps)  # type: ignore[arg-type]  # __post_init__ checks each value

    def caps(self) -> dict[str, Amount]:
        """Give the capped units and their caps, in the order of `UNITS`."""
        given = {unit: getattr(self, unit) for unit in UNITS}
        return {unit: cap for unit, cap in given.items() if cap is not None}


def check_unit(unit: str) -> None:
    """Refuse a unit that is not in `UNITS`.

    Raises:
        BudgetError: with the nearest known unit.
    """
    if unit not in UNITS:
        raise BudgetError(unknown_name("budget unit", str(unit), UNITS))


def check_amounts(amounts: Mapping[str, object]) -> dict[str, Amount]:
    """Check amounts to be charged: known units, finite numbers from 0, whole where they must be.

    Args:
        amounts: unit -> amount; NumPy's numbers are taken too.

    Returns:
        The same as plain int and float.

    Raises:
        BudgetError: saying which amount of which unit can't be used.
    """
    plain: dict[str, Amount] = {}
    for unit, amount in amounts.items():
        check_unit(unit)
        number = _number(unit, amount)
        if number < 0:
            raise BudgetError(f"an amount of {unit} must be 0 or more; it is {amount!r}.")
        plain[unit] = number
    return plain


def _cap(unit: str, cap: object) -> Amount:
    number = _number(unit, cap)
    if number <= 0:
        raise BudgetError(
            f"the cap on {unit} must be more than 0; it is {cap!r}. "
            "Leave it out to count the unit without a cap."
        )
    return number


def _number(unit: str, given: object) -> Amount:
    plain = given.item() if isinstance(given, np.number) else given
    if isinstance(plain, bool) or not isinstance(plain, int | float):
        raise BudgetError(f"{unit} must be a number; it is {given!r}.")
    if isinstance(plain, float) and not math.isfinite(plain):
        raise BudgetError(f"{unit} must be a finite number; it is {given!r}.")
    if abs(plain) > MAX_AMOUNT:
        raise BudgetError(f"{unit} must be at most 1e30; it is {given!r}.")
    if not UNITS[unit].whole:
        return float(plain)
    if plain != int(plain):
        raise BudgetError(f"{unit} must be a whole number; it is {given!r}.")
    return int(plain)
