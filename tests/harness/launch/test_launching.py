"""What is refused before anything is trained, and what a node says that can't train a cell."""

import pickle
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from test_training import small

from harness.cli.compare import repeatable
from harness.config.load import load_compare, load_train
from harness.config.schema import TrainConfig
from harness.errors import ConfigError, RunError
from harness.launch import on_node
from harness.launch.job import Named, without_launch
from harness.launch.on_node import Begun, Job, work
from harness.launch.ray_cluster import Need, check_room, joined
from harness.observer import BatchDone, Event, Note, WorkPlanned
from harness.run.folder import lock, versions
from hgpo_envs.errors import MissingPackageError, UnknownNameError

WORDS = ["budget.env_steps=1e6", "algorithms=[grpo]"]


def node(address: str, **resources: float) -> dict[str, object]:
    return {
        "NodeManagerAddress": address,
        "NodeID": "0123456789",
        "Alive": True,
        "Resources": resources,
    }


def test_launcher_is_short_for_its_full_key_and_every_key_is_read() -> None:
    run = load_compare(
        [*WORDS, "launcher=ray", "run.ray=h:1", "run.cpus=2", "run.gpus=0.5", "run.memory_gb=3"]
    ).run
    assert (run.launcher, run.ray, run.cpus, run.gpus, run.memory_gb) == ("ray", "h:1", 2, 0.5, 3)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run.cpus=0", "launcher=ray"], "run.cpus is 0; expected a number above 0, or null."),
        (
            ["run.gpus=1.5", "launcher=ray"],
            "run.gpus is 1.5; above 1, Ray takes whole numbers only.",
        ),
        (
            ["run.ray=head", "launcher=ray"],
            "run.ray is 'head'; expected local, auto or HOST:PORT, such as 10.0.0.1:6379.",
        ),
        (
            ["run.cpus=2"],
            "run.cpus is 2.0, which is for cells on a Ray cluster. Add launcher=ray, or leave it "
            "out.",
        ),
        (
            ["launcher=ray", "run.env_workers=2", "run.env_ray=auto"],
            "run.env_ray is 'auto' beside launcher=ray. A cell on a cluster plays in processes of "
            "its node: leave run.env_ray out and reserve CPUs with run.cpus=N.",
        ),
    ],
)
def test_settings_that_can_not_be_are_refused(words: list[str], message: str) -> None:
    with pytest.raises(ConfigError) as refused:
        load_compare([*WORDS, *words])
    assert str(refused.value) == message


def test_a_mistyped_launcher_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'ray'"):
        load_compare([*WORDS, "launcher=rya"])


def test_a_single_training_has_nothing_to_launch() -> None:
    with pytest.raises(ConfigError) as refused:
        load_train(["budget.env_steps=1e6", "run.launcher=ray"])
    assert str(refused.value) == (
        "run.launcher is for hgpo compare, which has cells to launch; leave it out of a single "
        "training."
    )


def test_the_command_in_the_report_is_the_same_by_every_launcher() -> None:
    assert repeatable(["seeds=2", "launcher=ray", "run.ray=10.0.0.1:6379", "run.cpus=2"]) == (
        "hgpo compare seeds=2"
    )


def test_a_cell_keeps_nothing_of_its_launcher(tmp_path: Path) -> None:
    cell = small(tmp_path)
    launched = replace(cell, run=replace(cell.run, launcher="ray", ray="auto", cpus=2.0))
    assert without_launch(launched) == cell


def test_events_bear_the_name_that_the_launcher_has_for_the_cell(tmp_path: Path) -> None:
    heard: list[Event] = []
    watch = Named("trial-3", small(tmp_path), SimpleNamespace(notify=heard.append))
    batch = BatchDone(cell="hgpo/seed-0", batch=1, success=0.5, spent={})
    watch.notify(batch)
    watch.notify(Note(text="hgpo/seed-0: worker 1 was lost."))
    watch.notify(Note(text="Another sentence."))
    watch.notify(WorkPlanned(cells=["a"]))
    assert heard == [
        replace(batch, cell="trial-3"),
        Note(text="trial-3: worker 1 was lost."),
        Note(text="Another sentence."),
        WorkPlanned(cells=["a"]),
    ]


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingPackageError) as error, joined("local"):
        pass
    assert str(error.value) == (
        "launcher=ray needs the package 'ray', which is not installed. Install it with: "
        "pip install 'hgpo-bench[ray]' (in a checkout: make setup-ray)"
    )


def test_a_cluster_that_is_not_there_is_named_at_once() -> None:
    with pytest.raises(RunError) as error, joined("127.0.0.1:1"):
        pass
    assert str(error.value) == (
        "the Ray cluster run.ray=127.0.0.1:1 can't be joined: [Errno 111] Connection refused. "
        "Start it with `ray start --head` and join this machine to it with `ray start "
        "--address=HOST:PORT`, or take run.ray=local."
    )


def test_cells_that_no_node_can_hold_are_refused() -> None:
    there = [node("10.0.0.1", CPU=4.0, memory=2.0**31), node("10.0.0.2", CPU=2.0, GPU=1.0)]
    ray = SimpleNamespace(nodes=lambda: there)
    check_room(ray, Need(cpus=4, gpus=0, memory_gb=2))  # type: ignore[arg-type]
    with pytest.raises(RunError) as error:  # the CPUs of one and the GPU of the other
        check_room(ray, Need(cpus=4, gpus=1, memory_gb=0))  # type: ignore[arg-type]
    assert str(error.value) == (
        "a cell reserves 4 CPUs, 1 GPUs and 0 GB, and no node of the Ray cluster has as much "
        "(node 10.0.0.1 012345: 4 CPUs, 0 GPUs and 2 GB; node 10.0.0.2 012345: 2 CPUs, 1 GPUs and "
        "0 GB). Lower run.cpus, run.gpus or run.memory_gb, or add such a node."
    )


def packed(config: TrainConfig, marker: Path, **changes: object) -> bytes:
    job = Job(
        name="hgpo/seed-0",
        config=config,
        marker=str(marker),
        token="right",
        versions=versions(),
        environment={},
    )
    return pickle.dumps(replace(job, **changes))  # type: ignore[arg-type]


def test_a_node_with_other_versions_trains_nothing(tmp_path: Path) -> None:
    told: list[bytes] = []
    other = {**versions(), "numpy": "1.0"}
    fault = work(packed(small(tmp_path), tmp_path, versions=other), "10.0.0.2 ab", told.append)
    assert fault == (
        f"node 10.0.0.2 ab of the Ray cluster has numpy {versions()['numpy']} instead of 1.0; "
        "results could differ. Install the same versions on all nodes."
    )
    assert [pickle.loads(one) for one in told] == [Begun(cell="hgpo/seed-0", node="10.0.0.2 ab")]


@pytest.mark.parametrize("content", [None, "left by another"])
def test_a_node_that_sees_another_disk_trains_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str | None
) -> None:
    monkeypatch.setattr(on_node, "SHARED_S", 0.0)
    marker = tmp_path / ".launch"
    if content is not None:
        marker.write_text(content)
    config = small(tmp_path / "cell")
    fault = work(packed(config, marker), "10.0.0.2 ab", lambda event: None)
    assert fault == (
        f"node 10.0.0.2 ab of the Ray cluster does not see {str(tmp_path)!r} as this machine "
        "does. Put run.dir on a disk that all nodes share, under the same path."
    )
    assert not (tmp_path / "cell").exists()


def test_a_cell_that_another_worker_holds_on_to_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_node, "LOCK_S", 0.1)
    marker = tmp_path / ".launch"
    marker.write_text("right")
    folder = tmp_path / "cell"
    folder.mkdir()
    lock(folder)
    (folder / "checkpoints").mkdir()
    (folder / "config.yaml").write_text("")
    fault = work(packed(small(folder), marker), "here", lambda event: None)
    assert fault is not None
    assert fault.startswith("cell hgpo/seed-0: ")
