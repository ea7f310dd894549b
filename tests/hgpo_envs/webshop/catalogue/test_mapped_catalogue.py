import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from worlds.official_shop import official_record, options

from hgpo_envs.errors import DataError
from hgpo_envs.webshop.catalogue.cleaning import clean_all
from hgpo_envs.webshop.catalogue.importing import Intake, import_catalogue
from hgpo_envs.webshop.catalogue.instructions import EntryFile
from hgpo_envs.webshop.catalogue.product import Product
from hgpo_envs.webshop.catalogue.reading import Position, read_records
from hgpo_envs.webshop.catalogue.store import Catalogue, open_catalogue
from hgpo_envs.webshop.manifest import Manifest, check_files, read_manifest, write_manifest
from hgpo_envs.webshop.wishes import open_wishes

RECORDS = [
    official_record("B2", pricing="$3 - $5"),
    official_record("nan"),
    official_record("B1", customization_options=options(Color=["Café ½", "Tea"])),
    official_record("", name="\U0001f600 \ud83d"),
    official_record("B2"),
    official_record("Ünïcode10!", pricing="$7 to $1"),
]
ATTRIBUTES = {
    "B1": {"attributes": ["soft"], "instruction": "Find me", "instruction_attributes": ["soft"]},
    "B2": {"attributes": []},
}
HUMAN = {
    "B2": [
        {"instruction": "i want", "instruction_attributes": ["a"], "instruction_options": ["red"]},
        {"instruction": "or", "instruction_attributes": [], "instruction_options": None},
    ],
    "B9": [],
}


def placed(records: Sequence[object]) -> list[tuple[Position, object]]:
    return [(Position(number, number * 10), record) for number, record in enumerate(records)]


def imported(
    folder: Path,
    records: Sequence[object] = RECORDS,
    attributes: Mapping[str, object] = ATTRIBUTES,
    human: Mapping[str, object] = HUMAN,
) -> Intake:
    folder.mkdir()
    intake = import_catalogue(placed(records), attributes, human, folder)
    manifest = Manifest(
        catalogue="items_shuffle_1000.json",
        products=intake.products,
        skipped={},
        human=intake.human,
        synthetic=intake.synthetic,
        parts={},
    )
    write_manifest(folder, manifest)
    return intake


def test_every_product_is_found_again(tmp_path: Path) -> None:
    imported(tmp_path / "store")
    catalogue = open_catalogue(tmp_path / "store")
    expected = [one for one in clean_all(RECORDS, ATTRIBUTES) if isinstance(one, Product)]
    assert [catalogue.product_at(row) for row in range(len(catalogue))] == expected
    for product in expected:
        assert catalogue.asin_at(product.row) == product.asin
        assert catalogue.row_of(product.asin) == product.row
        assert catalogue.card_at(product.row) == (
            product.asin,
            product.title,
            product.price_text,
            product.image,
        )


@pytest.mark.parametrize("asin", ["B3", "b1", "B1 ", "B1\0", "../B1", "B" * 5000, "\ud800", "Ü"])
def test_an_unknown_asin_has_no_row(tmp_path: Path, asin: str) -> None:
    imported(tmp_path / "store")
    assert open_catalogue(tmp_path / "store").row_of(asin) is None


@pytest.mark.parametrize("row", [-1, 4])
def test_there_is_no_product_beyond_the_rows(tmp_path: Path, row: int) -> None:
    imported(tmp_path / "store")
    catalogue = open_catalogue(tmp_path / "store")
    for look in (catalogue.product_at, catalogue.card_at, catalogue.asin_at):
        with pytest.raises(IndexError, match=f"row {row} of 4"):
            look(row)


def test_ranges_keep_their_two_ends_in_the_order_given(tmp_path: Path) -> None:
    imported(tmp_path / "store")
    catalogue = open_catalogue(tmp_path / "store")
    assert catalogue.ranged.rows.tolist() == [0, 3]
    assert catalogue.ranged.prices.tolist() == [[3.0, 5.0], [7.0, 1.0]]
    assert catalogue.prices.tolist() == [3.0, 20.0, 20.0, 7.0]


def test_what_is_asked_for_is_kept_in_the_order_of_the_products(tmp_path: Path) -> None:
    intake = imported(tmp_path / "store")
    catalogue = open_catalogue(tmp_path / "store")
    (asked,) = open_wishes(tmp_path / "store", "human", catalogue)
    assert (asked.row, asked.asin, asked.text) == (0, "B2", "i want")
    assert (asked.attributes, asked.values) == (("a",), ("red",))
    (made,) = open_wishes(tmp_path / "store", "synthetic", catalogue)
    assert (made.row, made.asin, made.text) == (1, "B1", "Find me")
    assert made.choices == (("color", ("café ½", "tea")),)
    # one instruction with attributes; two values of one option
    assert (intake.human, intake.synthetic) == (1, 2)


def test_what_is_skipped_is_counted_with_examples(tmp_path: Path) -> None:
    records = [*RECORDS, official_record(None), *[official_record("B1")] * 7]
    skipped = imported(tmp_path / "store", records).skipped
    assert {reason: skips.count for reason, skips in skipped.items()} == {
        "nan": 1,
        "duplicate": 8,
        "damaged": 1,
    }
    assert skipped["duplicate"].examples[0] == (Position(4, 40), "B2", "")
    assert len(skipped["duplicate"].examples) == 5
    assert skipped["damaged"].examples == [
        (Position(6, 60), "None", "its asin is None; expected a text")
    ]


def test_the_version_tells_of_products_and_instructions(tmp_path: Path) -> None:
    imported(tmp_path / "a")
    imported(tmp_path / "b", [*RECORDS, official_record("nan")])
    imported(tmp_path / "c", [*RECORDS, official_record("B3")])
    imported(tmp_path / "d", human={})
    imported(tmp_path / "e", attributes={})
    versions = [open_catalogue(tmp_path / name).version for name in "abcde"]
    assert versions[0] == versions[1]
    assert len(set(versions)) == 4


def test_a_catalogue_may_be_small_and_cheap(tmp_path: Path) -> None:
    imported(tmp_path / "store", [official_record()])
    assert len(open_catalogue(tmp_path / "store").ranged.rows) == 0


@pytest.mark.parametrize(
    "instruction", [[{"instruction": "a"}], [{"instruction": 1}], ["a"], {"instruction": "a"}, 7]
)
def test_an_instruction_of_another_form_names_its_product(
    tmp_path: Path, instruction: object
) -> None:
    with pytest.raises(DataError, match=r"the human-written instruction of product 'B1' is not of"):
        imported(tmp_path / "store", human={"B1": instruction})


def test_an_entry_file_gives_each_entry(tmp_path: Path) -> None:
    path = tmp_path / "items_ins_v2.json"
    path.write_text(json.dumps(ATTRIBUTES), encoding="utf-8")
    assert dict(EntryFile(path)) == ATTRIBUTES


@pytest.mark.parametrize("name", ["products.blob", "cards.at.npy", "asins.npy", "prices.npy"])
@pytest.mark.parametrize("cut", [1, 10_000])
def test_a_store_that_was_cut_off_is_refused(tmp_path: Path, name: str, cut: int) -> None:
    imported(tmp_path / "store")
    path = tmp_path / "store" / name
    path.write_bytes(path.read_bytes()[:-cut])
    with pytest.raises(DataError, match=rf"{name}.*Build the store again with `hgpo data import`"):
        Catalogue(tmp_path / "store")
    with pytest.raises(DataError, match=rf"is damaged: '{name}' has .* were written. Build the s"):
        check_files(tmp_path / "store", read_manifest(tmp_path / "store"))


def test_a_store_without_one_of_its_files_is_refused(tmp_path: Path) -> None:
    imported(tmp_path / "store")
    (tmp_path / "store" / "cards.blob").unlink()
    with pytest.raises(DataError, match=r"cards\.blob.*Build the store again with `hgpo data imp"):
        Catalogue(tmp_path / "store")


def test_a_damage_within_a_product_is_told(tmp_path: Path) -> None:
    imported(tmp_path / "store")
    path = tmp_path / "store" / "products.blob"
    path.write_bytes(path.read_bytes().replace(b"Red Lamp", b'Red"Lamp', 1))
    with pytest.raises(
        DataError, match=r"is damaged in product 0\. Build the store again with `hgpo data"
    ):
        open_catalogue(tmp_path / "store").product_at(0)


@pytest.mark.parametrize(
    ("manifest", "message"),
    [
        (
            None,
            "is no store of a catalogue, or a damaged one: it has no manifest.json. Build",
        ),
        (b"{", "can't be read: Expecting property name"),
        (b"[]", "can't be read"),
        (b'{"format": "webshop-store 0"}', "is of the form 'webshop-store 0', and this version"),
    ],
)
def test_a_foreign_or_older_store_is_refused(
    tmp_path: Path, manifest: bytes | None, message: str
) -> None:
    imported(tmp_path / "store")
    path = tmp_path / "store" / "manifest.json"
    path.unlink()
    if manifest is not None:
        path.write_bytes(manifest)
    with pytest.raises(DataError, match=message):
        open_catalogue(tmp_path / "store")


@pytest.mark.parametrize("name", ["1000", "20k"])
def test_every_official_product_is_found_again(
    shared_data: Path, tmp_path: Path, name: str
) -> None:
    files = shared_data / "webshop"
    attributes = EntryFile(files / f"items_ins_v2_{name}.json.gz")
    path = files / f"items_shuffle_{name}.json.gz"
    imported(tmp_path / "store", [record for _, record in read_records(path)], dict(attributes))
    catalogue = open_catalogue(tmp_path / "store")
    rows = 0
    for product in clean_all((record for _, record in read_records(path)), attributes):
        if isinstance(product, Product):
            assert catalogue.row_of(product.asin) == product.row
            assert catalogue.decode_at(product.row) == product
            rows += 1
    assert rows == len(catalogue)
