"""Random numbers of a world that draws them from the process's global generators."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np


class OwnGenerators:
    """States of Python's and NumPy's global generators that belong to one world.

    Within ``at_work`` the world finds the generators as it left them; outside of it everyone else
    does. So worlds neither disturb each other nor whoever uses them.
    """

    def __init__(self) -> None:
        self.restart(0)

    def restart(self, seed: int) -> None:
        """Begin anew: both generators seeded with ``seed``."""
        self._python = random.Random(seed).getstate()
        self._numpy = np.random.RandomState(seed).get_state()

    @contextmanager
    def at_work(self, *, keep: bool = True) -> Iterator[None]:
        """Let the world draw its own numbers meanwhile.

        Args:
            keep: whether what it draws is drawn; without, it will draw the same again.
        """
        python, drawn = random.getstate(), np.random.get_state()  # noqa: NPY002
        random.setstate(self._python)
        np.random.set_state(self._numpy)  # noqa: NPY002
        try:
            yield
        finally:
            if keep:
                self._python, self._numpy = random.getstate(), np.random.get_state()  # noqa: NPY002
            random.setstate(python)
            np.random.set_state(drawn)  # noqa: NPY002
