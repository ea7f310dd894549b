"""What is done on a node of a cluster for one cell; who carries the words is not known here."""

import os
import pickle
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from harness.config.schema import TrainConfig
from harness.launch.job import outcome
from harness.observer import Event
from harness.run.folder import is_at_work, versions

#: Seconds that a shared disk has to show a node what another one wrote.
SHARED_S = 10.0
#: Seconds that the cell's last worker, on a node that was lost, has to be gone.
LOCK_S = 60.0
TELL_EVERY_S = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A cell for another machine.

    Attributes:
        name: the cell's.
        config: what it trains.
        marker: a file that the launcher wrote beside the cell's folder.
        token: what is in it.
        versions: of what a result can depend on, where the launcher runs.
        environment: variables that say where data lies.
    """

    name: str
    config: TrainConfig
    marker: str
    token: str
    versions: Mapping[str, str]
    environment: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """A cell has its place.

    Attributes:
        cell: its name.
        node: the machine's address and the beginning of its id.
    """

    cell: str
    node: str


class _Teller:
    def __init__(self, tell: Callable[[bytes], None]) -> None:
        self._tell = tell

    def notify(self, event: Event) -> None:
        self._tell(pickle.dumps(event))


def work(packed: bytes, node: str, tell: Callable[[bytes], None]) -> str | None:
    """Train a cell.

    Args:
        packed: a pickled `Job`.
        node: what the machine is called.
        tell: takes pickled events.

    Returns:
        Why it can't be trained; None when it is finished.
    """
    job = cast(Job, pickle.loads(packed))  # from our own launcher, over Ray
    tell(pickle.dumps(Begun(cell=job.name, node=node)))
    os.environ.update(job.environment)
    fault = _other_versions(job, node) or _not_shared(job, node)
    if fault is not None:
        return fault
    _wait_for_the_last(Path(str(job.config.run.dir)))
    failure = outcome(job.name, job.config, _Teller(tell))
    return None if failure is None else failure.message


def _other_versions(job: Job, node: str) -> str | None:
    here = versions()
    other = [
        f"{name} {here.get(name)} instead of {version}"
        for name, version in job.versions.items()
        if here.get(name) != version
    ]
    if not other:
        return None
    return (
        f"node {node} of the Ray cluster has {', '.join(other)}; results could differ. "
        "Install the same versions on all nodes."
    )


def _not_shared(job: Job, node: str) -> str | None:
    deadline = time.monotonic() + SHARED_S
    while True:
        try:
            if Path(job.marker).read_text("utf-8") == job.token:
                return None
        except OSError:
            pass
        if time.monotonic() > deadline:
            return (
                f"node {node} of the Ray cluster does not see {str(Path(job.marker).parent)!r} as "
                "this machine does. Put run.dir on a disk that all nodes share, under the same "
                "path."
            )
        time.sleep(TELL_EVERY_S)


def _wait_for_the_last(folder: Path) -> None:
    deadline = time.monotonic() + LOCK_S
    while is_at_work(folder) and time.monotonic() < deadline:
        time.sleep(TELL_EVERY_S)
