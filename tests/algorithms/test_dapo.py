import numpy as np
import pytest
from step_columns import batch_of

import algorithms

# Returns 1 (four steps), 1 (one step), 0 (two steps): mean 2/3.
COLUMNS = {
    "group": [0] * 7,
    "trajectory": [0, 0, 0, 0, 1, 2, 2],
    "step": [0, 1, 2, 3, 0, 0, 1],
    "reward": [0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0],
}


def dapo(**options):
    return algorithms.make("dapo", epsilon=0.0, **options)


def test_without_a_limit_it_is_grpo():
    expected = algorithms.make("grpo", epsilon=0.0).advantages(batch_of(COLUMNS))
    np.testing.assert_array_equal(dapo().advantages(batch_of(COLUMNS)), expected)


def test_long_episodes_are_punished():
    # Limit 4, cache 2: episodes of 4, 1 and 2 steps lose 1, 0 and 0; returns 0, 1, 0; mean 1/3,
    # sample deviation √(6/9 / 2) = 1/√3; so −1/√3, 2/√3, −1/√3.
    found = dapo(overlong_limit=4, overlong_cache=2).advantages(batch_of(COLUMNS))
    low = -1 / np.sqrt(3)
    np.testing.assert_allclose(found, [low] * 4 + [-2 * low] + [low] * 2, rtol=1e-14)


def test_punishment_grows_evenly_over_the_cache():
    # Limit 5, cache 4: the 4 steps lose 3/4, the 1 step 0, the 2 steps 1/4; returns 1/4, 1, −1/4;
    # mean 1/3; differences −1/12, 2/3, −7/12; squares (1 + 64 + 49)/144; deviation √(57/144).
    found = dapo(overlong_limit=5, overlong_cache=4).advantages(batch_of(COLUMNS))
    scale = np.sqrt(57.0)
    expected = [-1 / scale] * 4 + [8 / scale] + [-7 / scale] * 2
    np.testing.assert_allclose(found, expected, rtol=1e-13)


def test_answers_may_be_limited_by_tokens():
    # Limit 10, cache 5: the answer of 8 tokens loses 3/5, those of 20 and 10 lose 1 each, so the
    # returns are 1 − 8/5, 1 and −1; mean −1/5; differences −2/5, 6/5, −4/5; deviation √(28/25).
    batch = batch_of(COLUMNS, length=[1, 8, 20, 5, 5, 10, 4])
    found = dapo(overlong_limit=10, overlong_cache=5, overlong_unit="tokens").advantages(batch)
    scale = np.sqrt(28.0)
    expected = [-2 / scale] * 4 + [6 / scale] + [-4 / scale] * 2
    np.testing.assert_allclose(found, expected, rtol=1e-13)


def test_tokens_must_be_known_to_be_limited():
    with pytest.raises(algorithms.AlgorithmInputError) as error:
        dapo(overlong_limit=10, overlong_unit="tokens").advantages(batch_of(COLUMNS))
    assert str(error.value) == (
        "overlong_unit is 'tokens', and the batch doesn't say how many tokens each step "
        "generated. Pass StepBatch.from_arrays(length=...), or count 'steps'."
    )


def test_it_clips_higher_keeps_no_reference_and_samples_on():
    made = algorithms.make("dapo")
    assert (made.clip_low, made.clip_high, made.aggregate) == (0.2, 0.28, "token")
    assert not made.needs_reference
    assert made.sampling_rounds == 3
    assert algorithms.make("grpo").sampling_rounds == 1


def test_a_cache_beyond_its_limit_is_refused():
    with pytest.raises(algorithms.AlgorithmInputError) as error:
        dapo(overlong_limit=4, overlong_cache=5)
    assert str(error.value) == "overlong_cache is 5; expected a number in [1, 4]."
