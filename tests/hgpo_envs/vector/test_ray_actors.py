"""Workers as Ray actors: the results of one process, whatever happens to an actor."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from own_registry import own_registries
from worlds.unruly import UNRULY

from hgpo_envs.errors import EnvInputError, MissingPackageError, WorkerError
from hgpo_envs.open_actions import fill, is_open
from hgpo_envs.vector import (
    EnvRecipe,
    GroupVectorEnv,
    Loss,
    Transport,
    WorkerLostError,
    WorkerSilentError,
)
from hgpo_envs.vector.host import Host
from hgpo_envs.vector.messages import begin_request, make_request
from hgpo_envs.vector.ray_actors import RayActors, RayTransport

ROOT = Path(__file__).resolve().parents[3]
UNRULY_RECIPE = EnvRecipe(id="Unruly-v0")
HOUSES = EnvRecipe(id="ALFWorld-v0", options={"max_steps": 8}, memory={"kind": "window", "size": 2})
SHOP = EnvRecipe(
    id="WebShopGen-v0",
    split="test",
    options={"products": 1000, "max_steps": 7, "extras": ("goal",)},
    memory={"kind": "full"},
)
DIED = "its actor is gone: its worker process has died"


@pytest.fixture(autouse=True)
def unruly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the world for one test; actors learn of it from the recipe."""
    own_registries(monkeypatch, UNRULY)


@pytest.fixture(scope="module")
def ray_actors() -> Iterator[RayActors]:
    """Return a launcher with a Ray of its own, which ends with the last test of this file."""
    with RayActors() as launch:
        yield launch


class Noted:
    """A launcher that keeps what it started."""

    def __init__(self, launch: RayActors) -> None:
        self.started: list[RayTransport] = []
        self._launch = launch

    def __call__(self, number: int) -> Transport:
        self.started.append(cast(RayTransport, self._launch(number)))
        return self.started[-1]

    def kill(self, number: int) -> None:
        """Kill an actor's process, as a machine's kernel or a neighbour may."""
        os.kill(self.started[number].pid, signal.SIGKILL)


def rollout(vector: GroupVectorEnv, tasks: Sequence[str]) -> Iterator[object]:
    """Play with each member's own random numbers; yield all that is told, step by step."""
    vector.reset(tasks)
    streams = [np.random.default_rng([7, member]) for member in range(len(vector))]
    while vector.live:
        contexts = vector.contexts()
        yield [
            (context.text, context.turns, context.extras, dict(context.hints))
            for context in contexts
        ]
        actions = []
        for member, context in zip(vector.live, contexts, strict=True):
            offered = ("dance", *(context.admissible_actions or ()))
            action = offered[streams[member].integers(len(offered))]
            actions.append(fill(action, "shoes") if is_open(action) else action)
        yield (vector.anchors(), vector.step(actions))


def some_tasks(recipe: EnvRecipe) -> Sequence[str]:
    """Return the first four tasks of a recipe's split."""
    return cast("Sequence[str]", recipe.make().unwrapped.panel.ids[:4])  # type: ignore[attr-defined]


def gone(pid: int) -> bool:
    """Wait some seconds for a process to be gone."""
    deadline = time.monotonic() + 15
    while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    return not Path(f"/proc/{pid}").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("recipe", "workers"),
    [pytest.param(HOUSES, 2, id="houses"), pytest.param(SHOP, 3, id="shop")],
)
def test_results_are_those_of_one_process(
    ray_actors: RayActors, recipe: EnvRecipe, workers: int
) -> None:
    tasks = some_tasks(recipe)
    expected = list(rollout(GroupVectorEnv(recipe, group_size=2), tasks))
    assert len(expected) > 2 * 5
    with GroupVectorEnv(recipe, group_size=2, workers=workers, launch=ray_actors) as vector:
        assert list(rollout(vector, tasks)) == expected
        assert list(rollout(vector, tasks)) == expected
        assert vector.losses == ()


@pytest.mark.slow
def test_a_killed_actor_is_replaced_and_the_rollout_is_the_undisturbed_one(
    ray_actors: RayActors,
) -> None:
    tasks = some_tasks(HOUSES)
    expected = list(rollout(GroupVectorEnv(HOUSES, group_size=2), tasks))
    launch = Noted(ray_actors)
    with GroupVectorEnv(HOUSES, group_size=2, workers=2, launch=launch) as vector:
        told = []
        for number, each in enumerate(rollout(vector, tasks)):
            told.append(each)
            if number == 5:  # both have been told of three actions
                launch.kill(1)
        assert told == expected
        # two of the four tasks, twice each, three actions each
        assert vector.losses == (Loss(worker=1, cause=DIED, episodes=4, steps=12),)


@pytest.mark.slow
def test_an_actor_that_is_killed_between_two_rollouts_is_replaced(ray_actors: RayActors) -> None:
    launch = Noted(ray_actors)
    with GroupVectorEnv(UNRULY_RECIPE, group_size=1, workers=1, launch=launch) as vector:
        vector.reset(["a"])
        pid = launch.started[0].pid
        launch.kill(0)
        assert gone(pid)
        vector.reset(["b"])
        assert vector.contexts()[0].instruction == "task b"
        assert [loss.cause for loss in vector.losses] == ["gone between two rollouts"]


@pytest.mark.slow
def test_an_environment_that_ends_its_actor_is_asked_again(
    ray_actors: RayActors, tmp_path: Path
) -> None:
    with GroupVectorEnv(UNRULY_RECIPE, group_size=1, workers=1, launch=ray_actors) as vector:
        vector.reset(["a", "b"])
        vector.step([f"once end {tmp_path / 'flag'}", "look"])
        assert [context.observation for context in vector.contexts()] == ["1 done"] * 2
        assert vector.losses == (Loss(worker=0, cause=DIED, episodes=2, steps=0),)


@pytest.mark.slow
def test_an_environment_that_hangs_once_is_asked_again(
    ray_actors: RayActors, tmp_path: Path
) -> None:
    launch = Noted(ray_actors)
    with GroupVectorEnv(
        UNRULY_RECIPE, group_size=1, workers=1, timeout_s=2.0, launch=launch
    ) as vector:
        vector.reset(["a", "b"])
        pid = launch.started[0].pid
        vector.step([f"once hang {tmp_path / 'flag'}", "look"])
        assert [context.observation for context in vector.contexts()] == ["1 done"] * 2
        assert [loss.cause for loss in vector.losses] == ["no answer within 2 s"]
        assert gone(pid)


@pytest.mark.slow
def test_an_environment_that_hangs_again_is_named(ray_actors: RayActors) -> None:
    vector = GroupVectorEnv(
        UNRULY_RECIPE, group_size=1, workers=1, timeout_s=0.7, launch=ray_actors
    )
    vector.reset(["a", "b"])
    with pytest.raises(WorkerError) as error:
        vector.step(["look", "hang"])
    assert str(error.value) == (
        "the action 'hang' of task 'b' (step 1) took more than 0.7 s, and again in a new worker "
        "that did nothing else. Raise timeout_s if it is only slow; otherwise mend the "
        "environment or leave the task out."
    )
    vector.close()


@pytest.mark.slow
def test_an_error_of_an_environment_comes_with_its_traceback(ray_actors: RayActors) -> None:
    with GroupVectorEnv(UNRULY_RECIPE, group_size=1, workers=1, launch=ray_actors) as vector:
        vector.reset(["a"])
        with pytest.raises(WorkerError) as error:
            vector.step(["fail"])
        head, *trace = str(error.value).splitlines()
        assert head == (
            "an environment failed in a worker (Ray actor 0) with ZeroDivisionError: told to fail"
        )
        assert 'raise ZeroDivisionError("told to fail")' in "".join(trace)


@pytest.mark.slow
def test_actors_end_when_they_are_let_go_and_when_nobody_has_them(ray_actors: RayActors) -> None:
    launch = Noted(ray_actors)
    closed = GroupVectorEnv(UNRULY_RECIPE, group_size=1, workers=2, launch=launch)
    closed.reset(["a", "b"])
    dropped = GroupVectorEnv(UNRULY_RECIPE, group_size=1, workers=1, launch=launch)
    dropped.reset(["a"])
    pids = [transport.pid for transport in launch.started]
    closed.close()
    del dropped
    assert all(map(gone, pids))
    assert not any(transport.alive for transport in launch.started)


@pytest.mark.slow
def test_a_transport_hands_over_long_answers_unchanged(ray_actors: RayActors) -> None:
    requests = [
        make_request(HOUSES.to_plain()),
        begin_request(
            [(slot, task, 1, ["look"]) for slot, task in enumerate(some_tasks(HOUSES) * 30)],
            prompts=True,
        ),
    ]
    host, transport = Host(), ray_actors(0)
    for request in requests:
        transport.send(request, 10)
        answer = transport.receive(60)
        assert answer == host.answer(request)
    assert len(answer) > 100_000  # more than Ray passes on without its object store
    transport.kill()


@pytest.mark.slow
def test_an_actor_is_lost_where_it_was_killed_and_silent_where_it_is_busy(
    ray_actors: RayActors,
) -> None:
    transport = ray_actors(0)
    transport.send(make_request(UNRULY_RECIPE.to_plain()), 10)
    transport.receive(60)
    transport.send(begin_request([(0, "a", None, ["hang"])], prompts=False), 10)
    for wait_s in (0.0, 0.2):
        with pytest.raises(WorkerSilentError):
            transport.receive(wait_s)
    assert transport.alive
    transport.kill()
    transport.kill()
    assert not transport.alive
    transport.send(b"", 1)
    with pytest.raises(WorkerLostError) as error:
        transport.receive(1)
    assert str(error.value) == "its actor is gone: it was killed by `ray.kill`"


@pytest.mark.slow
def test_a_ray_that_was_there_before_is_used_and_left_running(ray_actors: RayActors) -> None:
    import ray

    ray_actors(0).close()
    with RayActors(cpus=0.5) as guest:
        guest(0).close()
    assert ray.is_initialized()
    with pytest.raises(EnvInputError) as error:
        RayActors(address="auto")(0)
    assert str(error.value) == (
        "this process is connected to Ray already, and address 'auto' was given. Leave the "
        "address out to use that Ray, or call ray.shutdown() first."
    )


@pytest.mark.slow
def test_more_cpus_than_there_are_are_refused_at_once(ray_actors: RayActors) -> None:
    import ray

    ray_actors(0).close()
    there = ray.cluster_resources()["CPU"]
    launch = RayActors(cpus=there)
    with pytest.raises(EnvInputError) as error:
        GroupVectorEnv(UNRULY_RECIPE, group_size=2, workers=2, launch=launch).reset(["a"])
    assert str(error.value) == (
        f"worker 1 needs {there:g} CPUs beside those of the workers before it, and Ray has "
        f"{there:g} in all. Take fewer workers, or a smaller cpus."
    )


DRIVER = """
import hgpo_envs, signal, time
signal.alarm(200)  # never waits for ever
from hgpo_envs.vector import EnvRecipe, GroupVectorEnv
from hgpo_envs.vector.ray_actors import RayActors
from worlds.unruly import UNRULY
hgpo_envs.register(UNRULY)
launch, started = RayActors(), []
def noted(number):
    started.append(launch(number))
    return started[-1]
vector = GroupVectorEnv(EnvRecipe(id="Unruly-v0"), group_size=1, workers=1, launch=noted)
vector.reset(["a"])
vector.step(["print"])
time.sleep(3)  # what an actor prints comes within a second
launch.close()
assert not started[0].alive
vector.reset(["b"])
assert [loss.cause for loss in vector.losses] == ["gone between two rollouts"]
pid = started[1].pid
print(pid, flush=True)
vector.step(["hang"])
"""


@pytest.mark.slow
def test_actors_keep_results_clean_survive_a_new_ray_and_end_with_their_driver() -> None:
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"}
    driver = subprocess.Popen(
        [sys.executable, "-P", "-c", DRIVER], stdout=subprocess.PIPE, text=True, env=environment
    )
    assert driver.stdout is not None
    with driver:
        pid = int(driver.stdout.readline())  # "noise of an environment" would be no number
        assert Path(f"/proc/{pid}").exists()
        driver.kill()
    assert gone(pid)


CLUSTER = """
import faulthandler, sys, time
import ray
from ray.cluster_utils import Cluster
import hgpo_envs
from hgpo_envs.vector import EnvRecipe, GroupVectorEnv
from hgpo_envs.vector.ray_actors import RayActors
from worlds.unruly import UNRULY
faulthandler.dump_traceback_later(200, exit=True)  # never waits for ever
hgpo_envs.register(UNRULY)
size = {"num_cpus": 1, "object_store_memory": 10**8}
cluster = Cluster(initialize_head=True, head_node_args={"include_dashboard": False, **size})
second = cluster.add_node(**size)

def play(vector):
    vector.reset(["a", "b"])
    return [vector.step(["look", "win"]), vector.step(["look"]), vector.anchors()]

try:
    alone = play(GroupVectorEnv(EnvRecipe(id="Unruly-v0"), group_size=1))
    started = []

    def launch(number):
        started.append(actors(number))
        return started[-1]

    with RayActors(address=cluster.address) as actors:
        vector = GroupVectorEnv(EnvRecipe(id="Unruly-v0"), group_size=1, workers=2, launch=launch)
        told = [play(vector) == alone]
        cluster.remove_node(second, allow_graceful=False)
        while all(transport.alive for transport in started):
            time.sleep(0.1)
        told += [play(vector) == alone, *(loss.cause for loss in vector.losses)]
        vector.close()
        print(told, file=sys.stderr)
finally:
    cluster.shutdown()
"""


@pytest.mark.slow
def test_actors_are_spread_over_a_cluster_and_a_machine_of_it_may_be_lost() -> None:
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"}
    done = subprocess.run(
        [sys.executable, "-P", "-c", CLUSTER],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert "[True, True, 'gone between two rollouts']\n" in done.stderr, done.stderr


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingPackageError) as error:
        RayActors()
    assert str(error.value) == (
        "workers as Ray actors need the package 'ray', which is not installed. Install it with: "
        "pip install 'hgpo-bench[ray]' (in a checkout: make setup-ray)"
    )


def test_a_negative_number_of_cpus_is_refused() -> None:
    with pytest.raises(EnvInputError) as error:
        RayActors(cpus=-1)
    assert str(error.value) == "cpus is -1; expected a number of at least 0."
