"""Options of the shop that have no meaning are refused in words, whatever their type."""

from pathlib import Path

import pytest
from worlds.official_shop import official_record, write_official

import hgpo_envs
from hgpo_envs.errors import EnvInputError
from hgpo_envs.webshop import open_store
from hgpo_envs.webshop.pages.observation import History

WRONG = {
    "data": [5, b"x", [], object()],
    "products": [5, b"x", []],
    "goals": [5, [], {}],
    "reward": [5, [], None],
    "draw_seed": [[], 7.0, "7", True],
    "compat": [5, [], {}],
    "observation": [5, [], None],
    "extras": [5, None],
}


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HGPO_STORE_CACHE", str(tmp_path / "cache"))
    made = {"attributes": ["a"], "instruction": "b", "instruction_attributes": ["a"]}
    return write_official(
        tmp_path / "data", [official_record("B000000001")], attributes={"B000000001": made}
    )


@pytest.mark.parametrize("name", WRONG)
def test_an_option_of_another_type_is_named(data: Path, name: str) -> None:
    hgpo_envs.make("WebShopSmall-v0", data=data, split="test", draw_seed=7)
    for given in WRONG[name]:
        options = {"data": data, "split": "test", name: given}
        with pytest.raises(EnvInputError, match=name.rstrip("s")):
            hgpo_envs.make("WebShopSmall-v0", **options)


@pytest.mark.parametrize("seed", [[], 7.0, True])
def test_a_generated_shop_has_a_whole_seed(seed: object, data: Path) -> None:
    hgpo_envs.make("WebShopGen-v0", products=40, split="test", draw_seed=7)
    hgpo_envs.make("WebShopGen-v0", products=40, split="test", draw_seed=1)
    with pytest.raises(EnvInputError, match=r"draw_seed is .*; expected a whole number"):
        hgpo_envs.make("WebShopGen-v0", products=40, split="test", draw_seed=seed)


def test_nouns_are_named_by_a_path(data: Path) -> None:
    with pytest.raises(EnvInputError, match="nouns is 5; expected a path"):
        open_store(data, nouns=5)  # type: ignore[arg-type]


@pytest.mark.parametrize("given", [5, "task", ["task"]])
def test_reset_takes_options_by_name(data: Path, given: object) -> None:
    env = hgpo_envs.make("WebShopSmall-v0", data=data, split="test")
    with pytest.raises(EnvInputError, match=r"options is .*; expected {'task': id} or None"):
        env.reset(options=given)


def test_a_history_takes_no_longer_for_what_it_may_hold() -> None:
    history = History(keep_observations=10**12, keep_actions=10**12)
    shown = history.seen("a").done("x").before("b")
    assert shown == "a [SEP] x [SEP] b"
