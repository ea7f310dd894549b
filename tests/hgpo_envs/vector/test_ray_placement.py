"""Workers fill the machines of a cluster in step with their CPUs."""

from collections import Counter

import pytest

from hgpo_envs.vector.ray_placement import cpus_of, machine


@pytest.mark.parametrize(
    ("cpus", "expected"),
    [
        pytest.param({"b": 1.0, "a": 1.0}, ["a", "b", "a", "b"], id="equal machines take turns"),
        pytest.param({"a": 2.0, "b": 4.0}, ["b", "a", "b", "b", "a", "b"], id="twice the CPUs"),
        pytest.param({"head": 0.0, "a": 1.0}, ["a", "a"], id="a head that lends none gets none"),
        pytest.param({"b": 0.0, "a": 0.0}, ["a", "b"], id="nobody lends any"),
        pytest.param({"a": 1.0}, ["a", "a", "a"], id="one machine"),
    ],
)
def test_workers_go_where_their_share_is_smallest(
    cpus: dict[str, float], expected: list[str]
) -> None:
    assert [machine(number, cpus) for number in range(len(expected))] == expected


def test_many_workers_are_shared_out_as_the_cpus_are() -> None:
    cpus = {"a": 96.0, "b": 32.0, "c": 64.0}
    told = Counter(machine(number, cpus) for number in range(96))
    assert told == {"a": 48, "b": 16, "c": 32}


def test_a_machine_that_names_no_cpus_lends_none() -> None:
    assert cpus_of({"Resources": {"memory": 1e9}}) == 0.0
    assert cpus_of({"Resources": {"CPU": 8.0}}) == 8.0
