import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds.contexts import context

from agents.scorer.encoding import Decisions, Sample, collate, distinct, encode
from agents.scorer.evidence import WIDTH
from agents.scorer.strings import StringTable
from hgpo_envs.errors import EnvInputError

TURNS = (("o1", "a1"), ("o2", "a2"), ("o3", "a3"))


def texts(decisions: Decisions, table: StringTable) -> list[list[str]]:
    """Return the state's texts by name; the table's ids are in the order of first sight."""
    names = list(table._ids)
    return [[names[i] for i in row] for row in decisions.state.tolist()]


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        ((), ["task", "now", "", "", "", ""]),
        (TURNS[:1], ["task", "now", "o1", "a1", "", ""]),
        (TURNS[:2], ["task", "now", "o2", "a2", "o1", "a1"]),
        (TURNS, ["task", "now", "o3", "a3", "o2", "a2"]),
    ],
)
def test_the_latest_turns_come_first_and_what_is_missing_is_empty(
    turns: tuple[tuple[str, str], ...], expected: list[str]
) -> None:
    table = StringTable(64)
    decisions = encode([context("x", "y", observation="now", turns=turns)], table, 2)
    assert texts(decisions, table) == [expected]


def test_decisions_lie_side_by_side_whatever_their_number_of_actions() -> None:
    table = StringTable(64)
    contexts = [context("x", "y", "z"), context("y"), context("z", "x", turns=TURNS)]
    decisions = encode(contexts, table, 1)
    assert decisions.counts.tolist() == [3, 1, 2]
    assert decisions.candidates.tolist() == [*table.ids(("x", "y", "z", "y", "z", "x"))]
    assert decisions.owner.tolist() == [0, 0, 0, 1, 2, 2]
    assert decisions.place.tolist() == [0, 1, 2, 0, 0, 1]
    assert decisions.state.shape == (3, 4)


def test_what_the_remembered_turns_did_is_marked_on_the_candidates() -> None:
    contexts = [
        context("a1", "x", "a3", turns=TURNS),
        context("a1", "x"),
        context("a1", "a1", turns=TURNS[:1]),
    ]
    decisions = encode(contexts, StringTable(64), 3)
    # Columns: the latest turn, the one before, the one before that.
    assert decisions.tried.tolist() == [
        [False, False, True],
        [False, False, False],
        [True, False, False],
        [False, False, False],
        [False, False, False],
        [True, False, False],
        [True, False, False],
    ]


def test_recorded_decisions_are_put_side_by_side_again() -> None:
    table = StringTable(64)
    decisions = encode([context("x", "y"), context("z", turns=TURNS)], table, 2)
    samples = [
        Sample(decisions.state[0], decisions.candidates[:2], 1, -0.5),
        Sample(decisions.state[1], decisions.candidates[2:], 0, 0.0),
    ]
    again = collate(samples[::-1])
    assert again.counts.tolist() == [1, 2]
    assert again.candidates.tolist() == [*table.ids(("z", "x", "y"))]
    assert again.state.tolist() == decisions.state[::-1].tolist()


def test_evidence_goes_with_the_decisions_it_weighs() -> None:
    table = StringTable(64)
    contexts = [
        context("a", "search[...]", instruction="a red desk"),
        context("red", "blue", instruction="a red desk"),
    ]
    assert encode(contexts, table, 2).evidence is None
    decisions = encode(contexts, table, 2, evidence=True)
    assert decisions.evidence is not None
    # The whole instruction and its two words that say something, in the open entry's place.
    assert decisions.counts.tolist() == [3, 2]
    assert decisions.evidence.shape == (5, WIDTH)
    samples = [decisions.sample(0, 2, -0.5), decisions.sample(1, 0, 0.0)]
    assert np.array_equal(samples[1].candidates, table.ids(("red", "blue")))
    again = collate(samples[::-1])
    assert np.array_equal(again.evidence, decisions.evidence[[3, 4, 0, 1, 2]])


def test_other_choices_than_the_candidates_can_be_given() -> None:
    table = StringTable(64)
    decisions = encode([context("a", "b")], table, 2, choices=[("a", "b", "c")])
    assert decisions.candidates.tolist() == [*table.ids(("a", "b", "c"))]


def test_a_context_without_actions_is_refused() -> None:
    with pytest.raises(EnvInputError) as error:
        encode([context("x"), context()], StringTable(64), 2)
    assert str(error.value) == (
        "the scorer chooses among admissible actions, and this context has none. "
        "Use an agent that writes its own actions."
    )


def test_distinct_values_stand_in_the_order_of_first_occurrence() -> None:
    values, place = distinct(np.array([[7, 3], [7, 9], [3, 1]]))
    assert values.tolist() == [7, 3, 9, 1]
    assert place.tolist() == [[0, 1], [0, 2], [1, 3]]


@settings(deadline=None, derandomize=True)
@given(st.lists(st.integers(0, 9), max_size=40), st.permutations(range(10)))
def test_distinct_does_not_depend_on_which_id_a_text_has(ids: list[int], names: list[int]) -> None:
    here, place = distinct(np.array(ids, np.int64))
    assert here[place].tolist() == ids
    there, same_place = distinct(np.array([names[i] for i in ids], np.int64))
    assert same_place.tolist() == place.tolist()
    assert there.tolist() == [names[i] for i in here.tolist()]
