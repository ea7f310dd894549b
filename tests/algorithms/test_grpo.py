import numpy as np
import pytest
from step_columns import batch_of

import algorithms

# Returns 2 (two steps), 0 and 1: mean 1, deviation of a sample 1, of the population √(2/3).
COLUMNS = {
    "group": [4] * 4,
    "trajectory": [0, 0, 1, 2],
    "step": [0, 1, 0, 0],
    "reward": [0.0, 2.0, 0.0, 1.0],
}


def test_every_step_has_its_trajectorys_advantage():
    found = algorithms.make("grpo", epsilon=0.0).advantages(batch_of(COLUMNS))
    np.testing.assert_allclose(found, [1.0, 1.0, -1.0, 0.0], rtol=1e-14)


def test_the_deviation_may_be_the_populations():
    grpo = algorithms.make("grpo", epsilon=0.0, deviation="population")
    root = np.sqrt(1.5)
    found = grpo.advantages(batch_of(COLUMNS))
    np.testing.assert_allclose(found, [root, root, -root, 0.0], rtol=1e-14)


def test_no_anchors_are_needed():
    assert algorithms.make("grpo").history == 0
    assert not algorithms.make("grpo").needs_critic


def test_there_are_no_value_targets():
    with pytest.raises(algorithms.AlgorithmInputError) as error:
        algorithms.make("grpo").value_targets(batch_of(COLUMNS))
    assert str(error.value) == (
        "GRPO has no critic, hence no value targets for 4 steps. Ask only algorithms whose "
        "needs_critic is true."
    )
