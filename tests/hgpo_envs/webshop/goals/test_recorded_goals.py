from itertools import accumulate
from pathlib import Path

import pytest
from recorded_goals import as_recorded, official, read
from recordings import recorded

from hgpo_envs.webshop.draws import UpstreamDraws, sums_of
from hgpo_envs.webshop.goals.wish import GoalKind

LARGE = pytest.param("20k", marks=pytest.mark.slow)
SIZES_AND_KINDS = [
    ("1k", "human"),
    ("1k", "synthetic"),
    pytest.param("20k", "human", marks=pytest.mark.slow),
    pytest.param("20k", "synthetic", marks=pytest.mark.slow),
]


@pytest.fixture
def webshop(shared_data: Path) -> Path:
    return shared_data / "webshop"


@pytest.mark.parametrize("size", ["1k", LARGE])
def test_every_price_is_the_recorded_one(webshop: Path, size: str):
    shop = official(webshop, size, "human")
    prices = {product.asin: shop.prices[product.row] for product in shop.products}
    assert prices == read(webshop, f"product_prices_{size}_seed7")


@pytest.mark.parametrize(("size", "kind"), SIZES_AND_KINDS)
def test_every_goal_stands_in_its_place_as_recorded(webshop: Path, size: str, kind: GoalKind):
    goals = official(webshop, size, kind).goals
    lines = [
        line
        for line in recorded(webshop, f"goals_{size}")
        if line["human_goals"] == (kind == "human") and "i" in line
    ]
    assert len(lines) == 500
    assert [as_recorded(goals[line["i"]]) for line in lines] == lines


# of the 20,000 products 12,523 goals are made, of the 1,000 products 3,937; people wrote 719
@pytest.mark.parametrize(("size", "kind"), SIZES_AND_KINDS)
def test_there_are_as_many_goals_as_recorded(webshop: Path, size: str, kind: GoalKind):
    goals = official(webshop, size, kind).goals
    (meta,) = (
        line
        for line in recorded(webshop, f"goals_{size}")
        if line.get("meta") and line["human_goals"] == (kind == "human")
    )
    assert len(goals) == meta["n_goals"]
    assert list(accumulate(goals.weights))[-1] == meta["cum_weight_last"]


@pytest.mark.parametrize(("size", "kind"), SIZES_AND_KINDS)
def test_a_limited_number_of_goals_are_the_recorded_ones(webshop: Path, size: str, kind: GoalKind):
    (line,) = (
        line
        for line in recorded(webshop, f"goals_{size}")
        if "limit_goals" in line and line["human_goals"] == (kind == "human")
    )
    limited = official(webshop, size, kind).goals.limited(line["limit_goals"])
    assert [goal.asin for goal in limited] == line["asins"]


@pytest.mark.parametrize(("size", "kind"), SIZES_AND_KINDS)
def test_the_stream_after_the_shuffle_draws_the_recorded_visits(
    webshop: Path, size: str, kind: GoalKind
):
    goals = official(webshop, size, kind).goals
    (visits,) = (
        line["unseeded_resets_[session,goal_index]"]
        for line in recorded(webshop, f"goals_{size}")
        if "unseeded_resets_[session,goal_index]" in line
        and line["human_goals"] == (kind == "human")
    )
    draws = UpstreamDraws(sums_of(goals.weights))
    assert [draws.draw() for _ in visits] == [place for _, place in visits]


@pytest.mark.slow
def test_human_goals_of_the_large_catalogue_are_those_of_the_small_one(webshop: Path):
    small, large = (official(webshop, size, "human").goals for size in ("1k", "20k"))
    assert [goal.asin for goal in small] == [goal.asin for goal in large]
