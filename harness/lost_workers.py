"""Tell of workers that were lost and replaced: the user, and what is kept of the clock."""

from harness.observer import Note, Observer
from hgpo_envs.vector import GroupVectorEnv, Loss


class LostWorkers:
    """Follows what an environment's workers lose; no result depends on it."""

    def __init__(self, vector: GroupVectorEnv) -> None:
        self._vector = vector
        self._told = len(vector.losses)

    def tell(self, cell: str, observer: Observer) -> int:
        """Tell of the losses since the last time, and return how many there were."""
        new = self._vector.losses[self._told :]
        self._told += len(new)
        for loss in new:
            observer.notify(Note(text=f"{cell}: {sentence(loss)}"))
        return len(new)


def sentence(loss: Loss) -> str:
    """Say what was lost and what was done about it.

    Example:
        >>> sentence(Loss(worker=1, cause="killed by SIGKILL", episodes=64, steps=960))
        'worker 1 was lost (killed by SIGKILL) and replaced; 64 episodes were played again.'
    """
    episodes = "1 episode was" if loss.episodes == 1 else f"{loss.episodes} episodes were"
    return f"worker {loss.worker} was lost ({loss.cause}) and replaced; {episodes} played again."
