"""Where every random number of a run comes from: streams named by what they are for.

A stream depends on the run's seed, its purpose and a counter, never on what was drawn before.
So runs that share a seed meet the same tasks and the same draws (common random numbers), and a
run that is resumed at a batch draws what the undisturbed run drew there.
"""

from enum import IntEnum

import numpy as np


class Stream(IntEnum):
    """What a stream is for; the numbers are part of every run's identity."""

    WEIGHTS = 0
    WARM_START_TASKS = 1
    WARM_START_ORDER = 2
    TASKS = 3
    DRAWS = 4
    MINIBATCHES = 5
    EVALUATION = 6
    DIAGNOSIS_TASKS = 7
    DIAGNOSIS_POOL = 8
    DIAGNOSIS_PROBES = 9
    DIAGNOSIS_BRANCHES = 10
    DIAGNOSIS_BATCHES = 11
    DIAGNOSIS_RESAMPLES = 12
    FURTHER_TASKS = 13
    FURTHER_DRAWS = 14


def generator(seed: int, stream: Stream, counter: int = 0) -> np.random.Generator:
    """Return the generator of one stream at one place of its counter."""
    return np.random.default_rng(np.random.SeedSequence([seed, int(stream), counter]))
