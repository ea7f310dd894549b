"""The folder of a diagnosis: what was played, a line a job, so that it is played once."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from harness.config.diagnosis import DiagnoseConfig
from harness.config.load import to_yaml
from harness.config.schema import RunDirConfig
from harness.diagnose.episode import Record
from harness.errors import RunError
from harness.run.atomic import make_folder, write_atomically
from harness.run.checkpoints import Checkpoints
from harness.run.journal import Journal

PLAYED = "played.yaml"


class JobLog:
    """A journal of jobs: what an earlier call has done is read, not done again."""

    def __init__(self, path: Path) -> None:
        """Read a journal, after cutting off a last line that a crash left unfinished."""
        self._journal = Journal(path)
        if path.exists():
            self._journal.truncate(path.read_bytes().rfind(b"\n") + 1)
        self._before = list(self._journal.read())
        self._given = 0

    def results(
        self, names: Sequence[str], play: Callable[[int], Iterable[Record]]
    ) -> Iterator[Record]:
        """Yield the next jobs' records: those that are there, then those that are done now.

        Args:
            names: the jobs that come next, in order.
            play: given how many of them are there, does the others in order, a record each.

        Raises:
            RunError: the journal tells of other jobs.
        """
        there = self._before[self._given : self._given + len(names)]
        self._given += len(names)
        for name, record in zip(names, there, strict=False):
            if record.get("job") != name:
                raise RunError(
                    f"{str(self._journal.path)!r} tells of {record.get('job')!r} where "
                    f"{name!r} is expected. Remove its folder and start again."
                )
            yield record
        if len(there) == len(names):
            return
        for name, record in zip(names[len(there) :], play(len(there)), strict=True):
            line = {"job": name, **record}
            self._journal.append(line)
            yield line


class Kept:
    """Two logs: the whole episodes of each task, the continuations of each probe.

    Attributes:
        tasks: a line a task, in the order of the tasks.
        probes: a line a probe, in the order of the probes.
    """

    def __init__(self, folder: Path) -> None:
        """Open the logs of a folder that is there."""
        self.tasks = JobLog(folder / "tasks.jsonl")
        self.probes = JobLog(folder / "probes.jsonl")


def take_folder(folder: Path, config: DiagnoseConfig) -> None:
    """Make a diagnosis' folder, or find the same play in it.

    Raises:
        RunError: something else is in it.
    """
    file, wanted = folder / PLAYED, identity(config)
    if file.is_file():
        if file.read_text("utf-8") != wanted:
            raise RunError(
                f"{str(folder)!r} holds a diagnosis of other play. Choose another run.dir; "
                "what may differ in one folder are the algorithms, the discount and the size "
                "of the batches."
            )
        return
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise RunError(f"{str(folder)!r} is not empty and holds no diagnosis. Choose another.")
    make_folder(folder)
    write_atomically(file, wanted.encode())


def identity(config: DiagnoseConfig) -> str:
    """Write down all that decides what is played, the policy's weights included."""
    settings = replace(config.diagnosis, discount=1.0, batch_tasks=1, group_size=2)
    agent = replace(config.agent, run=None if config.agent.run is None else "")
    told = to_yaml(
        replace(
            config,
            agent=agent,
            diagnosis=settings,
            algorithms=[],
            workers=None,
            run=RunDirConfig(dir=None),
        )
    )
    return f"{told}weights: {weights_of(config)}\n"


def weights_of(config: DiagnoseConfig) -> str | None:
    """Return SHA-256 over the checkpoint's file, None for an agent without one.

    Raises:
        RunError: there is no such checkpoint.
    """
    if config.agent.run is None:
        return None
    file = Checkpoints(Path(config.agent.run) / "checkpoints").path(config.agent.checkpoint)
    return hashlib.sha256(file.read_bytes()).hexdigest()
