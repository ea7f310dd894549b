import gzip
import json
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
from worlds.official_shop import official_record, write_official

from hgpo_envs.errors import DataError, EnvInputError, UnknownNameError
from hgpo_envs.webshop import built, open_store

RECORDS = [
    official_record("B000000001", name="Red lamp"),
    official_record("B000000002", name="Blue lamp", pricing="$3 - $5"),
    official_record("B000000003", name="Chair", full_description="Oak."),
]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HGPO_STORE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture(scope="session")
def cached(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("stores")


def stores(cache: Path) -> list[Path]:
    return sorted(cache.glob("items_*"))


def test_a_folder_of_official_files_is_a_shop(cache: Path, tmp_path: Path) -> None:
    store = open_store(write_official(tmp_path / "data", RECORDS, packed=True))
    assert [asin for asin, _ in store.search("blue LAMP")] == ["B000000002", "B000000001"]
    assert store.search("the") == []
    assert store.product("B000000003").title == "Chair"
    assert [card.title for card in store.cards(["B000000003", "B000000001"])] == [
        "Chair",
        "Red lamp",
    ]
    assert len(stores(cache)) == 1


def test_a_product_that_is_not_there_is_named(cache: Path, tmp_path: Path) -> None:
    store = open_store(write_official(tmp_path / "data", RECORDS))
    with pytest.raises(UnknownNameError) as caught:
        store.product("b000000001")
    assert str(caught.value) == (
        "the catalogue items_shuffle_1000.json has no product 'b000000001'; it has 3."
    )
    with pytest.raises(UnknownNameError):
        store.cards(["B000000001", "../../etc/passwd"])


def test_a_store_is_kept_by_what_its_files_hold(cache: Path, tmp_path: Path) -> None:
    first = open_store(write_official(tmp_path / "a", RECORDS))
    assert open_store(tmp_path / "a") is first
    assert open_store(write_official(tmp_path / "b", RECORDS)).folder == first.folder
    other = open_store(write_official(tmp_path / "a", RECORDS[:2]))
    assert other.folder != first.folder
    assert (len(first.catalogue), len(other.catalogue)) == (3, 2)
    assert open_store(write_official(tmp_path / "a", RECORDS)) is first


def test_files_are_not_read_again_to_open_a_kept_store(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = open_store(write_official(tmp_path / "data", RECORDS)).folder

    def refuse(*_: object) -> str:
        raise AssertionError("read again")

    monkeypatch.setattr("hgpo_envs.webshop.content._hash", refuse)
    assert open_store(tmp_path / "data").folder == folder


def test_another_version_of_what_builds_it_has_a_store_of_its_own(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = open_store(write_official(tmp_path / "data", RECORDS)).folder
    monkeypatch.setattr(built, "store_parts", lambda finder: {"search": "other"})
    assert open_store(tmp_path / "data").folder != folder


@pytest.mark.parametrize(
    "name", ["products.blob", "manifest.json", "index/manifest.json", "index/lengths.npy"]
)
def test_a_damaged_store_in_the_cache_is_built_again(
    cache: Path, tmp_path: Path, name: str
) -> None:
    store = open_store(write_official(tmp_path / "data", RECORDS))
    path = store.folder / name
    path.write_bytes(path.read_bytes()[:-3])
    again = open_store(tmp_path / "data")
    assert again.folder == store.folder
    assert again is not store
    assert len(again.search("lamp")) == 2


def test_many_processes_may_open_a_new_shop_at_once(cache: Path, tmp_path: Path) -> None:
    folder = write_official(tmp_path / "data", RECORDS * 400)
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(4, mp_context=spawn) as pool:
        found = list(pool.map(folder_and_hits, [folder] * 4))
    assert len(set(found)) == 1
    assert len(stores(cache)) == 1


def folder_and_hits(folder: Path) -> tuple[str, int]:
    store = open_store(folder)
    return str(store.folder), len(store.search("lamp"))


def test_a_large_catalogue_has_to_be_imported(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = [official_record(full_description="x" * 2_000_000)]
    folder = write_official(tmp_path / "data", records, packed=True)
    monkeypatch.setattr(built, "LARGEST_MB", 1)
    with pytest.raises(DataError) as caught:
        open_store(folder)
    assert str(caught.value) == (
        f"'{folder}/items_shuffle_1000.json.gz' has 2 MB, and no store was made of it yet. Make "
        f"one, which takes minutes, with `hgpo data import {folder}`."
    )
    assert stores(cache) == []


def test_a_damaged_record_is_no_silent_gap(cache: Path, tmp_path: Path) -> None:
    folder = write_official(tmp_path / "data", [*RECORDS, official_record(None)])
    with pytest.raises(DataError) as caught:
        open_store(folder)
    assert str(caught.value).startswith(
        "items_shuffle_1000.json has 1 damaged records, the first is record 3 (counted from 0), "
    )
    assert stores(cache) == []


def test_a_cache_that_can_not_be_written_to_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("HGPO_STORE_CACHE", str(tmp_path / "file"))
    with pytest.raises(
        DataError, match=r"can't write '.*/file/items_shuffle_1000-.*HGPO_STORE_CACHE"
    ):
        open_store(write_official(tmp_path / "data", RECORDS))


@pytest.mark.parametrize(
    ("name", "scale", "products"),
    [
        ("items_shuffle_1000.json", "1k", 1000),
        pytest.param("items_shuffle_20k.json", "20k", 19_995, marks=pytest.mark.slow),
    ],
)
def test_recorded_searches_find_the_recorded_products(
    shared_data: Path,
    cached: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    scale: str,
    products: int,
) -> None:
    monkeypatch.setenv("HGPO_STORE_CACHE", str(cached))
    store = open_store(shared_data / "webshop", products=name)
    assert len(store.catalogue) == products
    with gzip.open(
        shared_data / f"webshop/search_{scale}.jsonl.gz", "rt", encoding="utf-8"
    ) as lines:
        recorded = [record for record in map(json.loads, lines) if "hits" in record]
    assert len(recorded) == 217
    for record in recorded:
        found = store.search(record["query"])
        assert [asin for asin, _ in found] == [asin for asin, _ in record["hits"]]
        scores = [score for _, score in record["hits"]]
        assert [score for _, score in found] == pytest.approx(scores, abs=2e-6)


@pytest.mark.parametrize(
    ("name", "scale"),
    [
        ("items_shuffle_1000.json", "1k"),
        pytest.param("items_shuffle_20k.json", "20k", marks=pytest.mark.slow),
    ],
)
def test_prices_and_goals_are_drawn_as_recorded(
    shared_data: Path, cached: Path, monkeypatch: pytest.MonkeyPatch, name: str, scale: str
) -> None:
    monkeypatch.setenv("HGPO_STORE_CACHE", str(cached))
    folder = shared_data / "webshop"
    store = open_store(folder, products=name, draw_seed=7)
    prices = json.loads(
        gzip.decompress((folder / f"product_prices_{scale}_seed7.json.gz").read_bytes())
    )
    assert {asin: store.price(asin) for asin in prices} == prices
    with gzip.open(folder / f"goals_{scale}.jsonl.gz", "rt", encoding="utf-8") as lines:
        recorded = [
            record for record in map(json.loads, lines) if "i" in record and "asin" in record
        ]
    assert len(recorded) == 1000
    for record in recorded:
        kind = "human" if record["human_goals"] else "synthetic"
        goal = store.goal(f"{kind}-{record['i']}")
        wanted = record["goal_options"]
        assert goal.instruction == record["instruction_text"]
        assert (goal.asin, goal.price_upper) == (record["asin"], record["price_upper"])
        assert goal.options == (tuple(wanted) if kind == "human" else tuple(wanted.items()))


HUMAN = {
    "B000000002": [
        {
            "instruction": "i want a blue lamp.",
            "instruction_attributes": ["soft"],
            "instruction_options": [],
        }
    ]
}


def test_a_shop_draws_once_by_its_own_seed(cache: Path, tmp_path: Path) -> None:
    folder = write_official(tmp_path / "data", RECORDS, human=HUMAN)
    seven, again, eight = (open_store(folder, draw_seed=seed) for seed in (7, 7, 8))
    # the first number of Python's stream 7 is 0.32383276483316237; 3 + 2 x that
    assert seven.price("B000000002") == 3.647665529666325
    assert seven.price("B000000001") == 20.0
    assert again.goal("human-0") == seven.goal("human-0")
    assert eight.price("B000000002") != seven.price("B000000002")
    assert len({seven.version, eight.version}) == 2


def test_a_purchase_is_judged(cache: Path, tmp_path: Path) -> None:
    known = {"B000000002": {"attributes": ["soft"]}}
    store = open_store(write_official(tmp_path / "data", RECORDS, attributes=known, human=HUMAN))
    total, components = store.reward("human-0", "B000000002", {})
    assert (total, components["r_price"]) == (1.0, True)
    with pytest.raises(UnknownNameError, match="has no product 'B9'"):
        store.reward("human-0", "B9", {})
    with pytest.raises(UnknownNameError, match="unknown reward 'fix'"):
        store.reward("human-0", "B000000002", {}, kind="fix")


@pytest.mark.parametrize("task", ["human-1", "human--1", "human-00", "human-", "x", "gen-0", "٣"])
def test_an_unknown_task_is_answered_with_what_there_is(
    cache: Path, tmp_path: Path, task: str
) -> None:
    store = open_store(write_official(tmp_path / "data", RECORDS, human=HUMAN))
    with pytest.raises(UnknownNameError) as caught:
        store.goal(task)
    assert str(caught.value) == f"unknown task {task!r}. Known: human-0 to human-0."


def test_a_shop_without_goals_of_a_kind_says_so(cache: Path, tmp_path: Path) -> None:
    store = open_store(write_official(tmp_path / "data", RECORDS), goals="human")
    with pytest.raises(DataError, match=r"has no human goals\. .*Take goals='synthetic', or other"):
        len(store.goals)
    with pytest.raises(UnknownNameError, match=r"unknown kind of goals 'hooman'. Did you mean 'hu"):
        open_store(tmp_path / "data", goals="hooman")


@pytest.mark.parametrize("seed", [True, 1.5, "7", None])
def test_a_seed_is_a_whole_number(cache: Path, tmp_path: Path, seed: object) -> None:
    folder = write_official(tmp_path / "data", RECORDS)
    with pytest.raises(EnvInputError) as caught:
        open_store(folder, draw_seed=seed)  # type: ignore[arg-type]
    assert str(caught.value) == f"draw_seed is {seed!r}; expected a whole number."


def test_recorded_nouns_beside_a_catalogue_judge(cache: Path, tmp_path: Path) -> None:
    folder = write_official(tmp_path / "data", RECORDS, human=HUMAN)
    by_rule = open_store(folder, nouns="rule")
    assert by_rule.reward("human-0", "B000000001", {})[1]["title_score"] == 0.5
    listed = [["Blue lamp", ["blue", "lamp", "lamp", "x"]], ["Red lamp", ["lamp"]]]
    lines = "".join(json.dumps(line) + "\n" for line in listed)
    (tmp_path / "title_nouns_own.jsonl").write_text(lines, encoding="utf-8")
    given = open_store(folder, nouns=tmp_path / "title_nouns_own.jsonl")
    # one noun in common, of four
    assert given.reward("human-0", "B000000001", {})[1]["title_score"] == 0.25
    before = open_store(folder)
    (folder / "title_nouns.jsonl").write_text(lines, encoding="utf-8")
    beside = open_store(folder)
    assert beside.reward("human-0", "B000000001", {})[1]["title_score"] == 0.25
    assert len({store.version for store in (by_rule, given, before, beside)}) == 4


def test_nouns_that_are_not_there_are_named(cache: Path, tmp_path: Path) -> None:
    folder = write_official(tmp_path / "data", RECORDS)
    with pytest.raises(DataError) as caught:
        open_store(folder, nouns=tmp_path / "no.jsonl")
    assert str(caught.value) == (
        f"nouns is '{tmp_path}/no.jsonl', and there is no list of nouns. Expected rule, spacy, a "
        "file title_nouns*.jsonl (or .jsonl.gz), or a folder that has some."
    )
