import numpy as np

from harness.backends.embedded.tensors import minibatches


def test_single_rows_are_dealt_out_once_each() -> None:
    dealt = minibatches(np.random.default_rng(0), 10, 4)
    assert [len(rows) for rows in dealt] == [3, 3, 2, 2]
    assert sorted(row for rows in dealt for row in rows.tolist()) == list(range(10))


def test_what_belongs_to_a_trajectory_stays_together() -> None:
    trajectory = np.asarray([4, 1, 4, 2, 1, 4, 9])
    dealt = minibatches(np.random.default_rng(0), 7, 3, trajectory)
    assert sorted(row for rows in dealt for row in rows.tolist()) == list(range(7))
    owners = [set(trajectory[rows].tolist()) for rows in dealt]
    assert sum(map(len, owners)) == 4
    assert [len(owner) for owner in owners] == [2, 1, 1]


def test_a_part_without_rows_is_left_out() -> None:
    assert [rows.tolist() for rows in minibatches(np.random.default_rng(0), 1, 3)] == [[0]]
