import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.errors import AlgorithmInputError
from algorithms.grouping import factorise, factorise_pairs, segment_count, segment_mean, segment_sum

anything = settings(deadline=None, derandomize=True, max_examples=100)
ids = st.one_of(
    st.lists(st.integers(-(2**63), 2**63 - 1)),
    st.lists(st.integers(-3, 3)),
    st.lists(st.text(max_size=3)),
    st.lists(st.tuples(st.integers(0, 2), st.text(max_size=1))),
    st.lists(st.one_of(st.integers(0, 2), st.text(max_size=1), st.integers(2**64, 2**65))),
)


def assert_numbers(values, found):
    """Check that ids are dense, and equal exactly where values are."""
    assert found.dtype == np.int64
    assert sorted(set(found.tolist())) == list(range(len(set(values))))
    assert len(set(zip(values, found.tolist(), strict=True))) == len(set(values))


@anything
@given(ids)
def test_ids_are_dense_and_equal_where_values_are(values):
    assert_numbers(values, factorise(values, name="anchor"))


@anything
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4))))
def test_a_pair_has_an_id_of_its_own(pairs):
    first = factorise([pair[0] for pair in pairs], name="first")
    second = factorise([pair[1] for pair in pairs], name="second")
    assert_numbers(pairs, factorise_pairs(first, second))


def test_lists_and_arrays_of_equal_values_have_equal_ids():
    texts = ["hall", "desk", "hall"]
    for values in (texts, np.array(texts), np.array(texts, dtype=object), tuple(texts)):
        assert factorise(values, name="anchor").tolist() == [0, 1, 0]
    for values in ([7, 3, 7], np.array([7, 3, 7], dtype=np.uint8)):
        assert factorise(values, name="anchor").tolist() == [1, 0, 1]


def test_the_integer_one_and_the_text_one_are_different():
    assert factorise([1, "1", 1], name="group").tolist() == [0, 1, 0]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            ["x", None],
            "anchor holds None at row 1; expected ints, strings or other hashable ids. "
            "Give every row an id.",
        ),
        (
            np.array([0.5, 1.0]),
            "anchor holds 0.5 at row 0; expected ints, strings or other hashable ids. "
            "Give every row an id.",
        ),
        (
            np.zeros((2, 3), dtype=int),
            "anchor has shape (2, 3); expected one id a row, shape [rows].",
        ),
        (
            [["a"], ["b"]],
            "anchor holds an id that can't be hashed (unhashable type: 'list'); expected ints, "
            "strings or tuples.",
        ),
    ],
)
def test_what_is_no_id_is_refused(values, message):
    with pytest.raises(AlgorithmInputError) as error:
        factorise(values, name="anchor")
    assert str(error.value) == message


def test_segments_are_counted_summed_and_averaged():
    x, by = np.array([1.0, 2.0, 3.0, 10.0]), np.array([0, 2, 0, 2])
    assert segment_count(by).tolist() == [2, 0, 2]
    assert segment_sum(x, by).tolist() == [4.0, 0.0, 12.0]
    assert segment_mean(x, by).tolist() == [2.0, 0.0, 6.0]


def test_segments_of_nothing_are_nothing():
    nothing = np.zeros(0)
    assert segment_sum(nothing, nothing.astype(np.int64)).dtype == np.float64
    assert segment_mean(nothing, nothing.astype(np.int64)).tolist() == []


def test_a_sum_over_ids_of_another_length_is_refused():
    with pytest.raises(AlgorithmInputError) as error:
        segment_sum(np.zeros(2), np.zeros(3, dtype=np.int64))
    assert str(error.value) == "x has shape (2,), its ids (3,); they must be equal."
