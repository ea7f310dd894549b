"""MiniWoB's real pages in a real Chromium, through BrowserGym."""

import asyncio

import pytest

from hgpo_envs import make
from hgpo_envs.errors import UnknownNameError

pytestmark = [
    pytest.mark.slow,
    # Playwright leaves its pipes to the interpreter
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
TASK = "choose-list/1"


@pytest.fixture(scope="module")
def env():
    env = make("MiniWoB-v0", pages=["choose-list", "click-test"], wait_s=0.1)
    yield env
    env.close()


def test_a_page_is_shown_as_its_tree_and_its_task_in_words(env):
    text, info = env.reset(options={"task": TASK})
    assert text.startswith(
        "RootWebArea 'Choose List Task', focused, url='miniwob/choose-list.html'"
    )
    assert "[20] option 'Norfolk Island', selected=False" in text
    goal, _, actions = info["instruction"].partition("\n\n")
    assert goal == "Select Norfolk Island from the list and click Submit."
    assert "click(bid: str" in actions
    assert info["admissible_actions"] is None
    assert info["anchor"] == text


def test_doing_what_is_asked_for_wins_and_the_episode_stays_over(env):
    env.reset(options={"task": TASK})
    text, reward, terminated, _, info = env.step("select_option('13', 'Norfolk Island')")
    assert "option 'Norfolk Island', selected=True" in text
    assert (reward, terminated, info["inadmissible"]) == (0.0, False, False)
    _, reward, terminated, truncated, info = env.step("click('21')")
    assert (reward, terminated, truncated, info["won"]) == (1.0, True, False, True)
    _, reward, terminated, _, info = env.step("click('21')")
    assert (reward, terminated, info["inadmissible"]) == (0.0, True, True)


def test_doing_something_else_loses(env):
    env.reset(options={"task": TASK})
    _, reward, terminated, _, info = env.step("click('21')")
    assert (reward, terminated, info["won"]) == (0.0, True, False)


def test_what_can_not_be_done_is_refused_and_not_raised(env):
    env.reset(options={"task": "click-test/0"})
    for action in ("", "xyzzy", "click('999')", "import os", "é", "\ud800", "x" * 100_000):
        _, reward, terminated, _, info = env.step(action)
        assert (reward, terminated, info["inadmissible"]) == (0.0, False, True)


def test_a_snapshot_goes_on_after_another_episode(env):
    env.reset(options={"task": TASK})
    env.step("select_option('13', 'Nigeria')")
    kept = env.snapshot()
    expected = env.step("click('21')")
    env.reset(options={"task": "click-test/0"})
    env.restore(kept)
    assert env.step("click('21')") == expected


def test_the_threads_own_event_loop_is_left_alone(env):
    env.reset(options={"task": "click-test/0"})
    assert asyncio.run(asyncio.sleep(0, "done")) == "done"


def test_an_unknown_page_is_told_its_neighbour():
    with pytest.raises(UnknownNameError, match=r"'click-tset'.*'click-test'"):
        make("MiniWoB-v0", pages=["click-tset"])
