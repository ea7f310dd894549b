"""Train cells side by side, on this machine or on a cluster, and lose none."""

import os

from harness.config.schema import RunDirConfig
from harness.launch.job import Cells, Named, run_cell, without_launch
from harness.launch.processes import run_in_processes
from harness.observer import Observer

__all__ = ["run_cell", "run_cells"]


def run_cells(cells: Cells, *, run: RunDirConfig, workers: int | None, observer: Observer) -> None:
    """Train every cell in its own folder, ``workers`` at a time.

    A cell that was begun before goes on from its checkpoint. One that loses its worker, or the
    machine that it was on, goes on likewise. Who launches changes no result.

    Args:
        cells: what progress calls a cell -> what it trains; every ``run.dir`` is another one.
        run: ``launcher``, the cluster and what a cell takes of it.
        workers: cells at a time; None for one a core, on a cluster as many as there is room for.
        observer: told of the events of all cells.

    Raises:
        RunError: a cell failed or lost its worker more than twice, or the cluster can't be used.
        KeyboardInterrupt: the user asked to stop; all workers have stopped then, each cell at its
            last checkpoint.
    """
    cells = {name: without_launch(cell) for name, cell in cells.items()}
    if run.launcher == "ray":
        from harness.launch.ray_cells import run_on_ray

        run_on_ray(cells, run=run, workers=workers, observer=observer)
        return
    workers = workers or os.cpu_count() or 1
    if workers <= 1 or len(cells) == 1:
        for name, cell in cells.items():
            run_cell(cell, Named(name, cell, observer))
        return
    run_in_processes(cells, workers=workers, observer=observer)
