"""Workers as processes: the same results however many there are, and whatever happens to them."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from own_registry import own_registries
from worlds.unruly import UNRULY

from hgpo_envs.errors import EnvInputError, UnknownNameError, WorkerError
from hgpo_envs.vector import EnvRecipe, GroupVectorEnv, WorkerLostError, WorkerSilentError
from hgpo_envs.vector.messages import begin_request, make_request, read_moments, read_ready
from hgpo_envs.vector.process import ProcessTransport

ROOT = Path(__file__).resolve().parents[3]
RECIPE = EnvRecipe(id="Unruly-v0")


@pytest.fixture(autouse=True)
def unruly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the world for one test; workers learn of it from the recipe."""
    own_registries(monkeypatch, UNRULY)


def started(recipe: EnvRecipe = RECIPE) -> ProcessTransport:
    """Return a worker that is ready."""
    transport = ProcessTransport(0)
    transport.send(make_request(recipe.to_plain()), 10)
    assert read_ready(transport.receive(60)) == ()
    return transport


def exchange(transport: ProcessTransport) -> bytes:
    """Send something long; return the answer."""
    transport.send(b"x" * 10_000_000, 5)
    return transport.receive(5)


def play(vector: GroupVectorEnv, tasks: list[str], actions: list[str]) -> None:
    """Start a rollout and take a step."""
    vector.reset(tasks)
    vector.step(actions)


def runs(pid: int) -> bool:
    """Tell whether a process is there and no zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def ends(pid: int) -> bool:
    """Wait some seconds for a process to be gone."""
    deadline = time.monotonic() + 10
    while runs(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not runs(pid)


def test_a_worker_answers_and_ends_when_it_is_let_go() -> None:
    transport = started()
    assert transport.alive
    assert transport.name == f"process {transport.pid}"
    transport.send(begin_request([(3, "a", None, ["look"])], prompts=True), 5)
    first, second = read_moments(transport.receive(5))
    assert (first.observation, second.observation) == (b"0 done", b"1 done")
    assert first.prompt == b""
    assert b"1 done" in second.prompt
    transport.close()
    assert not transport.alive
    transport.kill()
    assert not runs(transport.pid)


@pytest.mark.parametrize(
    ("number", "said"),
    [(signal.SIGKILL, "killed by SIGKILL"), (signal.SIGTERM, "killed by SIGTERM")],
)
def test_a_killed_worker_is_found_out(number: signal.Signals, said: str) -> None:
    transport = started()
    os.kill(transport.pid, number)
    with pytest.raises(WorkerLostError) as error:
        exchange(transport)
    assert str(error.value) == said
    assert not transport.alive
    transport.close()


def test_a_stopped_worker_is_silent_and_can_be_killed() -> None:
    transport = started()
    os.kill(transport.pid, signal.SIGSTOP)
    with pytest.raises(WorkerSilentError):
        transport.send(b"x" * 10_000_000, 0.1)
    with pytest.raises(WorkerSilentError):
        transport.receive(0.1)
    transport.kill()
    assert not runs(transport.pid)


PARENT = """
import sys, time
from hgpo_envs.vector.messages import begin_request, make_request
from hgpo_envs.vector.process import ProcessTransport
from hgpo_envs.vector import EnvRecipe
import hgpo_envs
from worlds.unruly import UNRULY
hgpo_envs.register(UNRULY)
idle, busy = ProcessTransport(0), ProcessTransport(1)
busy.send(make_request(EnvRecipe(id="Unruly-v0").to_plain()), 10)
busy.receive(60)
busy.send(begin_request([(0, "a", None, ["hang"])], prompts=False), 10)
print(idle.pid, busy.pid, flush=True)
time.sleep(3600)
"""


def test_workers_end_with_who_started_them_even_in_the_middle_of_a_step() -> None:
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"}
    parent = subprocess.Popen(
        [sys.executable, "-P", "-c", PARENT], stdout=subprocess.PIPE, text=True, env=environment
    )
    assert parent.stdout is not None
    with parent:
        pids = [int(word) for word in parent.stdout.readline().split()]
        assert len(pids) == 2
        assert all(map(runs, pids))
        parent.kill()
    assert all(map(ends, pids))


def test_what_an_environment_prints_does_not_mix_with_results(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with GroupVectorEnv(RECIPE, group_size=1, workers=1) as vector:
        vector.reset(["a"])
        vector.step(["print"])
    out, err = capfd.readouterr()
    assert out == ""
    assert err == "noise of an environment\n"


def test_a_worker_that_ends_once_costs_nothing_but_time(tmp_path: Path) -> None:
    with GroupVectorEnv(RECIPE, group_size=2, workers=2) as vector:
        vector.reset(["a", "b", "c"])
        vector.step(["look"] * 6)
        outcomes = vector.step(["look", f"once end {tmp_path / 'flag'}", *["look"] * 4])
        assert [outcome.member for outcome in outcomes] == [0, 1, 2, 3, 4, 5]
        assert [context.observation for context in vector.contexts()] == ["2 done"] * 6
        (loss,) = vector.losses
        assert (loss.worker, loss.cause, loss.episodes, loss.steps) == (
            0,
            "ended with exit status 3",
            4,
            4,
        )


def test_an_environment_that_hangs_once_is_asked_again(tmp_path: Path) -> None:
    with GroupVectorEnv(RECIPE, group_size=1, workers=1, timeout_s=2.0) as vector:
        vector.reset(["a", "b"])
        vector.step(["look", "look"])
        vector.step([f"once hang {tmp_path / 'flag'}", "look"])
        assert [context.observation for context in vector.contexts()] == ["2 done"] * 2
        assert [loss.cause for loss in vector.losses] == ["no answer within 2 s"]


@pytest.mark.parametrize(
    ("tasks", "actions", "what"),
    [
        (["a", "b"], ["look", "hang"], "the action 'hang' of task 'b' (step 1)"),
        (["a", "hanging"], [], "the start of task 'hanging'"),
    ],
)
def test_an_environment_that_hangs_again_is_named(
    tasks: list[str], actions: list[str], what: str
) -> None:
    vector = GroupVectorEnv(RECIPE, group_size=1, workers=1, timeout_s=0.7)
    with pytest.raises(WorkerError) as error:
        play(vector, tasks, actions)
    assert str(error.value) == (
        f"{what} took more than 0.7 s, and again in a new worker that did nothing else. Raise "
        "timeout_s if it is only slow; otherwise mend the environment or leave the task out."
    )
    vector.reset(["a", "c"])
    assert len(vector.step(["look", "look"])) == 2
    vector.close()


def test_an_environment_that_ends_every_worker_is_named() -> None:
    vector = GroupVectorEnv(RECIPE, group_size=1, workers=1)
    with pytest.raises(WorkerError) as error:
        vector.reset(["a", "ending"])
    assert str(error.value) == (
        "worker 0 was lost 5 times in a row, the last time in the start of task 'ending': ended "
        "with exit status 4. Find out what ends it, for example by playing that task without "
        "workers; is there enough memory?"
    )
    # lost with both tasks, and again; then, one by one, the first gets done and the other never
    assert len(vector.losses) == 2 + 5


def test_an_error_of_an_environment_comes_with_its_traceback() -> None:
    vector = GroupVectorEnv(RECIPE, group_size=1, workers=1)
    vector.reset(["a"])
    with pytest.raises(WorkerError) as error:
        vector.step(["fail"])
    head, *trace = str(error.value).splitlines()
    assert head.startswith("an environment failed in a worker (process ")
    assert head.endswith(") with ZeroDivisionError: told to fail")
    assert 'raise ZeroDivisionError("told to fail")' in "".join(trace)
    vector.reset(["b"])
    assert vector.contexts()[0].instruction == "task b"
    vector.close()


def test_an_environment_that_does_not_follow_from_its_actions_is_found_out(tmp_path: Path) -> None:
    vector = GroupVectorEnv(RECIPE, group_size=1, workers=1)
    vector.reset(["a"])
    vector.step(["look"])
    vector.step(["process"])
    vector.step(["look"])
    with pytest.raises(WorkerError) as error:
        vector.step([f"once end {tmp_path / 'flag'}"])
    assert str(error.value) == (
        "task 'a', played again because its worker was lost, went another way than before after "
        "its action 'process' (step 2). An episode has to follow from its task, its seed and its "
        "actions alone: mend the environment."
    )


def test_what_is_not_plain_is_refused_with_its_place() -> None:
    vector = GroupVectorEnv(RECIPE, group_size=1, workers=1)
    vector.reset(["a"])
    with pytest.raises(EnvInputError, match=r"^what the environment tells\['info'\]\['thing'\]"):
        vector.step(["object"])
    with pytest.raises(EnvInputError, match=r"^the recipe\['recipe'\]\['options'\]\['x'\] is of"):
        GroupVectorEnv(EnvRecipe(id="Unruly-v0", options={"x": object()}), group_size=1, workers=1)


def test_workers_need_a_recipe() -> None:
    with pytest.raises(EnvInputError) as error:
        GroupVectorEnv(lambda: RECIPE.make(), group_size=1, workers=2)
    assert str(error.value) == (
        "workers make their environments from plain data, and a function was given. Give an "
        "EnvRecipe, or play in this process: workers=0."
    )


def test_a_wrong_recipe_is_told_at_the_first_rollout() -> None:
    vector = GroupVectorEnv(EnvRecipe(id="Unruly-v0", split="other"), group_size=1, workers=2)
    with pytest.raises(UnknownNameError) as error:
        vector.reset(["a"])
    assert str(error.value) == "unknown split of Unruly-v0 'other'. Known: only."


@pytest.mark.parametrize(
    ("name", "value"), [("workers", -1), ("workers", True), ("timeout_s", 0), ("timeout_s", -1.0)]
)
def test_numbers_out_of_range_are_refused(name: str, value: object) -> None:
    with pytest.raises(EnvInputError, match=f"^{name} is {value!r}; expected "):
        GroupVectorEnv(RECIPE, group_size=1, **{name: value})  # type: ignore[arg-type]


def test_no_more_workers_are_started_than_there_are_members() -> None:
    launched = []

    def launch(number: int) -> ProcessTransport:
        launched.append(ProcessTransport(number))
        return launched[-1]

    with GroupVectorEnv(RECIPE, group_size=1, workers=5, launch=launch) as vector:
        vector.reset(["a", "b"])
        assert len(launched) == 2
        vector.reset(["a", "b", "c"])
        assert len(launched) == 3
    assert not any(transport.alive for transport in launched)


def test_workers_end_when_nobody_has_the_vector_any_more() -> None:
    launched = []

    def launch(number: int) -> ProcessTransport:
        launched.append(ProcessTransport(number))
        return launched[-1]

    vector = GroupVectorEnv(RECIPE, group_size=1, workers=1, launch=launch)
    vector.reset(["a"])
    del vector
    assert not launched[0].alive
