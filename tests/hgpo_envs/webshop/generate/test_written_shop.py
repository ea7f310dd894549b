"""Generated shops as official files."""

import fcntl
import json

import pytest

from hgpo_envs.errors import DataError, EnvInputError
from hgpo_envs.webshop import generate
from hgpo_envs.webshop.catalogue.reading import read_entries, read_records


@pytest.fixture(scope="module")
def shop():
    return generate.series("easy", products=4100)  # three chunks, the last one short


@pytest.fixture(scope="module")
def written(shop, tmp_path_factory):
    return generate.write_shop(tmp_path_factory.mktemp("shop") / "new", shop)


def test_the_files_hold_the_shop(shop, written):
    assert [path.name for path in written] == [
        "items_shuffle.json",
        "items_ins_v2.json",
        "items_human_ins.json",
    ]
    catalogue, attributes, people = written
    assert [record for _, record in read_records(catalogue)] == list(generate.records(shop))
    assert {asin: entry for _, asin, entry in read_entries(attributes)} == dict(
        generate.entries(shop)
    )
    assert json.loads(people.read_text()) == generate.human(shop)


def test_any_number_of_workers_writes_the_same_bytes(shop, written, tmp_path):
    again = generate.write_shop(tmp_path, shop, workers=2)
    assert [path.read_bytes() for path in again] == [path.read_bytes() for path in written]


def test_progress_is_told_to_the_end(shop, tmp_path):
    told = []
    generate.write_shop(tmp_path, shop, progress=lambda done, of: told.append((done, of)))
    assert told == [(2000, 4100), (4000, 4100), (4100, 4100)]


def test_the_same_shop_may_be_written_again_and_another_one_not(tmp_path):
    shop = generate.series(products=40)
    first = [path.read_bytes() for path in generate.write_shop(tmp_path, shop)]
    assert [path.read_bytes() for path in generate.write_shop(tmp_path, shop)] == first
    with pytest.raises(DataError, match=r"is there with other content\. Name an empty folder"):
        generate.write_shop(tmp_path, generate.series(products=40, seed=1))
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "items_human_ins.json",
        "items_ins_v2.json",
        "items_shuffle.json",
    ]
    assert (tmp_path / "items_shuffle.json").read_bytes() == first[0]


def test_an_interrupted_writing_leaves_nothing(tmp_path):
    def stop(done, of):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        generate.write_shop(tmp_path, generate.series(products=40), progress=stop)
    assert not list(tmp_path.iterdir())


def test_what_a_killed_writing_left_is_removed_and_what_is_being_written_not(tmp_path):
    left, held = (tmp_path / f".items_shuffle.json.writing-{name}" for name in ("left", "held"))
    left.write_text("[")
    with held.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        generate.write_shop(tmp_path, generate.series(products=4))
        assert (left.exists(), held.exists()) == (False, True)


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match=r"can't write to '.*file/shop': Not a directory. Name"):
        generate.write_shop(tmp_path / "file" / "shop", generate.series(products=4))
    with pytest.raises(EnvInputError, match=r"workers is 0; expected a number from 1 to 256\."):
        generate.write_shop(tmp_path, generate.series(products=4), workers=0)
