"""From a budget and its prices to what they need read off devices."""

from harness.budget import UNITS, Budget
from harness.metering.gauges import gauges_for
from harness.metering.meters import Metering
from harness.metering.prices import Prices


def gauged_units(budget: Budget, prices: Prices) -> list[str]:
    """Return the units that devices have to tell: those with a cap, or a price under a cap.

    Example:
        >>> gauged_units(Budget(money=5_000_000), Prices.of({"device_seconds": 0.0006}))
        ['device_seconds']
    """
    caps = budget.caps()
    priced = prices.per_unit if "money" in caps else {}
    return [unit for unit in UNITS if UNITS[unit].clocked and (unit in caps or unit in priced)]


def metering_for(budget: Budget, prices: Prices) -> Metering:
    """Make what reads devices and knows prices, as far as a budget asks for it.

    Raises:
        HarnessInputError: no device here reports what is capped or priced.
    """
    return Metering(gauges_for(gauged_units(budget, prices)), prices)
