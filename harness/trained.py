"""Take a trained policy out of a run."""

from pathlib import Path

from agents import Policy
from harness.backends.contract import Backend
from harness.backends.making import make_backend
from harness.past import unpack, without_past
from harness.run.checkpoints import Checkpoints
from harness.run.folder import read_config
from hgpo_envs.context import Memory


def load_policy(run: Path, checkpoint: str, *, memory: Memory | None = None) -> Policy:
    """Return a run's policy; the arguments are those of `load_backend`."""
    return load_backend(run, checkpoint, memory=memory).policy


def load_backend(run: Path, checkpoint: str, *, memory: Memory | None = None) -> Backend:
    """Return a run's policy with its critic.

    Args:
        run: the run's folder.
        checkpoint: ``start`` (before reinforcement learning), ``final``, ``latest``, ``best`` or
            ``batch-N``.
        memory: whose stores get the past episodes that the run had then.

    Raises:
        RunError: there is no such run or checkpoint.
    """
    config = read_config(run)
    arrays, _ = Checkpoints(run / "checkpoints").load(checkpoint)
    backend = make_backend(config)
    backend.load_state(without_past(arrays) if memory is None else unpack(arrays, memory))
    return backend
