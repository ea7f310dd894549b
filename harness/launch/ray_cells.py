"""Cells as tasks of a Ray cluster (the extra ``ray``), and one view of their progress.

Ray's own retries are off: who launches knows what a lost cell did last, tells of it and counts.
"""

import os
import pickle
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from harness.config.schema import RunDirConfig, TrainConfig
from harness.errors import RunError
from harness.launch.job import GRACE_S, RETRIES, Cells, bug, lost_too_often
from harness.launch.on_node import Begun, Job
from harness.launch.ray_cluster import Need, check_room, joined
from harness.observer import Note, Observer
from harness.run.folder import versions

if TYPE_CHECKING:
    from ray import ObjectRef
    from ray.util.queue import Queue

#: Seconds between two looks at what cells tell.
POLL_S = 0.2
#: Seconds without any cell at work after which that is told.
PATIENCE_S = 30.0
#: Seconds that a cell which was ended by force has to be gone.
FORCE_S = 5.0
MARKER = ".launch"
DATA_VARIABLES = ("ALFWORLD_", "WEBSHOP_", "HGPO_")


def run_on_ray(cells: Cells, *, run: RunDirConfig, workers: int | None, observer: Observer) -> None:
    """Train cells on a cluster, as `harness.cells.run_cells` says.

    Raises:
        MissingPackageError: Ray is not installed.
        RunError: the cluster can't be used, or a cell failed.
    """
    need = Need.of(run)
    with joined(run.ray) as ray:
        check_room(ray, need)
        with _marked(cells) as token:
            tasks = _Tasks(ray, cells, need, token, observer)
            try:
                tasks.run(workers or len(cells))
            finally:
                tasks.stop()


@contextmanager
def _marked(cells: Cells) -> Iterator[str]:
    """Write what tells a node that it sees the same disk."""
    token = uuid.uuid4().hex
    markers = {_marker(cell) for cell in cells.values()}
    for marker in markers:
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.write_text(token, "utf-8")
    try:
        yield token
    finally:
        for marker in markers:
            marker.unlink(missing_ok=True)


def _marker(cell: TrainConfig) -> Path:
    return Path(str(cell.run.dir)).absolute().parent / MARKER


class _Tasks:
    """The cells that run, and those that wait."""

    def __init__(
        self, ray: ModuleType, cells: Cells, need: Need, token: str, observer: Observer
    ) -> None:
        from ray.util.queue import Queue

        self._ray = ray
        self._cells = cells
        self._need = need
        self._token = token
        self._observer = observer
        self._waiting = list(cells)
        self._lost = dict.fromkeys(cells, 0)
        self._running: dict[ObjectRef, str] = {}
        self._nodes: dict[str, str] = {}
        self._heard = time.monotonic()
        self._task = _task(ray, need)
        self._queue: Queue = Queue(actor_options=_at_home(ray))

    def run(self, workers: int) -> None:
        while self._waiting or self._running:
            while self._waiting and len(self._running) < workers:
                self._submit(self._waiting.pop(0))
            ended, _ = self._ray.wait(list(self._running), timeout=POLL_S)
            self._listen()
            for ref in ended:
                self._end(ref)
            self._look_for_room()

    def stop(self) -> None:
        """Let each cell stop at its last checkpoint; end by force what does not."""
        try:
            self._cancel(force=False, patience_s=GRACE_S)
            self._cancel(force=True, patience_s=FORCE_S)
        finally:
            self._queue.shutdown(force=True)

    def _cancel(self, *, force: bool, patience_s: float) -> None:
        left = list(self._running)
        if not left:
            return
        for ref in left:
            self._ray.cancel(ref, force=force)
        ended, _ = self._ray.wait(left, num_returns=len(left), timeout=patience_s)
        for ref in ended:
            del self._running[ref]

    def _submit(self, name: str) -> None:
        config = self._cells[name]
        job = Job(
            name=name,
            config=config,
            marker=str(_marker(config)),
            token=self._token,
            versions=versions(),
            environment={
                key: value for key, value in os.environ.items() if key.startswith(DATA_VARIABLES)
            },
        )
        paths = [path or os.getcwd() for path in sys.path]
        ref = self._task(paths, os.getcwd(), pickle.dumps(job), self._queue)
        self._running[ref] = name

    def _listen(self) -> None:
        waiting = self._queue.qsize()
        for packed in self._queue.get_nowait_batch(waiting) if waiting else ():
            event = pickle.loads(packed)  # from our own cells, over Ray
            self._heard = time.monotonic()
            if isinstance(event, Begun):
                self._nodes[event.cell] = event.node
            else:
                self._observer.notify(event)

    def _end(self, ref: "ObjectRef") -> None:
        name = self._running.pop(ref)
        node = self._nodes.pop(name, None)
        try:
            fault = self._ray.get(ref, timeout=GRACE_S)
        except self._ray.exceptions.RayTaskError as error:
            sys.stderr.write(f"{error}\n")
            raise bug(name) from None
        except self._ray.exceptions.RayError as error:
            self._again(name, node, error)
            return
        if fault is not None:
            raise RunError(fault)

    def _again(self, name: str, node: str | None, error: Exception) -> None:
        self._lost[name] += 1
        where = "" if node is None else f" on node {node}"
        cause = type(error).__name__
        if self._lost[name] > RETRIES:
            raise lost_too_often(name, self._lost[name], f"{cause}{where}")
        text = f"The worker of {name}{where} died ({cause}); the cell goes on from its last "
        self._observer.notify(Note(text=f"{text}checkpoint, where there is room."))
        self._waiting.insert(0, name)

    def _look_for_room(self) -> None:
        """Say that cells wait, and stop where they would wait for ever."""
        if self._nodes or time.monotonic() - self._heard < PATIENCE_S:
            return
        self._heard = time.monotonic()
        check_room(self._ray, self._need)
        if self._running:
            self._observer.notify(
                Note(
                    text=f"{len(self._running)} cells wait for room on the Ray cluster; each "
                    f"reserves {self._need}. `ray status` shows who has it."
                )
            )


def _at_home(ray: ModuleType) -> dict[str, object]:
    """Return options of an actor that is to be where this process is."""
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    node = ray.get_runtime_context().get_node_id()
    return {
        "num_cpus": 0,
        "scheduling_strategy": NodeAffinitySchedulingStrategy(node, soft=False),
    }


def _task(ray: ModuleType, need: Need) -> "Callable[..., ObjectRef]":
    """Return the task that trains a cell, in a process of its own."""

    # Within a function, so that it travels as code: it has to run where the package is missing.
    def cell(paths: list[str], folder: str, job: bytes, queue: "Queue") -> str | None:
        import os
        import sys

        import ray

        node = f"{ray.util.get_node_ip_address()} {ray.get_runtime_context().get_node_id()[:6]}"
        sys.path[:] = dict.fromkeys((*paths, *sys.path))
        try:
            os.chdir(folder)
            from harness.launch.on_node import work
        except (OSError, ImportError) as error:
            return (
                f"node {node} of the Ray cluster can't begin: {error}. Install the same "
                "hgpo-bench[train,ray] on all nodes, and start where all see the same folder."
            )
        return work(job, node, queue.put)

    options = {
        "num_cpus": need.cpus,
        "num_gpus": need.gpus,
        "memory": int(need.memory_gb * 2**30),
        "max_retries": 0,
        "max_calls": 1,
        "scheduling_strategy": "SPREAD",
    }
    options = {key: value for key, value in options.items() if value or key == "max_retries"}
    task: Callable[..., ObjectRef] = ray.remote(**options)(cell).remote
    return task
