import numpy as np
import plain_followups
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from step_columns import batch_of, step_columns

import algorithms
from algorithms.graph_gpo import distance_to_success

# hall → desk → success, and hall → cellar → hall → desk, then out of steps. The second failed, but
# its last step but one led to the desk, which is one step from success: d is 1 there, 2 in the
# hall, 3 in the cellar, d_max = 3; past its end nothing is reached, 4.
COLUMNS = {
    "group": [0] * 6,
    "trajectory": [0, 0, 1, 1, 1, 1],
    "step": [0, 1, 0, 1, 2, 3],
    "reward": [0.0, 1.0, 0.0, 0.0, 0.0, 0.0],
    "anchor": ["hall", "desk", "hall", "cellar", "hall", "desk"],
}


def advantages(columns, **options):
    return algorithms.make("graph_gpo", **options).advantages(batch_of(columns))


def test_distances_are_over_what_all_trajectories_did():
    found = distance_to_success(batch_of(COLUMNS), 0.0)
    assert found.tolist() == [1.0, 0.0, 3.0, 2.0, 1.0, 4.0]


def test_steps_from_a_state_are_compared_by_where_they_lead():
    # ω = 1/2, r = 8, by the recipe. Hall: 8/2, 8/8, 8/2: mean 3. Desk: 8, 8/16: mean 4.25.
    # The cellar was left once.
    found = advantages(
        COLUMNS,
        normalise="mean",
        distance_discount=0.5,
        success_reward=8.0,
        distance_from="recipe",
        episode_weight=0.0,
    )
    assert found.tolist() == [1.0, 3.75, -2.0, 0.0, 1.0, -3.75]


def test_the_papers_reward_counts_the_step_itself():
    options = {"normalise": "mean", "distance_discount": 0.5, "episode_weight": 0.0}
    paper = advantages(COLUMNS, **options)
    recipe = advantages(COLUMNS, distance_from="recipe", **options)
    np.testing.assert_allclose(paper, recipe / 2, rtol=1e-14)


def test_the_deviation_is_of_a_sample_or_of_the_population():
    # Hall 4, 1, 4: off the mean 1, −2, 1, squares 6: √3 or √2. Desk 8 and 1/2: ±3.75, by 3.75·√2 or
    # by 3.75.
    options = {
        "distance_discount": 0.5,
        "success_reward": 8.0,
        "distance_from": "recipe",
        "episode_weight": 0.0,
        "epsilon": 0.0,
    }
    hall, desk = 1 / np.sqrt(3), np.sqrt(0.5)
    expected = [hall, desk, -2 * hall, 0, hall, -desk]
    np.testing.assert_allclose(advantages(COLUMNS, **options), expected, rtol=1e-14)
    found = advantages(COLUMNS, deviation="population", **options)
    hall = np.sqrt(0.5)
    np.testing.assert_allclose(found, [hall, 1, -2 * hall, 0, hall, -1], rtol=1e-14)


def test_a_good_step_of_a_failure_is_worth_more_than_its_episode():
    graph = advantages(COLUMNS)
    alone = advantages(COLUMNS, graph_weight=0.0)
    assert graph[4] > alone[4]


def test_a_group_without_success_teaches_nothing():
    assert advantages(COLUMNS | {"reward": [0.0] * 6}).tolist() == [0.0] * 6


def test_the_episode_part_is_gigpos():
    gigpo = algorithms.make("gigpo", omega=0.0).advantages(batch_of(COLUMNS))
    assert advantages(COLUMNS, graph_weight=0.0).tolist() == gigpo.tolist()


def test_anchors_are_asked_for():
    columns = {name: column for name, column in COLUMNS.items() if name != "anchor"}
    with pytest.raises(algorithms.AlgorithmInputError, match="the batch has no anchors"):
        advantages(columns)


@settings(deadline=None, derandomize=True, max_examples=100)
@given(step_columns(anchors=5))
def test_distances_equal_a_breadth_first_search(columns):
    found = distance_to_success(batch_of(columns), 0.0)
    assert found.tolist() == plain_followups.distances(columns)


@settings(deadline=None, derandomize=True, max_examples=80)
@given(step_columns(), st.sampled_from(("mean", "mean_std")), st.sampled_from(("paper", "recipe")))
def test_it_equals_plain_loops(columns, how, distance_from):
    found = advantages(columns, normalise=how, distance_from=distance_from)
    expected = plain_followups.graph_gpo(columns, how, {"paper": 1, "recipe": 0}[distance_from])
    np.testing.assert_allclose(found, expected, atol=1e-10, rtol=0)
