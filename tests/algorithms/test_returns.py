import numpy as np
import plain_loops
from hypothesis import given, settings
from hypothesis import strategies as st
from step_columns import batch_of, shuffled, step_columns

from algorithms.returns import discounted_return, episode_return

anything = settings(deadline=None, derandomize=True, max_examples=100)


def trajectory_of(rewards):
    length = len(rewards)
    columns = {"group": [0] * length, "trajectory": [0] * length, "step": range(length)}
    return batch_of(columns | {"reward": rewards})


def test_a_reward_is_discounted_once_a_step():
    # 1 + 0.5·2 + 0.25·4 = 3; 2 + 0.5·4 = 4.
    assert discounted_return(trajectory_of([1.0, 2.0, 4.0]), 0.5).tolist() == [3.0, 4.0, 4.0]


def test_discount_zero_is_the_reward_and_discount_one_the_sum():
    batch = trajectory_of([1.0, 2.0, 4.0])
    assert discounted_return(batch, 0.0).tolist() == [1.0, 2.0, 4.0]
    assert discounted_return(batch, 1.0).tolist() == [7.0, 6.0, 4.0]
    assert episode_return(batch).tolist() == [7.0]


@anything
@given(step_columns(steps=20), st.integers(0, 2**32 - 1), st.sampled_from((0.0, 0.5, 0.95, 1.0)))
def test_returns_equal_plain_loops_in_any_order_of_rows(columns, seed, discount):
    columns, _ = shuffled(columns, seed)
    expected = [float(value) for value in plain_loops.returns_to_go(columns, discount)]
    found = discounted_return(batch_of(columns), discount)
    np.testing.assert_allclose(found, expected, atol=1e-12, rtol=0)


def test_equal_futures_have_bit_for_bit_equal_returns():
    rng = np.random.default_rng(0)
    future = rng.normal(size=37)
    rewards = [*future, *rng.normal(size=11), *future]
    columns = {
        "group": [0] * 85,
        "trajectory": [0] * 37 + [1] * 48,
        "step": [*range(37), *range(48)],
        "reward": rewards,
    }
    columns, order = shuffled(columns, 1)
    found = np.empty(85)
    found[order] = discounted_return(batch_of(columns), 0.95)
    assert (found[:37] == found[48:]).all()


def test_a_trajectory_of_a_hundred_thousand_steps_is_summed():
    # The limit of Σ 0.99^l is 100.
    found = discounted_return(trajectory_of(np.ones(100_000)), 0.99)
    np.testing.assert_allclose(found[[0, -1]], [100.0, 1.0], rtol=1e-12)
