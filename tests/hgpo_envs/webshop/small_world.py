"""A shop of three products with three goals, and a judge that asks for a product and an option."""

from collections.abc import Mapping

from small_shop import SmallShop, product

from hgpo_envs.panel import TaskPanel
from hgpo_envs.webshop.goals.goal import Goal
from hgpo_envs.webshop.manner import Manner
from hgpo_envs.webshop.shop_env import ShopEnv
from hgpo_envs.webshop.world import World

COLOURS = {"color": ("red", "blue"), "style": ("size [xl]", "search")}
PRODUCTS = (product("B0", options=COLOURS), product("B1", options=COLOURS), product("b2"))


def goal(number: int, weight: float = 1.0) -> Goal:
    """Return a goal that asks for product B0 or B1, in red."""
    asin = f"B{number % 2}"
    return Goal(
        task=f"human-{number}",
        asin=asin,
        category="garden",
        query="lamps",
        name=f"Lamp {asin}",
        product_category="Home › Lamps",
        instruction=f"find lamp {number}",
        attributes=("easy clean",),
        price_upper=20.0,
        options=("red",),
        weight=weight,
    )


def small_world(*goals: Goal, split: str = "all") -> World:
    """Return the world of these goals, or of three; the split ``middle`` has two of them."""
    tasks = {one.task: one for one in goals or (goal(0), goal(1), goal(2))}

    def judge(task: str, asin: str, options: Mapping[str, str]) -> tuple[float, dict[str, object]]:
        parts = {"r_type": float(asin == tasks[task].asin), "r_option": "red" in options.values()}
        return sum(parts.values()) / 2, dict(parts)

    ids = tuple(tasks if split == "all" else tuple(tasks)[1:3])
    panel = TaskPanel(env_id="Small-v0", split=split, version="1", ids=ids)
    return World(panel=panel, shop=SmallShop(*PRODUCTS), goals=tasks, judge=judge)


def small_env(
    *goals: Goal, extras: tuple[str, ...] = (), split: str = "all", **manner: object
) -> ShopEnv:
    """Return an environment over a small world."""
    return ShopEnv(
        world=small_world(*goals, split=split),
        manner=Manner(**manner),  # type: ignore[arg-type]
        max_steps=15,
        extras=extras,
    )
