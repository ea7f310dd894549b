"""WebShop on a generated shop: no data needed."""

from collections.abc import Sequence

from hgpo_envs.spec import EnvSpec
from hgpo_envs.webshop.generate import DEFAULT_PRODUCTS, GivenDifficulty
from hgpo_envs.webshop.generated import open_generated
from hgpo_envs.webshop.manner import Manner
from hgpo_envs.webshop.shop_env import ShopEnv
from hgpo_envs.webshop.store import DRAW_SEED


class WebShopGenEnv(ShopEnv):
    """Shopping by instruction in a generated shop, under the rules of the original."""

    def __init__(
        self,
        *,
        spec: EnvSpec,
        split: str,
        max_steps: int,
        extras: Sequence[str] = (),
        render_mode: str | None = None,
        products: int = DEFAULT_PRODUCTS,
        shop_seed: int = 0,
        difficulty: GivenDifficulty = None,
        observation: str = "text",
        reward: str = "fixed",
        draw_seed: int = DRAW_SEED,
        compat: str | None = None,
        show_attrs: bool = False,
        num_prev_obs: int = 0,
        num_prev_actions: int = 0,
    ) -> None:
        """Open the shop; it is made once, and kept in the user's cache.

        Args:
            spec: the registry's entry.
            split: ``test``, ``dev`` or ``train``.
            max_steps: step cap.
            extras: as ``ShopEnv`` says.
            render_mode: ``"ansi"`` or None.
            products: how many there are.
            shop_seed: what the products and the goals are drawn from.
            difficulty: a level (``"easy"``, ``"standard"``, ``"hard"``), or a mapping from
                knobs to values; None is the standard one.
            observation: as ``Manner`` says, and so for the rest.
            reward: ``"fixed"`` or ``"upstream"``.
            draw_seed: fixes the prices of products that have a range of them.
            compat: ``"upstream"`` or None.
            show_attrs: whether products have a page of their attributes.
            num_prev_obs: how many earlier observations stand before each.
            num_prev_actions: how many earlier actions stand there too.

        Raises:
            EnvInputError: as ``open_generated``, ``Manner`` and ``TextEnv`` say.
        """
        manner = Manner(
            observation=observation,
            compat=compat,
            show_attrs=show_attrs,
            num_prev_obs=num_prev_obs,
            num_prev_actions=num_prev_actions,
        )
        world = open_generated(
            spec.id,
            split,
            products=products,
            shop_seed=shop_seed,
            difficulty=difficulty,
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
