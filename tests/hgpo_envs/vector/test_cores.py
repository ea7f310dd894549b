"""Workers begin on cores of their own where there are as many of them as cores."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from hgpo_envs.vector import EnvRecipe, GroupVectorEnv, cores
from hgpo_envs.vector.cores import Seat

pytestmark = pytest.mark.skipif(
    not hasattr(os, "sched_setaffinity") or len(os.sched_getaffinity(0)) < 2,
    reason="needs two cores, and a system that can hold a process to one",
)


@pytest.fixture
def sleeper(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setattr(cores, "_seats", type(cores._seats)())
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    yield process.pid
    process.communicate()


def seats(pid: int, count: int) -> list[Seat]:
    return [Seat(pid, number) for number in range(count)]


def test_with_as_many_workers_as_cores_each_begins_on_its_own(sleeper: int) -> None:
    allowed = sorted(os.sched_getaffinity(sleeper))
    for number, seat in enumerate(seats(sleeper, len(allowed))):
        seat.hold()
        assert os.sched_getaffinity(sleeper) == {allowed[number]}
        seat.let_go()
        assert os.sched_getaffinity(sleeper) == set(allowed)


def test_with_fewer_workers_the_system_chooses(sleeper: int) -> None:
    allowed = os.sched_getaffinity(sleeper)
    kept = seats(sleeper, len(allowed))
    kept[-1].leave()
    kept[0].hold()
    assert os.sched_getaffinity(sleeper) == allowed


def test_a_worker_that_is_gone_is_no_error_here(sleeper: int) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    kept = [*seats(sleeper, len(os.sched_getaffinity(sleeper))), Seat(gone.pid, 0)]
    kept[-1].hold()
    kept[-1].let_go()


def test_after_a_step_workers_may_run_on_every_core_again() -> None:
    allowed = os.sched_getaffinity(0)
    recipe = EnvRecipe(id="alfworld", memory={"kind": "window", "size": 4})
    tasks = recipe.make().unwrapped.panel.ids[:2]
    with GroupVectorEnv(recipe, group_size=2, workers=2) as vector:
        vector.reset(tasks)
        vector.step(["look"] * 4)
        workers = [worker._transport for worker in vector._fleet._crew]
        assert [os.sched_getaffinity(one.pid) for one in workers] == [allowed, allowed]
