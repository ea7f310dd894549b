"""What is read off devices, where they report it."""

from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from harness.errors import HarnessInputError
from harness.metering import gauges
from harness.metering.gauges import GpuEnergy, ProcessorEnergy, Seconds, gauges_for


def zone(folder: Path, name: str, energy: int, largest: int = 1_000_000) -> Path:
    made = folder / name
    made.mkdir()
    (made / "energy_uj").write_text(f"{energy}\n")
    (made / "max_energy_range_uj").write_text(f"{largest}\n")
    return made


def test_seconds_are_those_of_every_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gauges.time, "monotonic", lambda: 2.5)
    assert Seconds().read() == 2.5
    assert Seconds(devices=4).read() == 10.0


def test_energy_of_processors_adds_up_over_a_counter_that_begins_again(tmp_path: Path) -> None:
    one, two = zone(tmp_path, "intel-rapl:0", 900_000), zone(tmp_path, "intel-rapl:1", 0)
    gauge = ProcessorEnergy([one, two])
    (two / "energy_uj").write_text("250000")
    assert gauge.read() == 0.25
    (one / "energy_uj").write_text("100000")  # 100 000 to the end of the range, 100 000 more
    assert gauge.read() == pytest.approx(0.45, abs=1e-12)


def test_energy_of_gpus_comes_in_millijoules() -> None:
    counts = {"a": 1500, "b": 500}
    nvml = SimpleNamespace(
        nvmlDeviceGetCount=lambda: 2,
        nvmlDeviceGetHandleByIndex=lambda place: "ab"[place],
        nvmlDeviceGetTotalEnergyConsumption=counts.__getitem__,
    )
    gauge = GpuEnergy(nvml)  # type: ignore[arg-type]
    assert gauge.read() == 2.0
    counts["a"] += 250
    assert gauge.read() == 2.25


def test_units_choose_their_gauges(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gauges, "_gpu_energy", lambda: (None, "none here"))
    package = zone(tmp_path, "intel-rapl:0", 5)
    zone(tmp_path, "intel-rapl:0:0", 5)  # a part of the first, not counted twice
    found = gauges_for(["flops", "energy_joules", "device_seconds"], powercap=tmp_path)
    assert [type(gauge) for gauge in found] == [Seconds, ProcessorEnergy]
    assert gauges_for(["flops"], powercap=tmp_path) == ()
    (package / "energy_uj").write_text("1000005")
    assert found[1].read() == 1.0


def test_joules_that_no_device_reports_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> ModuleType:
        raise ImportError(name)

    monkeypatch.setattr(gauges, "import_module", missing)
    with pytest.raises(HarnessInputError) as error:
        gauges_for(["energy_joules"], powercap=tmp_path)
    assert str(error.value) == (
        "energy_joules can't be counted: no device here reports its energy. Looked for NVIDIA's "
        "devices (the package nvidia-ml-py is not installed) and for readable counters "
        f"{tmp_path}/intel-rapl:*/energy_uj. Cap another unit, or run where a device reports it."
    )
