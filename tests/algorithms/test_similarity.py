from collections import defaultdict
from difflib import SequenceMatcher

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from step_columns import batch_of, shuffled, step_columns

import algorithms
from algorithms.grouping import first_rows
from algorithms.similarity import similar_states

anything = settings(deadline=None, derandomize=True, max_examples=60)
TEXTS = ("a desk 1 and a lamp", "a desk 2 and a lamp", "a desk 2 and two lamps", "nothing")


def batch(texts, group=None):
    rows = len(texts)
    return algorithms.StepBatch.from_arrays(
        group=group or [0] * rows,
        trajectory=range(rows),
        step=[0] * rows,
        reward=[0.0] * rows,
        anchor=texts,
    )


def clusters(ids):
    """Give each row the first row of its cluster."""
    return first_rows(ids)[ids].tolist()


# 2M / T with M characters matched of T in both: "abcd" and "abce" 6/8, "abce" and "abfe" 6/8 (ab
# and e), "abcd" and "abfe" 4/8.
def test_a_text_joins_the_first_cluster_whose_first_text_it_is_like():
    found = similar_states(batch(["abcd", "abce", "abfe"]), threshold=0.75, order="rows")
    assert clusters(found) == [0, 0, 2]


def test_a_ratio_just_below_the_threshold_is_another_state():
    found = similar_states(batch(["abcd", "abce", "abfe"]), threshold=0.76, order="rows")
    assert clusters(found) == [0, 1, 2]


def test_rows_decide_who_founds_a_cluster_only_if_asked():
    backwards = batch(["abfe", "abce", "abcd"])
    assert clusters(similar_states(backwards, threshold=0.75, order="rows")) == [0, 0, 2]
    assert clusters(similar_states(backwards, threshold=0.75, order="text")) == [0, 1, 1]


def test_like_states_of_different_task_groups_are_not_one():
    found = similar_states(batch(["abcd", "abce"], group=[0, 1]), threshold=0.75, order="text")
    assert clusters(found) == [0, 1]


def test_gigpo_compares_steps_from_states_that_are_alike():
    # Returns 2 and 0 from states that are alike by 6/8: mean 1.
    columns = {
        "group": [0, 0],
        "trajectory": [0, 1],
        "step": [0, 0],
        "reward": [2.0, 0.0],
        "anchor": ["abcd", "abce"],
    }
    alike = algorithms.make("gigpo", normalise="mean", similarity=0.75)
    assert alike.advantages(batch_of(columns)).tolist() == [2.0, -2.0]
    apart = algorithms.make("gigpo", normalise="mean", similarity=0.76)
    assert apart.advantages(batch_of(columns)).tolist() == [1.0, -1.0]


def named(columns):
    return columns | {"anchor": [TEXTS[anchor] for anchor in columns["anchor"]]}


def published_clusters(columns, threshold):
    """Cluster row by row, without bounds, and give each row the first row of its cluster."""
    found = defaultdict(list)
    first = []
    for row, (group, text) in enumerate(zip(columns["group"], columns["anchor"], strict=True)):
        for leader, leader_row in found[group]:
            if SequenceMatcher(None, text, leader).ratio() >= threshold:
                first.append(leader_row)
                break
        else:
            found[group].append((text, row))
            first.append(row)
    return first


@anything
@given(step_columns(anchors=4), st.sampled_from((0.0, 0.7, 0.9, 1.0)))
def test_clusters_equal_those_of_plain_loops_over_rows(columns, threshold):
    columns = named(columns)
    found = similar_states(batch_of(columns), threshold=threshold, order="rows")
    assert clusters(found) == published_clusters(columns, threshold)


@anything
@given(step_columns(anchors=4), st.integers(0, 2**32 - 1))
def test_the_order_of_rows_changes_nothing(columns, seed):
    columns = named(columns)
    moved, order = shuffled(columns, seed)
    gigpo = algorithms.make("gigpo", similarity=0.9)
    found = gigpo.advantages(batch_of(columns))[order]
    np.testing.assert_allclose(gigpo.advantages(batch_of(moved)), found, atol=1e-10, rtol=0)


@anything
@given(step_columns(anchors=4))
def test_a_likeness_of_one_is_equality(columns):
    found = algorithms.make("gigpo", similarity=1.0).advantages(batch_of(named(columns)))
    equal = algorithms.make("gigpo").advantages(batch_of(named(columns)))
    np.testing.assert_allclose(found, equal, atol=1e-10, rtol=0)


def test_an_empty_batch_has_no_states():
    assert similar_states(batch([]), threshold=0.5, order="text").tolist() == []


def test_anchors_that_are_no_texts_are_refused():
    with pytest.raises(algorithms.AlgorithmInputError) as error:
        similar_states(batch(["abcd", 7]), threshold=0.5, order="rows")
    assert str(error.value) == (
        "the anchor at row 1 is 7; to group states by likeness, anchors must be texts. Pass "
        "texts, or leave similarity out to group equal anchors."
    )


def test_a_likeness_above_one_is_refused():
    with pytest.raises(algorithms.AlgorithmInputError) as error:
        algorithms.make("gigpo", similarity=1.5)
    assert str(error.value) == "similarity is 1.5; expected a number in [0, 1]."
