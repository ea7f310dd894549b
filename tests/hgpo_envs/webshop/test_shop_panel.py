"""Splits of the goals of a shop, and goals by task."""

import random

import pytest
from small_shop import product

from hgpo_envs.errors import DataError, UnknownNameError
from hgpo_envs.panel import TaskPanel
from hgpo_envs.webshop.catalogue.instructions import HumanInstruction
from hgpo_envs.webshop.goals.book import GoalBook
from hgpo_envs.webshop.goals.wish import human_wishes
from hgpo_envs.webshop.panel import GoalsByTask, panel_of


def book(count: int) -> GoalBook:
    asked = HumanInstruction(text="find a lamp.", attributes=("bright",), options=())
    wishes = [
        wish
        for row in range(count)
        for wish in human_wishes(product(f"B{row}", row=row, category=f"c{row % 2}"), [asked])
    ]
    return GoalBook("human", wishes, lambda row: 10.0, random.Random(7))


def panel(goals: GoalBook, split: str) -> TaskPanel:
    places = {"count": len(goals), "task_at": goals.task, "kind_at": goals.category}
    return panel_of("WebShop-v0", split, version="1", **places)


@pytest.mark.parametrize(
    ("count", "split", "first", "size", "partial"),
    [
        (1600, "test", "human-0", 500, False),
        (1600, "dev", "human-500", 1000, False),
        (1600, "train", "human-1500", 100, False),
        (719, "dev", "human-500", 219, True),
        (12, "test", "human-0", 12, True),
    ],
)
def test_splits_are_places_of_the_official_order(
    count: int, split: str, first: str, size: int, partial: bool
) -> None:
    goals = book(count)
    found = panel(goals, split)
    assert (found.ids[0], len(found), found.partial) == (first, size, partial)
    assert found.kinds[0] == goals.category(int(first.split("-")[1]))


def test_a_split_without_goals_is_told() -> None:
    with pytest.raises(DataError) as caught:
        panel(book(719), "train")
    assert str(caught.value) == (
        "the split 'train' begins at goal 1,500, and this shop has 719 goals of that "
        "kind. Take an earlier split (test, dev), or a larger catalogue."
    )
    with pytest.raises(UnknownNameError, match=r"unknown split 'tset'\. Did you mean 'test'\?"):
        panel(book(1), "tset")


def test_goals_are_found_by_their_tasks_alone() -> None:
    goals = GoalsByTask(book(3))
    assert list(goals) == ["human-0", "human-1", "human-2"]
    assert [goals[task].task for task in goals] == list(goals)
    assert goals["human-1"] is goals["human-1"]
    for task in ("human-3", "human--1", "human-01", "human-", "human-²", "synthetic-0", "human"):
        assert task not in goals
