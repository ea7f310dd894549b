"""What a device says of itself: seconds at work, and joules where it reports them."""

import time
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Protocol

from harness.errors import HarnessInputError

POWERCAP = Path("/sys/class/powercap")
"""Where Linux shows the energy counters of processors (RAPL), in microjoules."""


class Gauge(Protocol):
    """Counts up; what was used is the difference of two readings."""

    unit: str

    def read(self) -> float:
        """Return the count so far, in the unit's own measure; it never goes back."""
        ...


class Seconds:
    """Seconds of so many devices, by a clock that nobody can set."""

    unit = "device_seconds"

    def __init__(self, devices: int = 1) -> None:
        self._devices = devices

    def read(self) -> float:
        """Return seconds times devices."""
        return time.monotonic() * self._devices


class ProcessorEnergy:
    """Joules of the processors' packages, from counters that begin again at their range."""

    unit = "energy_joules"

    def __init__(self, zones: Sequence[Path]) -> None:
        self._zones = zones
        self._ranges = [_number(zone / "max_energy_range_uj") for zone in zones]
        self._last = [_number(zone / "energy_uj") for zone in zones]
        self._sum = 0

    def read(self) -> float:
        """Return joules since the gauge was made; to be read more often than a counter wraps."""
        now = [_number(zone / "energy_uj") for zone in self._zones]
        for place, (count, last) in enumerate(zip(now, self._last, strict=True)):
            self._sum += count - last if count >= last else count - last + self._ranges[place]
        self._last = now
        return self._sum / 1e6


class GpuEnergy:
    """Joules of NVIDIA's devices since their driver was loaded, from its own counters."""

    unit = "energy_joules"

    def __init__(self, nvml: ModuleType) -> None:
        self._nvml = nvml
        count = nvml.nvmlDeviceGetCount()
        self._devices = [nvml.nvmlDeviceGetHandleByIndex(place) for place in range(count)]
        self.read()

    def read(self) -> float:
        """Return joules, from millijoules."""
        total = self._nvml.nvmlDeviceGetTotalEnergyConsumption
        return float(sum(total(device) for device in self._devices)) / 1e3


def gauges_for(units: Iterable[str], *, powercap: Path = POWERCAP) -> tuple[Gauge, ...]:
    """Return the gauges that read these units off this machine.

    Args:
        units: those that are capped or priced; units that nothing reads are left out.
        powercap: where energy counters of processors are.

    Raises:
        HarnessInputError: joules are asked for, and no device here reports them.
    """
    wanted = set(units)
    found: list[Gauge] = []
    if "device_seconds" in wanted:
        found.append(Seconds())
    if "energy_joules" in wanted:
        found.append(_energy(powercap))
    return tuple(found)


def _energy(powercap: Path) -> Gauge:
    gpu, why_not = _gpu_energy()
    if gpu is not None:
        return gpu
    zones = [zone for zone in sorted(powercap.glob("intel-rapl:[0-9]")) if _is_readable(zone)]
    if zones:
        return ProcessorEnergy(zones)
    raise HarnessInputError(
        "energy_joules can't be counted: no device here reports its energy. Looked for NVIDIA's "
        f"devices ({why_not}) and for readable counters {powercap}/intel-rapl:*/energy_uj. Cap "
        "another unit, or run where a device reports it."
    )


def _gpu_energy() -> tuple[GpuEnergy | None, str]:
    try:
        nvml = import_module("pynvml")
    except ImportError:
        return None, "the package nvidia-ml-py is not installed"
    try:
        nvml.nvmlInit()
        return GpuEnergy(nvml), ""
    except nvml.NVMLError as error:
        return None, str(error)


def _is_readable(zone: Path) -> bool:
    try:
        _number(zone / "energy_uj")
        _number(zone / "max_energy_range_uj")
    except (OSError, ValueError):
        return False
    return True


def _number(file: Path) -> int:
    return int(file.read_text("ascii"))
