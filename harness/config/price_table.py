"""What units cost, as configured, and what of a budget and its prices belongs together."""

from dataclasses import asdict, dataclass

from harness.budget import UNITS, Budget
from harness.errors import ConfigError
from harness.metering.prices import Prices


@dataclass(frozen=True, slots=True, kw_only=True)
class PricesConfig:
    """What one of each unit costs; null costs nothing.

    Attributes:
        currency: its name, for reports, such as USD.
        env_steps: in the currency's unit, and so for the rest.
        episodes: likewise.
        generated_tokens: likewise.
        prompt_tokens: likewise.
        trained_tokens: likewise.
        gradient_steps: likewise.
        flops: likewise.
        device_seconds: likewise.
        energy_joules: likewise.
    """

    currency: str | None = None
    env_steps: float | None = None
    episodes: float | None = None
    generated_tokens: float | None = None
    prompt_tokens: float | None = None
    trained_tokens: float | None = None
    gradient_steps: float | None = None
    flops: float | None = None
    device_seconds: float | None = None
    energy_joules: float | None = None

    def table(self) -> Prices:
        """Return the prices, exactly as their digits say."""
        given = {unit: price for unit, price in asdict(self).items() if unit != "currency"}
        named = {unit: price for unit, price in given.items() if price is not None}
        return Prices.of(named, self.currency or "")


def check_prices(budget: Budget, config: PricesConfig) -> None:
    """Check that money can be counted where it is capped, and that no price is idle.

    Raises:
        ConfigError: a cap on money without a price, or the price of a device's unit that nothing
            asks to be read.
        HarnessInputError: a negative price.
    """
    prices, caps = config.table(), budget.caps()
    if "money" in caps and not prices.per_unit:
        raise ConfigError(
            "budget.money is capped, and nothing has a price. Give some: "
            "prices.device_seconds=0.0006 prices.generated_tokens=2e-6 prices.currency=USD."
        )
    for unit in prices.per_unit:
        if UNITS[unit].clocked and not {unit, "money"} & set(caps):
            raise ConfigError(
                f"prices.{unit} has no use: {unit} is read off the device only under a cap. Cap "
                f"budget.{unit} or budget.money, or leave the price out."
            )


def check_charged(budget: Budget, charged: frozenset[str], learner: str) -> None:
    """Refuse a cap on what nothing will ever be charged for: the run would not end by it.

    Args:
        budget: the caps.
        charged: the units that the learner's work is charged in.
        learner: who learns, for the message.

    Raises:
        ConfigError: naming the first such cap.
    """
    for unit in budget.caps():
        if unit not in charged:
            known = ", ".join(name for name in UNITS if name in charged)
            raise ConfigError(
                f"budget.{unit} would never be reached: {learner} is charged no {unit} "
                f"({UNITS[unit].meaning}). Cap one of: {known}."
            )
