"""WebShop on official data: the full catalogue, or the small one that most published runs used."""

import os
from collections.abc import Sequence

from hgpo_envs.spec import EnvSpec
from hgpo_envs.webshop.layout import FULL, SMALL
from hgpo_envs.webshop.manner import Manner
from hgpo_envs.webshop.official import open_official
from hgpo_envs.webshop.shop_env import ShopEnv
from hgpo_envs.webshop.store import DRAW_SEED


class WebShopEnv(ShopEnv):
    """Shopping by instruction on official data, without the original's Java.

    Pages, actions, goals and rewards are those of the real engine.
    """

    own_products = FULL
    own_goals = "human"

    def __init__(
        self,
        *,
        spec: EnvSpec,
        split: str,
        max_steps: int,
        extras: Sequence[str] = (),
        render_mode: str | None = None,
        data: str | os.PathLike[str] | None = None,
        products: str | None = None,
        goals: str | None = None,
        observation: str = "text",
        reward: str = "fixed",
        draw_seed: int = DRAW_SEED,
        compat: str | None = None,
        show_attrs: bool = False,
        num_prev_obs: int = 0,
        num_prev_actions: int = 0,
    ) -> None:
        """Open the shop.

        Args:
            spec: the registry's entry.
            split: ``test``, ``dev`` or ``train``.
            max_steps: step cap.
            extras: as ``ShopEnv`` says.
            render_mode: ``"ansi"`` or None.
            data: folder of the official files or of an imported store; None takes
                ``WEBSHOP_DATA``, and without it what `hgpo data import` brought in.
            products: file name of the catalogue; None takes the id's own. Another one makes a
                panel of its own, marked custom.
            goals: ``"human"`` or ``"synthetic"``; None takes the id's own.
            observation: as ``Manner`` says, and so for the rest.
            reward: ``"fixed"``, or ``"upstream"`` for the original's, with which some synthetic
                goals can't be reached.
            draw_seed: fixes the prices of products that have a range of them, and the price
                limits of goals.
            compat: ``"upstream"`` or None.
            show_attrs: whether products have a page of their attributes.
            num_prev_obs: how many earlier observations stand before each.
            num_prev_actions: how many earlier actions stand there too.

        Raises:
            EnvInputError: as ``open_official``, ``Manner`` and ``TextEnv`` say.
        """
        manner = Manner(
            observation=observation,
            compat=compat,
            show_attrs=show_attrs,
            num_prev_obs=num_prev_obs,
            num_prev_actions=num_prev_actions,
        )
        world = open_official(
            spec.id,
            split,
            data=data,
            products=self.own_products if products is None else products,
            own_products=self.own_products,
            goals=self.own_goals if goals is None else goals,
            reward=reward,
            draw_seed=draw_seed,
        )
        super().__init__(
            world=world,
            manner=manner,
            max_steps=max_steps,
            extras=extras,
            render_mode=render_mode,
        )


class WebShopSmallEnv(WebShopEnv):
    """The same shop with 1,000 products and synthetic goals."""

    own_products = SMALL
    own_goals = "synthetic"
