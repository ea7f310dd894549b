"""What devices and prices add to a charge: seconds, joules, money."""

from harness.metering.gauges import Gauge, gauges_for
from harness.metering.making import metering_for
from harness.metering.meters import Metering
from harness.metering.prices import Prices

__all__ = ["Gauge", "Metering", "Prices", "gauges_for", "metering_for"]
