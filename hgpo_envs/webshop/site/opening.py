"""Open the shop of an environment by its id."""

from collections.abc import Mapping

from hgpo_envs.errors import EnvInputError
from hgpo_envs.registry import make, spec
from hgpo_envs.webshop.shop_env import ShopEnv
from hgpo_envs.webshop.world import World

GENERATED, OFFICIAL = "WebShopGen-v0", "WebShop-v0"


def open_shop(
    shop: str | None, split: str | None, options: Mapping[str, object], *, not_in: str = ""
) -> tuple[str, World]:
    """Open a shop.

    Args:
        shop: id or name of an environment; None takes the official shop where ``data`` is among
            the options, and the generated one elsewhere, whatever is installed.
        split: whose tasks; None takes the environment's default.
        options: options of that environment; one that is None is left out.
        not_in: id of the environment that asks, which can't be the shop itself.

    Returns:
        The environment's id, and its world.

    Raises:
        EnvInputError: as ``hgpo_envs.make`` says, or that environment is no shop.
    """
    given = {name: value for name, value in options.items() if value is not None}
    entry = spec(shop if shop is not None else OFFICIAL if "data" in given else GENERATED)
    env = None if entry.id == not_in else make(entry.id, split=split, **given)
    if not isinstance(env, ShopEnv):
        raise EnvInputError(
            f"{entry.id} is no shop to open. Expected {OFFICIAL!r}, 'WebShopSmall-v0' or "
            f"{GENERATED!r}."
        )
    return entry.id, env.world
