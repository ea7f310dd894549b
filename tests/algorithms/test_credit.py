"""What an algorithm returns is one finite number a row, or is refused by its name."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from step_columns import batch_of

import algorithms
from algorithms.credit import advantages_of, value_targets_of

BATCH = batch_of(
    {
        "group": [7, 7, 8],
        "trajectory": ["a", "a", "b"],
        "step": [0, 1, 0],
        "reward": [0.0, 1.0, 0.0],
        "anchor": ["x", "y", "x"],
    }
)


@dataclass(frozen=True)
class Answering:
    """Answers what it was made with."""

    answer: Any

    def advantages(self, batch):
        return self.answer

    value_targets = advantages


def test_numbers_are_handed_on_as_floats():
    found = advantages_of(Answering(np.array([1, -2, 0])), BATCH)
    assert (found.dtype, found.tolist()) == (np.float64, [1.0, -2.0, 0.0])


@pytest.mark.parametrize(
    ("ask", "method"), [(advantages_of, "advantages"), (value_targets_of, "value_targets")]
)
@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ([1.0, 2.0, 3.0], "returned a value of type 'list'; expected a NumPy array"),
        (np.array(["1", "2", "3"]), "returned a value of type 'array of <U1'; expected"),
        (np.zeros(2), "returned shape (2,); expected one number a row of the batch, shape (3,)."),
        (np.zeros((3, 1)), "returned shape (3, 1); expected"),
        (np.float64(0.0), "returned a value of type 'float64'; expected"),
        (
            np.array([0.0, np.nan, 0.0]),
            "returned nan at row 1, step 1 of trajectory 0 in group 0; expected finite numbers.",
        ),
        (np.array([0.0, 0.0, np.inf]), "returned inf at row 2, step 0 of trajectory 1 in group 1"),
    ],
)
def test_anything_else_is_refused(ask, method, answer, told):
    with pytest.raises(algorithms.AlgorithmContractError) as caught:
        ask(Answering(answer), BATCH)
    assert str(caught.value).startswith(f"Answering.{method} {told}")
