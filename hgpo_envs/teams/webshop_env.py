"""WebShop for a searcher and a decider, one view after the other."""

import os
from collections.abc import Sequence
from dataclasses import replace

from hgpo_envs.spec import EnvSpec
from hgpo_envs.teams.env import TeamEnv
from hgpo_envs.teams.shopping import ShoppingTeam
from hgpo_envs.webshop.generate import GivenDifficulty
from hgpo_envs.webshop.manner import Manner
from hgpo_envs.webshop.shop_env import ShopEnv
from hgpo_envs.webshop.site.opening import open_shop


class WebShopTeamEnv(TeamEnv):
    """Shopping by instruction for two: one searches, the other decides."""

    known_extras = ShopEnv.known_extras

    def __init__(
        self,
        *,
        spec: EnvSpec,
        split: str,
        max_steps: int,
        extras: Sequence[str] = (),
        render_mode: str | None = None,
        shop: str | None = None,
        data: str | os.PathLike[str] | None = None,
        products: str | int | None = None,
        goals: str | None = None,
        shop_seed: int | None = None,
        difficulty: GivenDifficulty = None,
        reward: str | None = None,
        draw_seed: int | None = None,
    ) -> None:
        """Open the shop.

        Args:
            spec: the registry's entry.
            split: ``test``, ``dev`` or ``train``.
            max_steps: cap on the actions of both together.
            extras: as ``ShopEnv`` says.
            render_mode: ``"ansi"`` or None.
            shop: the environment whose shop it is: ``"WebShop-v0"``, ``"WebShopSmall-v0"`` or
                ``"WebShopGen-v0"``; None takes the first where ``data`` is given, else the last.
            data: as that environment says, and so for the rest; None leaves an option out.
            products: likewise.
            goals: likewise.
            shop_seed: likewise.
            difficulty: likewise.
            reward: likewise.
            draw_seed: likewise.

        Raises:
            EnvInputError: as ``open_shop`` and ``ShopEnv`` say.
        """
        options: dict[str, object] = {
            "data": data,
            "products": products,
            "goals": goals,
            "shop_seed": shop_seed,
            "difficulty": difficulty,
            "reward": reward,
            "draw_seed": draw_seed,
        }
        of, world = open_shop(shop, split, options, not_in=spec.id)
        panel = replace(world.panel, env_id=spec.id, version=f"{of} {world.panel.version}")
        env = ShopEnv(world=world, manner=Manner(), max_steps=max_steps, extras=extras)
        super().__init__(
            ShoppingTeam(env),
            panel=panel,
            max_steps=max_steps,
            extras=extras,
            render_mode=render_mode,
        )
