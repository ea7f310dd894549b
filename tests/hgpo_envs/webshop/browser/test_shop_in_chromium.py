"""The shop in a real browser says, does and pays what the text mode does."""

import os
from pathlib import Path

import numpy as np
import pytest
from site_world import world_of
from small_shop import SmallShop, product
from small_world import small_world

from hgpo_envs.errors import EnvInputError, MissingPackageError
from hgpo_envs.webshop.browser import chromium
from hgpo_envs.webshop.browser.shop_env import BrowserShopEnv
from hgpo_envs.webshop.manner import Manner
from hgpo_envs.webshop.shop_env import ShopEnv

pytestmark = pytest.mark.slow

HOSTILE = (
    "<script>window.owned = 1</script><img src=x onerror='window.owned = 2'>"
    "<a href='javascript:window.owned = 3'>\"'&lt;b&gt;`${window.owned = 4}`"
)
ODD = (
    "a\nb",
    "a\r\nb\rc",
    " ",
    " \n ",
    "é ★ 山水 🎈 \u202e",
    "&amp;&#13;",
    "x" * 70_000,
    "\u00a0x",
)


def odd_shop():
    """Return a shop whose products have what is hard to show in HTML."""
    lamps = [product(f"B00000000{i}", title=f"lamp {text}") for i, text in enumerate(ODD)]
    odd = [
        product(
            asin,
            title=f"lamp {HOSTILE}",
            description=text,
            bullets=(text, HOSTILE, ""),
            price_text=text,
            attributes=(text, HOSTILE),
            options={
                HOSTILE: (HOSTILE, "red", "next >", "search"),
                "o.size": ("red", "xl [wide]", "features", "attributes", "buy now", text),
            },
        )
        for asin, text in zip(
            ("b0lower", "B0LOWER", "../..", 'B0"Q"&<1>', "X", "Next >", "buy now", "\u0130"),
            ODD,
            strict=True,
        )
    ]
    return SmallShop(*odd, *lamps)


def odd_world():
    def judge(task, asin, options):
        return 0.25 * len(options), {"task": task, "asin": asin, **dict(options)}

    tasks = {f"human-{i}": f"a lamp, {text} {HOSTILE}" for i, text in enumerate(ODD[:3])}
    return world_of(odd_shop(), tasks, judge)


def environments(world, **options):
    """Return the same shop in text and in a browser."""
    in_text = ShopEnv(world=world, manner=Manner(), max_steps=15, **options)
    return in_text, BrowserShopEnv(world=world, max_steps=15, **options)


QUERIES = ("lamp", "LAMP é 🎈", "no such thing", " ", "lamp item_page", f"lamp {HOSTILE}", "search")


def some_action(admissible, rng):
    """Return an action: mostly what the page offers, now and then a search or what it refuses."""
    choice = rng.random()
    if choice < 0.2:
        return f"search[{QUERIES[rng.integers(len(QUERIES))]}]"
    if choice < 0.25:
        return str(rng.choice(["click[search]", "click[nothing]", "buy", "search[]", "click[a]b]"]))
    closed = [action for action in admissible if not action.endswith("[...]")]
    return closed[rng.integers(len(closed))] if closed else "search[lamp]"


def play_both(in_text, in_browser, task, rng, steps):
    """Do the same random actions in both, and compare everything; return the actions."""
    shown, info = in_text.reset(options={"task": task})
    assert in_browser.reset(options={"task": task}) == (shown, info)
    actions = []
    for _ in range(steps):
        actions.append(some_action(info["admissible_actions"], rng))
        answer = in_text.step(actions[-1])
        assert in_browser.step(actions[-1]) == answer, actions
        info = answer[4]
    return actions


def test_odd_products_and_queries_read_and_act_as_in_text():
    in_text, in_browser = environments(odd_world(), extras=("goal", "progress"))
    rng = np.random.default_rng(5)
    try:
        for episode in range(12):
            task = f"human-{episode % 3}"
            play_both(in_text, in_browser, task, rng, 14)
    finally:
        in_browser.close()


def test_markup_in_products_options_instructions_and_queries_does_nothing():
    world = odd_world()
    env = BrowserShopEnv(world=world, max_steps=50)
    try:
        env.reset(options={"task": "human-0"})
        driver = env.storefront.window.driver
        for action in (
            f"search[lamp {HOSTILE}]",
            "click[b0lower]",
            f"click[{HOSTILE.lower()}]",
            "click[description]",
            "click[< prev]",
            "click[features]",
            "click[< prev]",
            "click[attributes]",
            "click[< prev]",
            "click[buy now]",
        ):
            env.step(action)
            found = driver.execute_script(
                "return [typeof window.owned, document.querySelectorAll("
                "'script, img, iframe, object, [onerror], [href^=javascript]').length]"
            )
            assert found == ["undefined", 0], action
        # what would run if it were let: the policy stops even a script that is on the page
        driver.execute_script(
            "const one = document.createElement('script');"
            "one.textContent = 'window.owned = 5'; document.body.append(one);"
        )
        assert driver.execute_script("return typeof window.owned") == "undefined"
    finally:
        env.close()


def test_a_restored_episode_goes_on_exactly():
    in_text, env = environments(odd_world())
    rng = np.random.default_rng(11)
    try:
        for _ in range(4):
            play_both(in_text, env, "human-1", rng, 6)
            both = in_text.snapshot(), env.snapshot()
            _, info = in_text.reset(options={"task": "human-2"})
            env.reset(options={"task": "human-2"})
            in_text.step("search[lamp]")
            env.step("search[lamp]")
            in_text.restore(both[0])
            env.restore(both[1])
            info = in_text.step("click[nothing]")[4]
            assert env.step("click[nothing]")[4] == info
            for _ in range(5):
                action = some_action(info["admissible_actions"], rng)
                answer = in_text.step(action)
                assert env.step(action) == answer
                info = answer[4]
    finally:
        env.close()


def test_a_snapshot_outlives_the_browser_and_the_environment():
    first, second = (BrowserShopEnv(world=small_world(), max_steps=9) for _ in range(2))
    try:
        first.reset(options={"task": "human-1"})
        first.step("search[lamp]")
        expected = first.step("click[b0]")[0]
        kept = first.snapshot()
        first.close()
        second.restore(kept)
        assert second.step("click[nothing]")[0] == expected
        first.restore(kept)
        assert first.step("click[nothing]")[0] == expected
    finally:
        first.close()
        second.close()


def test_a_screenshot_has_the_size_that_was_asked_for_and_changes_with_the_page():
    env = BrowserShopEnv(
        world=small_world(), max_steps=9, render_mode="rgb_array", width=640, height=480
    )
    try:
        assert env.render() is None
        env.reset(options={"task": "human-0"})
        start = env.render()
        assert (start.shape, start.dtype) == ((480, 640, 3), np.uint8)
        env.step("search[lamp]")
        results = env.render()
        assert results.shape == start.shape
        assert (results != start).any()
        assert np.array_equal(results, env.render())
    finally:
        env.close()


def chromium_profiles():
    """Return the command lines of this process's Chromiums that still run, by their profile."""
    lines = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            line = (folder / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if "webshop-chromium-" in line or "chromedriver\0--port" in line:
            lines.append((int(folder.name), line))
    return lines


def test_closing_leaves_no_process_no_profile_and_no_thread(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = {pid for pid, _ in chromium_profiles()}
    env = BrowserShopEnv(world=small_world(), max_steps=9)
    env.reset()
    started = {pid for pid, _ in chromium_profiles()} - before
    assert len(started) > 1
    env.close()
    env.close()
    assert {pid for pid, _ in chromium_profiles()} & started == set()
    assert os.listdir(tmp_path) == []
    env.reset()
    env.close()


def test_a_browser_that_dies_is_told_and_the_next_episode_starts_another():
    env = BrowserShopEnv(world=small_world(), max_steps=9)
    try:
        env.reset()
        env.storefront.window.driver.service.process.kill()
        with pytest.raises(
            EnvInputError, match=r"^the browser is gone: [^\n]+ A reset starts another\.$"
        ):
            env.step("search[lamp]")
        env.reset(options={"task": "human-0"})
        assert "Total results: 3" in env.step("search[lamp]")[0]
    finally:
        env.close()


@pytest.mark.parametrize(
    ("names", "what"),
    [("BROWSERS", "Chromium (nowhere)"), ("DRIVERS", "Chromium's driver (nowhere)")],
)
def test_a_missing_program_is_told_with_the_way_to_get_it(names, what, monkeypatch):
    monkeypatch.setattr(chromium, names, ("nowhere",))
    env = BrowserShopEnv(world=small_world(), max_steps=9)
    with pytest.raises(MissingPackageError) as caught:
        env.reset()
    assert str(caught.value) == (
        f"the shop in a browser needs {what}, which is not on the PATH. "
        "`make setup-browser` brings both (Debian's packages chromium and chromium-driver)."
    )


def test_a_browser_that_does_not_start_is_told(monkeypatch):
    monkeypatch.setattr(chromium, "BROWSERS", ("true",))
    env = BrowserShopEnv(world=small_world(), max_steps=9)
    with pytest.raises(EnvInputError, match=r"^/\S+/true did not start: "):
        env.reset()
