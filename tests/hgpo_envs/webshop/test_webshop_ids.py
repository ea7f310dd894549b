"""The ids of the shop: what each opens, and what it says where it can't."""

import gc
import warnings
from pathlib import Path

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from worlds.official_shop import official_record, write_official

import hgpo_envs
from hgpo_envs import TextEnv
from hgpo_envs.errors import DataError, EnvInputError, UnknownNameError
from hgpo_envs.webshop.layout import FULL, SMALL

SIZES = {"WebShop-v0": {"products": SMALL}, "WebShopSmall-v0": {}, "WebShopGen-v0": {}}


@pytest.fixture
def webshop(shared_data: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Name the official data by its variable."""
    monkeypatch.setenv("WEBSHOP_DATA", str(shared_data / "webshop"))
    return shared_data / "webshop"


@pytest.fixture
def no_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("WEBSHOP_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.mark.usefixtures("webshop")
@pytest.mark.parametrize("id", SIZES)
@pytest.mark.parametrize("observation", ["text", "html"])
def test_gymnasium_checks_every_shop_without_a_warning(id: str, observation: str) -> None:
    options = {"split": "test", "observation": observation, **SIZES[id]}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(hgpo_envs.make(id, **options))
        check_env(gymnasium.make(f"hgpo_envs:hgpo_envs/{id}", **options).unwrapped)


@pytest.mark.usefixtures("no_data")
@pytest.mark.parametrize(("id", "name"), [("WebShop-v0", FULL), ("WebShopSmall-v0", SMALL)])
def test_without_data_the_generated_shop_is_named(id: str, name: str) -> None:
    with pytest.raises(DataError) as caught:
        hgpo_envs.make(id)
    assert str(caught.value) == (
        f"the catalogue {name} was asked for, neither data= nor WEBSHOP_DATA names its folder, "
        "and none was imported. WebShopGen-v0 needs none: its shop is generated. Official files "
        "(items_shuffle*.json, items_ins_v2*.json, items_human_ins.json) are brought in with "
        "`hgpo data import PATH`."
    )


def panel_hash(**options: object) -> str:
    id = str(options.pop("id", "WebShop-v0"))
    given = {"split": "test", "products": SMALL, **options}
    env = hgpo_envs.make(id, **given)
    return env.panel.hash


@pytest.mark.usefixtures("webshop")
def test_a_panel_is_told_from_every_other() -> None:
    panels = [
        {},
        {"products": "items_shuffle_20k.json"},
        {"goals": "synthetic"},
        {"draw_seed": 8},
        {"split": "dev"},
        {"id": "WebShopSmall-v0"},
        {"id": "WebShopSmall-v0", "split": "train"},
    ]
    assert len({panel_hash(**options) for options in panels}) == len(panels)
    assert panel_hash() == panel_hash(reward="upstream", observation="html", compat="upstream")


@pytest.mark.usefixtures("webshop")
def test_another_catalogue_than_the_ids_own_is_custom() -> None:
    other = hgpo_envs.make("WebShop-v0", split="test", products=SMALL).panel
    own = hgpo_envs.make("WebShopSmall-v0", split="test").panel
    assert other.version.endswith(f"/human/custom={SMALL},1000")
    assert own.version.endswith("/synthetic")


def test_a_catalogue_of_another_size_is_custom_whatever_its_name(tmp_path: Path) -> None:
    people = [
        {"instruction": "a lamp", "instruction_attributes": ["red"], "instruction_options": []}
    ]
    records = [official_record(f"B{number:09}") for number in range(3)]
    folder = write_official(tmp_path, records, name=FULL, human={"B000000001": people})
    panel = hgpo_envs.make("WebShop-v0", split="test", data=folder).panel
    assert panel.version.endswith(f"/human/custom={FULL},3")
    assert panel.partial


@pytest.mark.usefixtures("webshop")
def test_the_small_shop_is_never_taken_for_the_full_one() -> None:
    with pytest.raises(UnknownNameError, match=f"unknown catalogue '{FULL}'"):
        hgpo_envs.make("WebShop-v0", split="test")


@pytest.mark.usefixtures("webshop")
def test_splits_are_the_official_ones_and_a_part_is_marked() -> None:
    def panel(split: str, **options: object) -> tuple[str, int, bool]:
        found = hgpo_envs.make("WebShopSmall-v0", split=split, **options).panel
        return found.ids[0], len(found), found.partial

    # 3,937 synthetic goals and 719 human ones
    assert panel("test") == ("synthetic-0", 500, False)
    assert panel("dev") == ("synthetic-500", 1000, False)
    assert panel("train") == ("synthetic-1500", 2437, False)
    assert panel("dev", goals="human") == ("human-500", 219, True)
    with pytest.raises(DataError, match="the split 'train' begins at goal 1,500"):
        panel("train", goals="human")


def test_the_generated_shop_has_all_splits_and_no_family_in_two() -> None:
    panels = [hgpo_envs.make("WebShopGen-v0", split=name).panel for name in ("test", "dev")]
    assert [(panel.ids[0], len(panel)) for panel in panels] == [("gen-0", 500), ("gen-500", 1000)]
    train = hgpo_envs.make("WebShopGen-v0").panel
    assert (train.split, train.ids[0], train.partial) == ("train", "gen-1500", False)


def test_generated_shops_differ_by_seed_size_and_difficulty() -> None:
    def panel(**options: object) -> str:
        env = hgpo_envs.make("WebShopGen-v0", split="test", **{"products": 60, **options})
        return env.panel.hash

    others = [{}, {"shop_seed": 1}, {"products": 70}, {"difficulty": "easy"}, {"draw_seed": 8}]
    assert len({panel(**options) for options in others}) == len(others)


@pytest.mark.parametrize("id", ["WebShopSmall-v0", "WebShopGen-v0"])
@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"reward": "fix"}, "unknown reward 'fix'. Did you mean 'fixed'? Known: fixed, upstream."),
        ({"max_steps": 0}, "max_steps is 0; expected a whole number of at least 1."),
        (
            {"extras": ("goals",)},
            "unknown extra 'goals'. Did you mean 'goal'? Known: expert_action, goal, progress.",
        ),
    ],
)
@pytest.mark.usefixtures("webshop")
def test_options_without_a_meaning_are_refused(
    id: str, given: dict[str, object], message: str
) -> None:
    with pytest.raises(EnvInputError) as caught:
        hgpo_envs.make(id, split="test", **given)
    assert str(caught.value) == message


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6


def played(env: TextEnv, seed: int) -> str:
    _, info = env.reset(seed=seed)
    env.step(f"search[{info['instruction']}]")
    link = next(iter(env.step("click[next >]")[4]["action_hints"]))
    env.step(link)
    return env.step("click[buy now]")[0]


def test_environments_of_one_kind_share_the_shop() -> None:
    envs = [hgpo_envs.make("WebShopGen-v0") for _ in range(256)]
    played(envs[0], 0)
    gc.collect()
    before = resident_mb()
    for seed, env in enumerate(envs):
        assert played(env, seed).startswith("Thank you for shopping with us!")
    assert len({id(env.world) for env in envs}) == 1
    # what 256 visits keep: the shop itself is one, and mapped
    assert resident_mb() - before < 100
