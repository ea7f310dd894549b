from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds.contexts import context

from agents.candidates import MOST_FILLS, candidates, fills
from agents.random_policy import RandomPolicy
from hgpo_envs.open_actions import is_open

WISH = (
    "i want a wooden desk with drawers for my office, color: dark red, and size: large, "
    "and price lower than 90.00 dollars"
)


def test_an_open_entry_gives_way_to_what_the_instruction_suggests() -> None:
    seen = context("click[help]", "search[...]", "undo", instruction=WISH)
    assert candidates(seen) == (
        "click[help]",
        "search[i want a wooden desk with drawers for my office, color: dark red, and size: large]",
        "search[wooden desk drawers office color dark red size large]",
        "search[wooden desk drawers office]",
        "search[wooden desk drawers]",
        "search[wooden desk]",
        "search[office]",
        "undo",
    )


def test_without_an_open_entry_the_actions_are_the_very_tuple_that_is_listed() -> None:
    seen = context("look", "go to desk 1")
    assert candidates(seen) is seen.admissible_actions
    assert candidates(context()) == ()


def test_equal_contexts_share_one_tuple() -> None:
    one, two = (context("search[...]", instruction=WISH) for _ in range(2))
    assert candidates(one) is candidates(two)


def test_an_instruction_without_words_leaves_the_entry_as_it_stands() -> None:
    assert candidates(context("search[...]", instruction="under $20")) == ("search[...]",)


def test_brackets_of_the_instruction_do_not_reach_the_action() -> None:
    assert fills("a red [new] lamp]")[0] == "a red new lamp"


@settings(deadline=None, derandomize=True)
@given(st.text(max_size=200))
def test_whatever_the_instruction_the_fills_are_few_different_and_plain(text: str) -> None:
    found = fills(text)
    assert len(found) == len(set(found)) <= MOST_FILLS
    assert all(words and not set("[]\n") & set(words) for words in found)
    offered = candidates(context("click[a]", "search[...]", instruction=text))
    assert offered[0] == "click[a]"
    assert not found or not any(map(is_open, offered))


def test_the_random_agent_fills_open_actions_in_each_alike() -> None:
    seen = context("click[help]", "search[...]", instruction=WISH)
    offered = candidates(seen)
    draws = (np.arange(50 * len(offered)) + 0.5) / (50 * len(offered))
    told = RandomPolicy().act([seen] * len(draws), members=range(len(draws)), draws=draws)
    assert Counter(told.texts) == dict.fromkeys(offered, 50)
