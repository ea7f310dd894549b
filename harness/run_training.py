"""Train one algorithm with one seed, in a folder from which it can go on at any time."""

from pathlib import Path

from harness.config.model import require_backend
from harness.config.schema import TrainConfig
from harness.observer import Observer, SilentObserver
from harness.result import RunResult
from harness.run.folder import RunFolder
from harness.training import Training


def train(config: TrainConfig, *, observer: Observer | None = None) -> RunResult:
    """Train, evaluate and keep everything in ``run.dir``.

    Args:
        config: what to train; ``run.dir`` names the folder, which must be new or empty.
        observer: who is told of the progress.

    Returns:
        What ``result.json`` of the run holds.

    Raises:
        RunError: the folder is taken.
        HarnessInputError: the warm start alone doesn't fit into the budget.
        Interrupted: Ctrl-C or SIGTERM; it says what was kept and how to go on.
    """
    require_backend(config)
    training = Training.prepare(config, observer or SilentObserver())
    return training.run()


def resume(path: Path, *, observer: Observer | None = None) -> RunResult:
    """Go on with a run from its last checkpoint; a finished run is left as it is.

    Whatever the run did after that checkpoint is taken back, ledger included, and done again:
    the result is bit for bit that of the undisturbed run.

    Raises:
        RunError: there is no run, or one of its files was changed.
        Interrupted: as in ``train``.
    """
    folder = RunFolder.open(path)
    try:
        return Training(folder, observer or SilentObserver()).run()
    finally:
        folder.close()
