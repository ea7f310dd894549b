"""Fifty episodes, scripted and random: the browser says, ends and pays what the text mode does."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import hgpo_envs

pytestmark = pytest.mark.slow

SHOP = "WebShopSmall-v0"
SCRIPTED, RANDOM, STEPS = 30, 20, 12
QUERIES = (
    "red lamp",
    "Women's Shoes!",
    "café ★",
    "item_page coffee",
    "<b>gift</b>",
    "zzz",
    "🎁 gift",
)


def shopping(instruction, rng):
    """Yield the actions of a careful customer; each is answered by what can be done next."""
    words = instruction.partition(", and price")[0].split()
    offered = yield f"search[{' '.join(words[: rng.integers(4, 15)])}]"
    for _ in range(rng.integers(2)):
        offered = yield "click[next >]"
        offered = yield "click[< prev]"
    products = [one for one in offered if one.startswith("click[b0")]
    offered = yield products[rng.integers(len(products))]
    for page in rng.permutation(["description", "features", "reviews"])[: rng.integers(3)]:
        yield f"click[{page}]"
        offered = yield "click[< prev]"
    fixed = {"description", "features", "reviews", "buy now", "back to search", "< prev"}
    values = [one for one in offered if one[6:-1] not in fixed]
    for value in rng.permutation(values)[: rng.integers(4)]:
        offered = yield str(value)
    yield "click[buy now]"


def wandering(instruction, rng):
    """Yield random actions: clicks of the page, searches anywhere, things that are refused."""
    offered = ("search[...]",)
    for _ in range(STEPS):
        draw = rng.random()
        clicks = [one for one in offered if not one.endswith("[...]")]
        if draw < 0.15 or not clicks:
            offered = yield f"search[{QUERIES[rng.integers(len(QUERIES))]}]"
        elif draw < 0.25:
            offered = yield str(rng.choice(["click[nothing]", "click[search]", "go", "search[]"]))
        else:
            offered = yield clicks[rng.integers(len(clicks))]


def agree(in_text, in_browser, task, policy, rng):
    """Play one episode in both; return its length and what it earned."""
    answer = in_text.reset(options={"task": task})
    assert in_browser.reset(options={"task": task}) == answer
    plan = policy(answer[1]["instruction"], rng)
    action, earned, steps = next(plan), 0.0, 0
    while True:
        answer = in_text.step(action)
        assert in_browser.step(action) == answer, (task, action)
        earned, steps = earned + answer[1], steps + 1
        if answer[2]:
            return steps, earned
        try:
            action = plan.send(answer[4]["admissible_actions"])
        except StopIteration:
            return steps, earned


def play_share(data, numbers):
    """Play some of the episodes in one browser; return the length and the earnings of each."""
    in_text = hgpo_envs.make(SHOP, split="test", data=data)
    in_browser = hgpo_envs.make("WebShopBrowser-v0", split="test", shop=SHOP, data=data)
    try:
        return [
            agree(
                in_text,
                in_browser,
                in_text.panel.ids[number * 7],
                shopping if number < SCRIPTED else wandering,
                np.random.default_rng(number),
            )
            for number in numbers
        ]
    finally:
        in_browser.close()


def test_fifty_episodes_are_the_same_in_text_and_in_chromium(shared_data):
    numbers = range(SCRIPTED + RANDOM)
    data = shared_data / "webshop"
    with ThreadPoolExecutor(2) as pool:
        shares = list(pool.map(lambda start: play_share(data, numbers[start::2]), (0, 1)))
    played = [*shares[0], *shares[1]]
    assert len(played) == 50
    assert sum(steps for steps, _ in played) > 300
    assert sum(earned > 0 for _, earned in played) >= 12


def test_the_same_tasks_in_a_browser_are_a_panel_of_their_own(shared_data):
    data = shared_data / "webshop"
    in_text = hgpo_envs.make(SHOP, split="test", data=data)
    in_browser = hgpo_envs.make("WebShopBrowser-v0", split="test", shop=SHOP, data=data)
    assert in_browser.panel.ids == in_text.panel.ids
    assert in_browser.panel.env_id == "WebShopBrowser-v0"
    assert in_browser.panel.version == f"{SHOP} {in_text.panel.version}"
