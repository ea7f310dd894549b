"""Random batches like an agent's, and the measurements that run in processes of their own."""

import resource
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

import algorithms
from algorithms.grouping import Floats
from benchmarks.algorithms.plain import hgpo

MEMBERS, STEPS = 8, 50
STATES = 40
"""How many states a task has; a walk stays, or goes to a neighbour."""

Array = NDArray[np.int64]
Columns = dict[str, list[int]]


def batch(tasks: int) -> Columns:
    """Draw tasks of 8 trajectories of 50 steps each, a last reward of 10 or 0.

    Rows are in order. In a task some contexts are shared by many steps and others by one, as where
    members of a group take the same first steps and then part.
    """
    rng = np.random.default_rng(tasks)
    trajectories = tasks * MEMBERS
    moves = rng.choice((-1, 0, 1, 1), size=(trajectories, STEPS))
    anchor = np.cumsum(moves, axis=1) % STATES
    reward = np.zeros((trajectories, STEPS), dtype=np.int64)
    reward[:, -1] = 10 * rng.integers(0, 2, trajectories)
    number = np.repeat(np.arange(trajectories), STEPS)
    return {
        "group": (number // MEMBERS).tolist(),
        "trajectory": number.tolist(),
        "step": np.tile(np.arange(STEPS), trajectories).tolist(),
        "reward": reward.ravel().tolist(),
        "anchor": anchor.ravel().tolist(),
    }


def beside(payload: Mapping[str, Any]) -> dict[str, object]:
    """Time both forms in turns on one batch; returns CPU seconds and their largest difference."""
    columns = batch(payload["tasks"])
    arrays = {name: np.asarray(column) for name, column in columns.items()}
    made = algorithms.make("hgpo")
    taken: dict[str, list[float]] = {"loops": [], "arrays": []}
    for _ in range(payload["rounds"]):
        slow, seconds = _timed(lambda: hgpo(columns))
        taken["loops"].append(seconds)
        fast, seconds = _timed(lambda: _advantages(made, arrays))
        taken["arrays"].append(seconds)
    return {**taken, "difference": float(np.abs(np.array(slow) - fast).max())}


def alone(payload: Mapping[str, Any]) -> dict[str, object]:
    """Time an algorithm on a batch, from columns to advantages; CPU seconds and peak memory."""
    columns = {name: np.asarray(column) for name, column in batch(payload["tasks"]).items()}
    made = algorithms.make(payload["algorithm"])
    taken = [_timed(lambda: _advantages(made, columns))[1] for _ in range(payload["rounds"])]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"steps": len(columns["step"]), "seconds": taken, "peak_mb": peak}


def _advantages(made: algorithms.Algorithm, columns: Mapping[str, Array]) -> Floats:
    return made.advantages(algorithms.StepBatch.from_arrays(**columns))


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    began = time.process_time()
    done = work()
    return done, time.process_time() - began
