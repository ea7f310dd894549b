"""One cell of many: trained or gone on with, and told of under the name that it has there."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from harness.config.schema import TrainConfig
from harness.errors import RunError
from harness.observer import Event, Note, Observer, WorkPlanned

#: How often a cell whose worker died is taken up again from its checkpoint.
RETRIES = 2
#: Seconds that a cell has to stop by itself after it was asked to.
GRACE_S = 20.0

Cells = Mapping[str, TrainConfig]
"""What progress calls a cell -> what it trains."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellFailure:
    """Why a cell could not be trained.

    Attributes:
        cell: its name.
        message: the error's text.
    """

    cell: str
    message: str


class Named:
    """Passes a cell's events on under the name that its launcher has for it."""

    def __init__(self, name: str, config: TrainConfig, observer: Observer) -> None:
        self._name = name
        self._own = f"{config.algorithm.label}/seed-{config.seed}"
        self._observer = observer

    def notify(self, event: Event) -> None:
        """Pass an event on."""
        self._observer.notify(self._renamed(event))

    def _renamed(self, event: Event) -> Event:
        if isinstance(event, WorkPlanned):
            return event
        if isinstance(event, Note):
            own = f"{self._own}: "
            told = event.text
            return Note(text=f"{self._name}: {told[len(own) :]}") if told.startswith(own) else event
        return replace(event, cell=self._name)


def without_launch(config: TrainConfig) -> TrainConfig:
    """Return a cell without the settings of who launched it: its folder is the same by all."""
    run = replace(config.run, launcher=None, ray=None, cpus=None, gpus=None, memory_gb=None)
    return replace(config, run=run)


def run_cell(config: TrainConfig, observer: Observer) -> None:
    """Train one cell, or go on with it.

    Raises:
        RunError: its folder holds another run.
    """
    # torch comes with these, and the parent of a pool never needs it
    from harness.comparison_folder import same_world
    from harness.run.folder import RunFolder, read_config
    from harness.run_training import resume, train

    path = Path(cast(str, config.run.dir))
    if not (path / "config.yaml").exists():
        RunFolder.clear_unstarted(path)
        train(config, observer=observer)
        return
    kept = read_config(path)
    rest = replace(kept, run=config.run, env=config.env)
    if rest != config or not same_world(kept.env, path, config.env):
        raise RunError(
            f"{str(path)!r} holds a run with another configuration. "
            "Choose another run.dir for this comparison."
        )
    resume(path, observer=observer)


def outcome(name: str, config: TrainConfig, observer: Observer) -> CellFailure | None:
    """Run one cell, and return why it failed if it did.

    Raises:
        BrokenPipeError: nobody listens any more.
        ConnectionResetError: likewise.
    """
    try:
        run_cell(config, Named(name, config, observer))
    except (ValueError, OSError) as error:
        if isinstance(error, BrokenPipeError | ConnectionResetError):
            raise
        return CellFailure(cell=name, message=f"cell {name}: {error}")
    return None


def bug(name: str) -> RunError:
    """Return the error of a cell that a fault of the program stopped; its traceback was shown."""
    return RunError(
        f"cell {name}: the error whose traceback stands above stopped it. What was "
        "finished is kept; mend the error and run the same command again."
    )


def lost_too_often(name: str, times: int, last: str) -> RunError:
    """Return the error of a cell that lost one worker after the other.

    Args:
        name: of the cell.
        times: how many workers.
        last: how the last one ended.
    """
    return RunError(
        f"the cell {name} lost its worker {times} times (last {last}). Look for what kills it, "
        "memory first; what was finished is kept, and the same command goes on from there."
    )
