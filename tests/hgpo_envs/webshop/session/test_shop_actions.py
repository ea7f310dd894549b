"""Reading actions as the original reads them."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hgpo_envs.webshop.session.actions import click, parse

ORIGINAL = re.compile(r"(.+)\[(.+)\]")


@given(st.text(alphabet="aB[]\n \r<İ", max_size=12))
@settings(deadline=None, derandomize=True, max_examples=500)
def test_an_action_is_read_as_the_original_pattern_reads_it(text: str) -> None:
    match = ORIGINAL.match(text)
    expected = match and (match[1], match[2].lower())
    assert parse(text) == expected


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("search[red shoes]", ("search", "red shoes")),
        ("click[Next >]", ("click", "next >")),
        ("click[next >]extra", ("click", "next >")),
        ("click[next >]\n", ("click", "next >")),
        ("click[ next >]", ("click", " next >")),
        ("click[size [xl]]", ("click[size ", "xl]")),
        ("search[ ]", ("search", " ")),
        (" click[x]", (" click", "x")),
        ("\nclick[x]", None),
        ("search[]", None),
        ("[x]", None),
        ("search", None),
        ("", None),
    ],
)
def test_what_the_original_takes_for_an_action(text: str, read: tuple[str, str] | None) -> None:
    assert parse(text) == read


def test_a_million_brackets_are_read_at_once() -> None:
    started = time.perf_counter()
    assert parse("[" * 1_000_000) is None
    assert time.perf_counter() - started < 1


@pytest.mark.parametrize("thing", ["size [xl]", "", "search", "two\nlines", "Upper"])
def test_what_no_action_can_say_has_none(thing: str) -> None:
    assert click(thing) is None


@pytest.mark.parametrize(
    "thing", ["next >", 'the "big" one', "a & b <new>", "[", "tail]", " padded "]
)
def test_other_things_are_said_as_they_are_called(thing: str) -> None:
    assert click(thing) == f"click[{thing}]"
