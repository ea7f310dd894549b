"""What devices and prices add to charged work, by a gauge that the test moves."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import repeat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.budget import Budget
from harness.charging import charged
from harness.ledger import BudgetExceeded, Ledger
from harness.metering import Metering, Prices
from leaderboards.ledger_file import verify_ledger


class Dial:
    """A gauge that stands where it was put."""

    def __init__(self, unit: str = "device_seconds") -> None:
        self.unit = unit
        self.at = 100.0

    def read(self) -> float:
        return self.at


def ledger_of(path: Path, metering: Metering, **caps: float) -> Ledger:
    ledger = Ledger.create(path / "ledger.jsonl", Budget.from_mapping(caps))
    ledger.metering = metering
    return ledger


def play(ledger: Ledger, dial: Dial, waits: Iterable[float]) -> Iterator[int]:
    """Take a step before each wait, all in one piece of work; count them."""
    with charged(ledger, {"rollout": {"env_steps": 2}}) as charges:
        for step, wait in enumerate(waits, start=1):
            charges["rollout"].spend(env_steps=1)
            dial.at += wait
            yield step


def test_time_is_charged_to_the_purpose_that_it_was_spent_for(tmp_path: Path) -> None:
    dial = Dial()
    ledger = ledger_of(tmp_path, Metering([dial]), device_seconds=60.0)
    with charged(ledger, {"rollout": {"env_steps": 9}, "update": {"flops": 9}}) as charges:
        dial.at += 0.5  # before the first charge: of the first purpose
        charges["rollout"].spend(env_steps=4)
        dial.at += 2.0
        charges["update"].spend(flops=3)
        dial.at += 1.0
    assert ledger.spent_by_purpose() == {
        "rollout": {"env_steps": 4, "device_seconds": 2.5},
        "update": {"flops": 3, "device_seconds": 1.0},
    }
    assert ledger.left() == {"device_seconds": 56.5}
    assert verify_ledger(tmp_path / "ledger.jsonl").ok


def test_work_within_work_is_timed_once(tmp_path: Path) -> None:
    dial = Dial()
    ledger = ledger_of(tmp_path, Metering([dial]), device_seconds=60.0)
    with charged(ledger, {"rollout": {"env_steps": 9}}) as outer:
        outer["rollout"].spend(env_steps=1)
        with charged(ledger, {"rollout": {"env_steps": 9}}) as inner:
            inner["rollout"].spend(env_steps=1)
            dial.at += 3.0
    assert ledger.spent() == {"env_steps": 2, "device_seconds": 3.0}


def test_evaluation_is_timed_apart_from_the_cap(tmp_path: Path) -> None:
    dial = Dial()
    ledger = ledger_of(tmp_path, Metering([dial]), device_seconds=1.0)
    with charged(ledger, {"evaluation": {"episodes": 1}}) as charges:
        charges["evaluation"].spend(episodes=1)
        dial.at += 50.0
    assert ledger.spent_by_purpose()["evaluation"]["device_seconds"] == 50.0
    assert ledger.left() == {"device_seconds": 1.0}


def test_a_step_is_not_begun_where_less_is_left_than_the_longest_took(tmp_path: Path) -> None:
    dial = Dial()
    metering = Metering([dial])
    ledger = ledger_of(tmp_path, metering, device_seconds=10.0)
    steps: list[int] = []
    with pytest.raises(BudgetExceeded) as refused:
        steps.extend(play(ledger, dial, repeat(3.0)))
    # after 9 of 10 seconds a step of 3 has no room
    assert refused.value.unit == "device_seconds"
    assert ledger.spent() == {"env_steps": 3, "device_seconds": 9.0}
    assert metering.overrun == {}


def test_work_that_took_longer_before_is_not_begun(tmp_path: Path) -> None:
    dial = Dial()
    ledger = ledger_of(tmp_path, Metering([dial]), device_seconds=10.0)

    def batch() -> None:
        assert len(list(play(ledger, dial, [0.5] * 8))) == 8

    batch()
    dial.at += 100.0  # between two pieces of work nothing is charged
    batch()
    with pytest.raises(BudgetExceeded) as refused:
        batch()
    # 1.25 times 4 seconds: there was room for a second batch, and with 2 left for no third
    assert str(refused.value) == (
        "the budget refuses 5.0 device_seconds for rollout: 2.0 of 10.0 are left. "
        "Nothing was charged."
    )
    assert ledger.spent() == {"env_steps": 16, "device_seconds": 8.0}


def test_what_a_first_long_step_takes_beyond_the_cap_is_told(tmp_path: Path) -> None:
    dial = Dial()
    metering = Metering([dial])
    ledger = ledger_of(tmp_path, metering, device_seconds=10.0)
    with charged(ledger, {"rollout": {"env_steps": 9}}) as charges:
        charges["rollout"].spend(env_steps=1)
        dial.at += 12.5
    assert ledger.spent() == {"env_steps": 1, "device_seconds": 10.0}
    assert metering.overrun == {"device_seconds": 2.5}
    assert verify_ledger(tmp_path / "ledger.jsonl").ok


def test_money_is_the_price_of_everything(tmp_path: Path) -> None:
    dial = Dial()
    prices = Prices.of({"env_steps": 0.001, "device_seconds": 0.5}, "EUR")
    ledger = ledger_of(tmp_path, Metering([dial], prices), money=10_000_000)
    with charged(ledger, {"rollout": {"env_steps": 100}}) as charges:
        charges["rollout"].spend(env_steps=30)
        dial.at += 4.0
    # 0.03 for the steps and 2 for the seconds; seconds without a cap of their own aren't told
    assert ledger.spent() == {"env_steps": 30, "money": 2_030_000}


def test_money_that_is_not_left_is_refused_beforehand(tmp_path: Path) -> None:
    prices = Prices.of({"env_steps": 0.001})
    ledger = ledger_of(tmp_path, Metering((), prices), money=50_000)
    with pytest.raises(BudgetExceeded) as refused, charged(ledger, {"rollout": {"env_steps": 51}}):
        pass
    assert str(refused.value) == (
        "the budget refuses 51000 money for rollout: 50000 of 50000 are left. Nothing was charged."
    )
    with charged(ledger, {"rollout": {"env_steps": 50}}) as charges:
        charges["rollout"].spend(env_steps=50)
    assert ledger.left() == {"money": 0}


@settings(deadline=None, derandomize=True, max_examples=60)
@given(
    waits=st.lists(st.floats(0, 8, width=16), max_size=12),
    cap=st.floats(0.5, 40, width=16),
    paid=st.booleans(),
)
def test_no_cap_is_passed_whatever_the_clock_says(
    tmp_path_factory: pytest.TempPathFactory, waits: list[float], cap: float, paid: bool
) -> None:
    folder, dial = tmp_path_factory.mktemp("metered"), Dial()
    prices = Prices.of({"device_seconds": 1.0} if paid else {})
    caps: dict[str, float] = {"money": round(cap * 1e6)} if paid else {"device_seconds": cap}
    metering = Metering([dial], prices)
    ledger = ledger_of(folder, metering, **caps)
    with suppress(BudgetExceeded):
        for wait in waits:
            list(play(ledger, dial, [wait, wait]))
    assert all(left >= 0 for left in ledger.left().values())
    assert verify_ledger(folder / "ledger.jsonl").ok
    told = ledger.spent().get("device_seconds", 0) + metering.overrun.get("device_seconds", 0)
    if not paid:
        assert told == pytest.approx(dial.at - 100.0, abs=1e-9)
