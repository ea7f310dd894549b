"""Open the shop of official data with the tasks of a split."""

import os
from functools import lru_cache, partial

from hgpo_envs.errors import UnknownNameError
from hgpo_envs.suggest import unknown_name
from hgpo_envs.webshop.panel import GoalsByTask, panel_of
from hgpo_envs.webshop.reward import KINDS
from hgpo_envs.webshop.store import Store, open_store
from hgpo_envs.webshop.world import World


def open_official(
    env_id: str,
    split: str,
    *,
    data: str | os.PathLike[str] | None,
    products: str,
    own_products: str,
    goals: str,
    reward: str,
    draw_seed: int,
) -> World:
    """Open a shop of official data; environments of the same options share all of it.

    Args:
        env_id: the environment that the panel belongs to.
        split: ``test``, ``dev`` or ``train``.
        data: as ``open_store`` says.
        products: file name of the catalogue.
        own_products: the one that the environment's id stands for.
        goals: ``"human"`` or ``"synthetic"``.
        reward: ``"fixed"`` or ``"upstream"``.
        draw_seed: draws the prices that are ranges, and the price limits.

    Raises:
        DataError: data that are missing, damaged or to be imported first, or too few goals.
        UnknownNameError: there is no such catalogue, kind of goals, reward or split.
        EnvInputError: the seed is no whole number.
    """
    if reward not in KINDS:
        raise UnknownNameError(unknown_name("reward", str(reward), KINDS))
    store = open_store(data, products=products, goals=goals, draw_seed=draw_seed)
    own = store.whole and store.manifest.catalogue == own_products
    custom = "" if own else f"/custom={products},{len(store.catalogue)}"
    return _world(env_id, split, store, f"{store.version}/{goals}{custom}", reward)


@lru_cache(maxsize=32)
def _world(env_id: str, split: str, store: Store, version: str, reward: str) -> World:
    book = store.goals
    return World(
        panel=panel_of(
            env_id,
            split,
            count=len(book),
            task_at=book.task,
            kind_at=book.category,
            version=version,
        ),
        shop=store,
        goals=GoalsByTask(book),
        judge=partial(store.reward, kind=reward),
    )
