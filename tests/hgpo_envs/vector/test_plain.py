import json
import math

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hgpo_envs.errors import EnvInputError
from hgpo_envs.vector.plain import dumps, loads

ATOMS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters(codec=None, categories=None, exclude_categories=()), max_size=6)
)
HASHABLE = st.recursive(ATOMS, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=4)
PLAIN = st.recursive(
    ATOMS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(HASHABLE, inner, max_size=3)
        | st.dictionaries(st.sampled_from(("()", "{}", "{:}", "a")), inner, max_size=2)
        | st.frozensets(HASHABLE, max_size=3)
    ),
    max_leaves=12,
)


def shape(value: object) -> object:
    """Return a value with the type of every part, so that 1, 1.0 and True differ."""
    if isinstance(value, dict):
        return "dict", sorted(((repr(k), shape(k), shape(v)) for k, v in value.items()), key=repr)
    if isinstance(value, frozenset):
        return "frozenset", sorted((shape(item) for item in value), key=repr)
    if isinstance(value, list | tuple):
        return type(value).__name__, [shape(item) for item in value]
    return type(value).__name__, repr(value)


@given(PLAIN)
@example({"()": [1]})
@example({"{:}": [[1, 2]]})
@example((1, True, 1.0, -0.0, "\ud800"))
@settings(deadline=None, derandomize=True, max_examples=200)
def test_plain_values_come_back_as_they_were(value: object) -> None:
    assert shape(loads(dumps(value, "it"))) == shape(value)


def test_what_is_written_is_json() -> None:
    assert json.loads(dumps({"a": (1, [None]), "b": "é"}, "it")) == {
        "a": {"()": [1, [None]]},
        "b": "é",
    }


def test_sets_are_written_in_one_order() -> None:
    words = [f"word {number}" for number in range(50)]
    assert dumps(frozenset(words), "it") == dumps(frozenset(reversed(words)), "it")


def test_numbers_that_are_none_come_back() -> None:
    back = loads(dumps((math.nan, math.inf), "it"))
    assert isinstance(back, tuple)
    assert math.isnan(back[0])
    assert back[1] == math.inf


@pytest.mark.parametrize(
    ("value", "place", "kind"),
    [
        (object(), "it", "object"),
        ({"deep": [1, (2, {3})]}, "it['deep'][1][1]", "set"),
        ([b"x"], "it[0]", "bytes"),
    ],
)
def test_what_is_not_plain_is_refused_with_its_place(value: object, place: str, kind: str) -> None:
    with pytest.raises(EnvInputError) as error:
        dumps(value, "it")
    assert str(error.value) == (
        f"{place} is of type {kind}, which can't be sent to or from a worker; expected str, int, "
        "float, bool, None, or tuples, lists, dicts and frozensets of those. Give it as such, or "
        "play in this process, without workers."
    )
