"""What is made of the rounds of `make perf-vector`."""

import pytest

from benchmarks.vector.found import Layers, Scaling


def test_shares_are_taken_within_a_process_and_gains_of_each_rollouts_fastest_round() -> None:
    layers = Layers(
        source="generated",
        games=1,
        group_size=1,
        steps=1,
        rounds={"engine": [12.0, 10.0], "environment": [11.0, 12.5], "vector": [13.0, 14.0]},
    )
    # mean of 2 / 12 and 1.5 / 10, their difference of 1 / 60 halved; of 1 / 12 and 4 / 10
    assert layers.overhead == pytest.approx((19 / 120, 1 / 120), abs=1e-12)
    assert layers.all_overhead == pytest.approx((29 / 120, 19 / 120), abs=1e-12)
    assert layers.typical("vector") == pytest.approx(13.5, abs=1e-12)
    scaling = Scaling(
        env="x",
        members=1,
        steps=12,
        characters=1,
        rounds={
            "0": [[2.0, 1.0], [1.0, 3.0]],
            "1": [[2.0, 2.0], [3.0, 2.0]],
            "2": [[1.0, 2.0], [2.0, 1.0]],
            "pair": [[2.0, 3.0], [3.0, 1.0]],
        },
        cpu={"0": [0.2, 0.25], "1": [0.1, 0.05], "2": [0.1, 0.1]},
    )
    assert scaling.best("0") == pytest.approx(6.0, abs=1e-12)  # 12 / (1 + 1)
    assert scaling.gain == pytest.approx(2.0, abs=1e-12)  # 12 / (1 + 1) against 12 / (2 + 2)
    assert scaling.ceiling == pytest.approx(4 / 3, abs=1e-12)  # 2 · 12 / (2 + 1) against 6
    assert scaling.own == pytest.approx(0.25, abs=1e-12)  # 0.05 / 0.2
