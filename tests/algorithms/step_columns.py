"""Columns of small random batches for property tests."""

import numpy as np
from hypothesis import strategies as st

import algorithms

NAMES = ("group", "trajectory", "step", "reward", "anchor")
REWARDS = (0.0, 0.0, 0.0, 1.0, 10.0, -0.5, 2.0)


@st.composite
def step_columns(draw, groups=3, members=4, steps=6, anchors=3):
    """Draw the five columns of a batch, trajectory after trajectory, as a dict of lists."""
    columns = {name: [] for name in NAMES}
    for group in range(draw(st.integers(1, groups))):
        for member in range(draw(st.integers(1, members))):
            length = draw(st.integers(1, steps))
            columns["group"] += [group] * length
            columns["trajectory"] += [member] * length
            columns["step"] += range(length)
            reward, anchor = st.sampled_from(REWARDS), st.integers(0, anchors - 1)
            columns["reward"] += draw(st.lists(reward, min_size=length, max_size=length))
            columns["anchor"] += draw(st.lists(anchor, min_size=length, max_size=length))
    return columns


def batch_of(columns, **more):
    return algorithms.StepBatch.from_arrays(**columns, **more)


def taken(columns, rows):
    return {name: [column[row] for row in rows] for name, column in columns.items()}


def shuffled(columns, seed):
    """Permute the rows; returns the columns and the permutation."""
    order = np.random.default_rng(seed).permutation(len(columns["step"])).tolist()
    return taken(columns, order), order
