import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hgpo_envs.context import Turn
from hgpo_envs.context.memories.deeds import HEADINGS, Deed, read_deed, read_deeds


@pytest.mark.parametrize(
    ("action", "heading", "thing"),
    [
        ("go to desk 1", "Places been to", "desk 1"),
        ("Go  To desk 1", "Places been to", "To desk 1"),
        ("take mug 1 from desk 1", "Taken", "mug 1 from desk 1"),
        ("pick up mug 1", "Taken", "mug 1"),
        ("move mug 1 to shelf 1", "Put away", "mug 1 to shelf 1"),
        ("put mug 1 in/on shelf 1", "Put away", "mug 1 in/on shelf 1"),
        ("search[red shoes]", "Searched for", "red shoes"),
        ("search for red shoes", "Searched for", "red shoes"),
        ("click[buy now]", "Also done", "click[buy now]"),
        ("heat mug 1 with microwave 1", "Also done", "heat mug 1 with microwave 1"),
        ("look", "Also done", "look"),
        ("go", "Also done", "go"),
        ("", "Also done", ""),
    ],
)
def test_the_verb_of_an_action_says_what_kind_of_deed_it_is(
    action: str, heading: str, thing: str
) -> None:
    assert read_deed(action, None, known=frozenset()) == Deed(heading, thing, "")


def test_what_is_new_in_the_next_observation_is_what_came_of_it() -> None:
    after = Turn("Back to Search [SEP] a lamp [SEP] Page 1", "", 0.0, {"inadmissible": False})
    deed = read_deed("search[a lamp]", after, known=frozenset({"a lamp"}))
    assert deed == Deed("Searched for", "a lamp", "Back to Search; Page 1")
    # What was taken is said already.
    assert read_deed("take mug 1", after, known=frozenset()).result == ""


def test_a_refused_action_stands_among_the_refused_whole() -> None:
    after = Turn("Nothing happens.", "look", 0.0, {"inadmissible": True})
    assert read_deed("go to  moon", after, known=frozenset()) == Deed("Refused", "go to moon", "")


def test_the_last_told_turn_is_read_with_the_one_after_it() -> None:
    turns = [
        Turn("A room.", "go to desk 1", 0.0, {}),
        Turn("A desk.", "jump", 0.0, {}),
        Turn("No.", "look", 0.0, {"inadmissible": True}),
    ]
    assert read_deeds("task", turns, 2) == [
        Deed("Places been to", "desk 1", "A desk."),
        Deed("Refused", "jump", ""),
    ]
    # Of the very last turn it isn't told yet what came of it: the agent sees that now.
    assert read_deeds("task", turns, 3)[2] == Deed("Also done", "look", "")


@settings(deadline=None, derandomize=True)
@given(st.text(), st.text(), st.booleans())
def test_any_action_is_one_deed(action: str, observation: str, inadmissible: bool) -> None:
    deed = read_deed(
        action, Turn(observation, "", 0.0, {"inadmissible": inadmissible}), known=frozenset()
    )
    assert deed.heading in HEADINGS
    assert (deed.heading == "Refused") == inadmissible
    assert "\n" not in deed.thing + deed.result
