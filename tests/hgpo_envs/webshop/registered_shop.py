"""A small shop under an id of its own, to be opened by it."""

from dataclasses import replace

from small_world import small_world

import hgpo_envs
from hgpo_envs.webshop.manner import Manner
from hgpo_envs.webshop.shop_env import ShopEnv

SMALL_SHOP = hgpo_envs.EnvSpec(
    id="SmallShop-v0",
    entry_point="registered_shop:SmallShopEnv",
    splits=("test", "dev"),
    default_split="dev",
    max_steps=15,
)


class SmallShopEnv(ShopEnv):
    """The shop of three products; its option ``goals`` is kept to be looked at."""

    def __init__(self, *, spec, split, max_steps, goals="human"):
        world = small_world()
        panel = replace(world.panel, env_id=spec.id, split=split, version=goals)
        super().__init__(world=replace(world, panel=panel), manner=Manner(), max_steps=max_steps)
