import numpy as np
from step_columns import batch_of

import algorithms

# Returns 2 (two steps), 0 and 1; alone in its group: 5.
COLUMNS = {
    "group": [4, 4, 4, 4, 9],
    "trajectory": [0, 0, 1, 2, 0],
    "step": [0, 1, 0, 0, 0],
    "reward": [0.0, 2.0, 0.0, 1.0, 5.0],
}


def test_a_return_is_compared_with_the_mean_of_the_others():
    # 2 − 1/2, 0 − 3/2, 1 − 1, and nobody to compare with.
    found = algorithms.make("rloo").advantages(batch_of(COLUMNS))
    np.testing.assert_allclose(found, [1.5, 1.5, -1.5, 0.0, 0.0], rtol=1e-14)


def test_the_divergence_is_taken_off_the_reward():
    rloo = algorithms.make("rloo", kl_coefficient=0.3)
    assert rloo.reward_kl == 0.3
    assert rloo.needs_reference
    assert algorithms.make("rloo", kl_place="loss").reward_kl == 0.0
