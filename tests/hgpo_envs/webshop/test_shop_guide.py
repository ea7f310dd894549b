"""The way of someone who knows the goal."""

from small_shop import SmallShop, product
from small_world import COLOURS, small_env, small_world

import hgpo_envs
from hgpo_envs.webshop.catalogue.product import Product
from hgpo_envs.webshop.manner import Manner
from hgpo_envs.webshop.shop_env import ShopEnv
from hgpo_envs.webshop.world import World


def way(env: ShopEnv, task: str, *first: str) -> tuple[list[str], float]:
    """Return the actions that are advised after the first ones, and what they earn."""
    _, info = env.reset(options={"task": task})
    reward = 0.0
    for action in first:
        info = env.step(action)[4]
    actions = []
    while (action := info["expert_action"]) is not None:
        actions.append(action)
        _, reward, _, _, info = env.step(action)
        assert not info["inadmissible"]
    return actions, reward


def env_of(*products: Product) -> ShopEnv:
    world = small_world()
    there = World(
        panel=world.panel, shop=SmallShop(*products), goals=world.goals, judge=world.judge
    )
    return ShopEnv(world=there, manner=Manner(), max_steps=50, extras=("expert_action",))


def test_the_shortest_way_searches_opens_chooses_what_counts_and_buys() -> None:
    env = small_env(extras=("expert_action",))
    assert way(env, "human-0") == (
        ["search[lamp b0]", "click[b0]", "click[red]", "click[buy now]"],
        1.0,
    )


def test_the_way_is_found_from_everywhere() -> None:
    env = small_env(extras=("expert_action",))
    ends = ["click[b0]", "click[red]", "click[buy now]"]
    for first, then in [
        (("search[lamp]", "click[b1]", "click[red]"), ["search[lamp b0]", *ends]),
        (("search[lamp]", "click[b0]", "click[features]"), ["click[< prev]", *ends[1:]]),
        (("search[lamp]", "click[b0]", "click[red]", "click[blue]"), ends[1:]),
        (("search[nothing]",), ["search[lamp b0]", *ends]),
    ]:
        assert way(env, "human-0", *first) == (then, 1.0)
    assert way(env, "human-0", "search[lamp]", "click[b0]", "click[buy now]") == ([], 0.0)


def test_a_product_on_another_page_is_turned_to() -> None:
    others = [product(f"C{n}", title="lamp b0") for n in range(11)]
    env = env_of(*others, product("B0", options=COLOURS))
    ends = ["click[b0]", "click[red]", "click[buy now]"]
    assert way(env, "human-0")[0] == ["search[lamp b0]", "click[next >]", *ends]
    turned = ("search[lamp]", *["click[next >]"] * 2)
    assert way(env, "human-0", *turned)[0] == ["click[< prev]", *ends]


def test_where_no_query_finds_the_product_there_is_no_advice() -> None:
    others = [product(f"C{n}", title="lamp b0 find easy clean gives light 0") for n in range(50)]
    assert way(env_of(*others, product("B0")), "human-0") == ([], 0.0)


def test_an_option_behind_a_button_or_in_brackets_is_not_advised() -> None:
    hidden = {"color": ("buy now", "red [xl]")}
    env = env_of(product("B0", options=hidden))
    assert way(env, "human-0")[0] == ["search[lamp b0]", "click[b0]", "click[buy now]"]


def test_every_generated_goal_is_reached() -> None:
    env = hgpo_envs.make(
        "WebShopGen-v0", split="test", products=300, extras=("expert_action", "progress")
    )
    assert isinstance(env, ShopEnv)
    for task in env.panel.ids[:40]:
        actions, reward = way(env, task)
        assert (reward, len(actions) <= env.max_steps) == (1.0, True), task


def test_scripts_play_whole_episodes() -> None:
    env = hgpo_envs.make("WebShopGen-v0", split="test", products=300)
    for make in (env.make_expert, env.make_first_hit):
        observation, info = env.reset(options={"task": "gen-0"})
        script = make()
        script.reset(observation)
        over = cut_off = False
        while not (over or cut_off):
            action = script.act(observation, info["admissible_actions"])
            observation, _, over, cut_off, info = env.step(action)
        assert over
