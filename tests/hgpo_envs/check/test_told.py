"""Answers written down: equal where they are equal, in every process."""

from dataclasses import dataclass

import numpy as np
import pytest

from hgpo_envs.check.told import difference, shown, told, written


class Thing:
    pass


@dataclass(frozen=True)
class Place:
    number: int


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ({"x", "y", "z"}, {"z", "y", "x"}),
        (Thing(), Thing()),
        (np.int64(3), np.int64(3)),
        (float("nan"), float("nan")),
    ],
)
def test_what_is_the_same_is_written_the_same(one: object, other: object) -> None:
    assert written(one) == written(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, "1"), (1, True), (1, 1.0), (0.1 + 0.2, 0.3), (Place(1), Place(2)), ([1], [[1]])],
)
def test_what_differs_is_written_differently(one: object, other: object) -> None:
    assert written(one) != written(other)


def test_the_first_difference_is_told_with_its_place() -> None:
    first = [told("here", 0.0, False, False, {"won": False})]
    same = [told("here", 0.0, False, False, {"won": False})]
    assert difference(first, same) is None
    later = told("x" * 100 + "there", 0.0, False, False, {"won": False})
    other = told("x" * 100 + "where", 0.0, False, False, {"won": False})
    parts = difference([*first, later], [*same, other])
    # The texts begin to differ at character 101 (the quote is 0), and 30 before that are shown.
    assert parts == (
        f"after step 1 observation was …{'x' * 30}there' first and …{'x' * 30}where' then"
    )


def test_what_is_missing_in_one_play_is_told() -> None:
    first = [told("here", 0.0, False, False, {"won": False})]
    bare = [told("here", 0.0, False, False, {})]
    assert difference(first, bare) == "after reset info['won'] was False first and missing then"
    assert difference(bare, first) == "after reset info['won'] was missing first and False then"


def test_a_play_that_is_shorter_differs() -> None:
    first = [told("here", 0.0, False, False, {})]
    assert difference(first, first * 2) == "one play has 1 answers and the other 2"


def test_what_is_shown_is_short_and_on_one_line() -> None:
    assert shown("a\nb") == "'a\\nb'"
    assert len(shown("x" * 100_000)) < 80
