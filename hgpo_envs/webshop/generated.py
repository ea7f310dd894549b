"""Open a generated shop with the tasks of a split: no data needed."""

from functools import lru_cache

from hgpo_envs.errors import UnknownNameError
from hgpo_envs.suggest import unknown_name
from hgpo_envs.webshop import generate
from hgpo_envs.webshop.building import Material
from hgpo_envs.webshop.built import kept_store, key_of
from hgpo_envs.webshop.catalogue.reading import Position
from hgpo_envs.webshop.drawn import check_draw_seed
from hgpo_envs.webshop.nouns import Finder, choose_finder
from hgpo_envs.webshop.nouns.finder import RULE
from hgpo_envs.webshop.panel import panel_of
from hgpo_envs.webshop.reward import KINDS
from hgpo_envs.webshop.store import Store
from hgpo_envs.webshop.world import World


def open_generated(
    env_id: str,
    split: str,
    *,
    products: int,
    shop_seed: int,
    difficulty: generate.GivenDifficulty,
    reward: str,
    draw_seed: int,
) -> World:
    """Open a generated shop; environments of the same options share all of it.

    The shop is made once, and kept in the user's cache. Nouns of titles are always found by rule,
    so that rewards don't depend on what is installed.

    Args:
        env_id: the environment that the panel belongs to.
        split: ``test``, ``dev`` or ``train``.
        products: how many.
        shop_seed: what all is drawn from.
        difficulty: level, or knobs and their values.
        reward: ``"fixed"`` or ``"upstream"``.
        draw_seed: draws the prices that are ranges.

    Raises:
        DataError: the cache can't be written to, or there are too few goals.
        UnknownNameError: there is no such level, knob, reward or split.
        EnvInputError: a number has no meaning.
    """
    if reward not in KINDS:
        raise UnknownNameError(unknown_name("reward", str(reward), KINDS))
    check_draw_seed(draw_seed)
    series = generate.series(difficulty, products=products, seed=shop_seed)
    return _world(env_id, split, _store(series, draw_seed), series, reward)


@lru_cache(maxsize=4)
def _store(series: generate.Series, draw_seed: int) -> Store:
    finder = choose_finder(RULE)
    key = key_of([series.version, series.difficulty.key], finder)
    folder = kept_store("generated", key, lambda: _material(series, finder))
    return Store(folder, draw_seed=draw_seed)


def _material(series: generate.Series, finder: Finder) -> Material:
    return Material(
        name=series.version,
        records=((Position(at, 0), one) for at, one in enumerate(generate.records(series))),
        attributes=generate.entries(series),
        human=generate.human(series),
        finder=finder,
    )


@lru_cache(maxsize=32)
def _world(env_id: str, split: str, store: Store, series: generate.Series, reward: str) -> World:
    ordered = generate.goals(series)
    goals = {goal.task: goal for goal in ordered}
    return World(
        panel=panel_of(
            env_id,
            split,
            count=len(ordered),
            task_at=lambda place: ordered[place].task,
            kind_at=lambda place: ordered[place].category,
            version=f"{series.version}/{store.version}",
        ),
        shop=store,
        goals=goals,
        judge=lambda task, asin, options: store.worth(goals[task], asin, options, kind=reward),
    )
