"""What `make perf-harness` measures with: a clock that follows a program from room to room."""

import sys
import time
from types import ModuleType

import pytest

from benchmarks.harness import rooms as clock
from benchmarks.harness.page import ROOMS
from benchmarks.harness.rooms import REST, watched
from benchmarks.harness.work import DOORS, train_watched


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    told = [0.0]
    monkeypatch.setattr(clock.time, "perf_counter", lambda: told[0])
    return told


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch, now: list[float]) -> ModuleType:
    module = ModuleType("a_house")

    class Cook:
        def work(self, seconds: float) -> str:
            now[0] += seconds
            module.dine(2.0)
            return "done"

    def dine(seconds: float) -> None:
        now[0] += seconds
        if seconds > 10:
            raise ValueError("too long")

    module.Cook, module.dine = Cook, dine
    monkeypatch.setitem(sys.modules, "a_house", module)
    return module


DOORS_OF_HOUSE = {"kitchen": ["a_house:Cook.work"], "hall": ["a_house:dine"]}


def test_time_counts_for_the_innermost_room(house: ModuleType, now: list[float]) -> None:
    with watched(DOORS_OF_HOUSE) as rooms:
        now[0] += 0.5
        assert house.Cook().work(3.0) == "done"
        now[0] += 0.25
        house.dine(1.0)
    # dine within work counts for the hall: 2 + 1
    assert rooms.seconds == {REST: 0.75, "kitchen": 3.0, "hall": 3.0}


def test_a_room_that_an_error_leaves_is_left(house: ModuleType, now: list[float]) -> None:
    with watched(DOORS_OF_HOUSE) as rooms:
        with pytest.raises(ValueError, match=r"^too long$"):
            house.dine(11.0)
        now[0] += 1.0
    assert rooms.seconds == {REST: 1.0, "hall": 11.0}


def test_what_was_watched_is_as_it_was_afterwards(house: ModuleType) -> None:
    before = house.Cook.work, house.dine
    with watched(DOORS_OF_HOUSE):
        assert (house.Cook.work, house.dine) != before
    assert (house.Cook.work, house.dine) == before


def test_a_door_that_is_not_there_is_an_error(house: ModuleType) -> None:
    with pytest.raises(AttributeError, match="door"), watched({"hall": ["a_house:door"]}):
        pass


@pytest.mark.slow
def test_a_training_is_followed_through_every_room() -> None:
    began = time.perf_counter()
    words = ["env.split=gen_train", "env.max_steps=8", "warm_start.episodes=4"]
    words += ["trainer.tasks=2", "trainer.group_size=2", "evaluation.tasks=3"]
    told = train_watched({"words": [*words, "budget.env_steps=400", "algorithm=ppo"]})
    seconds = told["seconds"]
    assert isinstance(seconds, dict)
    assert set(seconds) == set(ROOMS) == {*DOORS, REST}
    assert all(spent > 0 for spent in seconds.values())
    assert sum(seconds.values()) < time.perf_counter() - began
