"""WebShop in a real browser: any of the shops, by the options of their own environments."""

import os
from collections.abc import Sequence
from dataclasses import replace

from hgpo_envs.spec import EnvSpec
from hgpo_envs.webshop.browser.shop_env import HEIGHT, WIDTH, BrowserShopEnv
from hgpo_envs.webshop.generate import GivenDifficulty
from hgpo_envs.webshop.site.opening import open_shop


class WebShopBrowserEnv(BrowserShopEnv):
    """Shopping on the shop's site in headless Chromium."""

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
        show_attrs: bool = False,
        width: int = WIDTH,
        height: int = HEIGHT,
    ) -> None:
        """Open the shop; the browser starts with the first episode.

        Args:
            spec: the registry's entry.
            split: ``test``, ``dev`` or ``train``.
            max_steps: step cap.
            extras: as ``ShopEnv`` says.
            render_mode: ``"ansi"``, ``"rgb_array"`` (screenshots) or None.
            shop: the environment whose shop it is: ``"WebShop-v0"``, ``"WebShopSmall-v0"`` or
                ``"WebShopGen-v0"``; None takes the first where ``data`` is given, else the last.
            data: as that environment says, and so for the rest; None leaves an option out.
            products: likewise.
            goals: likewise.
            shop_seed: likewise.
            difficulty: likewise.
            reward: likewise.
            draw_seed: likewise.
            show_attrs: whether products have a page of their attributes.
            width: of the page and of screenshots, in pixels.
            height: likewise.

        Raises:
            EnvInputError: as ``open_shop`` and ``BrowserShopEnv`` say.
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
        super().__init__(
            world=replace(world, panel=panel),
            show_attrs=show_attrs,
            max_steps=max_steps,
            extras=extras,
            render_mode=render_mode,
            width=width,
            height=height,
        )
