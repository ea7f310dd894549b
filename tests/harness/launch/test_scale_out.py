"""A comparison on a Ray cluster of two nodes: the bytes of one process, whatever is killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from test_compare import Recorder, comparison

from harness.config.schema import CompareConfig
from harness.observer import BatchDone, EvaluationProgress, Event, Note
from harness.run_comparison import compare

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
CLUSTER = """
import os, sys
from ray.cluster_utils import Cluster
told = os.dup(1)
os.dup2(2, 1)
size = {"num_cpus": 1, "object_store_memory": 10**8}
cluster = Cluster(initialize_head=True, head_node_args={"include_dashboard": False, **size})
try:
    second = cluster.add_node(**size)
    os.write(told, f"{cluster.address}\\n".encode())
    for line in sys.stdin:
        if line == "kill\\n":
            cluster.remove_node(second, allow_graceful=False)
finally:
    cluster.shutdown()
"""
DRIVER = """
import sys
from dataclasses import replace
from pathlib import Path
import test_scale_out as t
from harness.interrupt import Interrupted, termination_as_interrupt
from harness.run_comparison import compare
with termination_as_interrupt():
    try:
        compare(t.on_ray(Path(sys.argv[1]), sys.argv[2]), observer=t.AtWork())
    except Interrupted as stopped:
        print(stopped)
"""


class TwoNodes:
    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.address = address
        self._process = process

    def kill_second(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("kill\n")
        self._process.stdin.flush()


@pytest.fixture(scope="module")
def nodes() -> Iterator[TwoNodes]:
    """A cluster of two nodes on this machine, each with one CPU."""
    process = subprocess.Popen(
        [sys.executable, "-c", CLUSTER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "RAY_USAGE_STATS_ENABLED": "0"},
    )
    with process:
        assert process.stdout is not None
        yield TwoNodes(process, process.stdout.readline().strip())
        assert process.stdin is not None
        process.stdin.close()
        process.wait(60)


def cells(folder: Path) -> CompareConfig:
    config = comparison(folder)
    return replace(config, seeds=1, budget=replace(config.budget, env_steps=2_400))


def on_ray(folder: Path, address: str) -> CompareConfig:
    config = cells(folder)
    return replace(config, workers=2, run=replace(config.run, launcher="ray", ray=address))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[Event]]:
    """An undisturbed comparison, made in this process, and what was told of it."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    watch = Recorder()
    compare(cells(folder), observer=watch)
    return (folder / "comparison.json").read_bytes(), watch.events


def of_cell(events: list[Event], cell: str) -> list[Event]:
    return [event for event in events if getattr(event, "cell", None) == cell]


def drive(folder: Path, address: str) -> subprocess.Popen[str]:
    """Start a comparison on the cluster and wait until a cell is at work."""
    driver = subprocess.Popen(
        [sys.executable, "-c", DRIVER, str(folder), address],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT, HERE.parent, HERE)))},
    )
    assert driver.stdout is not None
    assert driver.stdout.readline() == "at work\n"
    return driver


class AtWork:
    """Says when the first batch is done."""

    told = False

    def notify(self, event: Event) -> None:
        if isinstance(event, BatchDone) and not self.told:
            self.told = True
            print("at work", flush=True)


@pytest.mark.slow
def test_a_killed_driver_leaves_no_cell_at_work_and_a_stopped_one_says_what_is_kept(
    nodes: TwoNodes, whole: tuple[bytes, list[Event]], tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    killed = drive(folder, nodes.address)
    killed.kill()
    killed.communicate(timeout=30)
    stopped = drive(folder, nodes.address)
    stopped.send_signal(signal.SIGTERM)
    said, _ = stopped.communicate(timeout=60)
    assert "of 2 cells finished, the others up to their last checkpoints" in said
    assert not list(folder.glob("cells/.launch"))
    compare(replace(cells(folder), workers=2))  # no cell is held, and another launcher goes on
    assert (folder / "comparison.json").read_bytes() == whole[0]


@pytest.mark.slow
def test_a_node_that_is_killed_changes_no_byte_and_is_told_of(
    nodes: TwoNodes, whole: tuple[bytes, list[Event]], tmp_path: Path
) -> None:
    class KillTheSecondNode(Recorder):
        def notify(self, event: Event) -> None:
            super().notify(event)
            at_work = {seen.cell for seen in self.events if isinstance(seen, BatchDone)}
            if isinstance(event, BatchDone) and len(at_work) == 2 and not self.killed:
                self.killed = True
                nodes.kill_second()

        killed = False

    folder = tmp_path / "run"
    watch = KillTheSecondNode()
    compare(on_ray(folder, nodes.address), observer=watch)
    assert watch.killed
    [note] = [event.text for event in watch.events if isinstance(event, Note)]
    assert "died (" in note
    assert "goes on from its last checkpoint, where there is room." in note
    assert (folder / "comparison.json").read_bytes() == whole[0]
    undisturbed = [f"{name}/seed-0" for name in ("grpo", "ppo") if f"{name}/seed-0" not in note]
    [cell] = undisturbed
    assert without_progress(of_cell(watch.events, cell)) == without_progress(
        of_cell(whole[1], cell)
    )


def without_progress(events: list[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, EvaluationProgress)]
