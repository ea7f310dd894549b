"""Building indexes, and opening what is whole and what is not."""

import errno
import json
import os
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from hgpo_envs.errors import DataError, EnvInputError
from hgpo_envs.webshop.layout import AGAIN
from hgpo_envs.webshop.search import build_index, building, open_index, runs

SHOP = [
    ("B3", "red lamp for the desk"),
    ("B1", "blue lamp"),
    ("B2", "the of and"),
    ("B0", "crème brûlée lamp lamp"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    build_index(SHOP, tmp_path / "index")
    return tmp_path / "index"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def many(count: int) -> Iterator[tuple[str, str]]:
    for row in range(count):
        yield f"B{row * 7919 % 100003:09}", f"lamp x{row % 97} y{row % 1009} é{row % 13}"


def test_an_index_counts_what_it_holds(folder: Path) -> None:
    index = open_index(folder)
    counts = index.counts
    assert len(index) == counts.rows == 4
    # red lamp desk | blue lamp | nothing | crème brûlée lamp lamp
    assert (counts.documents, counts.total, counts.terms, counts.postings) == (3, 9, 6, 8)


def test_the_same_documents_give_the_same_bytes_with_any_number_of_workers_and_any_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_index(many(3000), tmp_path / "one")
    monkeypatch.setattr(building, "_DOCUMENTS_OF_RUN", 700)
    build_index(many(3000), tmp_path / "runs")
    build_index(many(3000), tmp_path / "workers", workers=2)
    assert contents(tmp_path / "one") == contents(tmp_path / "runs")
    assert contents(tmp_path / "one") == contents(tmp_path / "workers")


def test_what_a_process_forgets_in_between_makes_no_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_index(many(3000), tmp_path / "one")
    monkeypatch.setattr(building, "_DOCUMENTS_OF_RUN", 500)
    monkeypatch.setattr(runs, "_MOST_PIECES", 400)
    monkeypatch.setattr(runs, "_LONGEST_PIECE", 4)
    build_index(many(3000), tmp_path / "forgetful")
    assert contents(tmp_path / "one") == contents(tmp_path / "forgetful")


def test_a_version_is_that_of_the_documents(tmp_path: Path) -> None:
    versions = set()
    for number, shop in enumerate((SHOP, SHOP[::-1], SHOP[:3], [("B3", "red"), *SHOP[1:]], SHOP)):
        build_index(shop, tmp_path / str(number))
        versions.add(open_index(tmp_path / str(number)).version)
    assert len(versions) == 4


def test_building_tells_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "_DOCUMENTS_OF_RUN", 400)
    done: list[int] = []
    build_index(many(1000), tmp_path, progress=done.append)
    assert done == [400, 800, 1000]


def test_a_new_index_takes_the_place_of_an_old_one(folder: Path) -> None:
    build_index([("B9", "chair")], folder)
    assert [row for row, _ in open_index(folder).search("chair")] == [0]
    assert open_index(folder).search("lamp") == []


def test_what_fails_while_it_is_built_is_no_index(folder: Path) -> None:
    def broken() -> Iterator[tuple[str, str]]:
        yield from many(10)
        raise RuntimeError("the catalogue ends here")

    with pytest.raises(RuntimeError, match="the catalogue ends here"):
        build_index(broken(), folder)
    with pytest.raises(DataError, match=r"holds no search index: manifest\.json can't be read"):
        open_index(folder)
    assert not (folder / "runs").exists()


def test_a_full_disk_is_told_before_anything_is_mapped(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_file: int, _start: int, size: int) -> None:
        raise OSError(errno.ENOSPC, f"no room for {size} bytes")

    monkeypatch.setattr(os, "posix_fallocate", full, raising=False)
    with pytest.raises(
        OSError, match="no room for 160 bytes"
    ):  # 8 postings of 4 bytes, 128 of head
        build_index(SHOP, folder)
    with pytest.raises(DataError, match="holds no search index"):
        open_index(folder)


def test_no_worker_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EnvInputError, match=r"^workers is 0; it must be at least 1\.$"):
        build_index(SHOP, tmp_path, workers=0)


def test_no_product_is_refused(folder: Path) -> None:
    with pytest.raises(
        EnvInputError, match=r"^k is 0; it must be at least 1, or None for all products\.$"
    ):
        open_index(folder).search("lamp", 0)


@pytest.mark.parametrize("name", ["words", "rows", "frequencies", "dense", "order"])
def test_a_file_that_was_cut_short_is_named(folder: Path, name: str) -> None:
    path = folder / f"{name}.npy"
    size = path.stat().st_size
    path.write_bytes(path.read_bytes()[:-1])
    message = f"{path} has {size - 1} bytes; it should have {size}. {AGAIN}"
    with pytest.raises(DataError, match=f"^{re.escape(message)}$"):
        open_index(folder)


def test_a_small_file_that_was_changed_is_named(folder: Path) -> None:
    path = folder / "words.npy"
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    message = f"{path} is damaged: its checksum is another one. {AGAIN}"
    with pytest.raises(DataError, match=f"^{re.escape(message)}$"):
        open_index(folder)


def test_a_file_that_is_missing_is_named(folder: Path) -> None:
    (folder / "codes.npy").unlink()
    with pytest.raises(DataError, match=r"codes\.npy can't be read \(No such file or directory\)"):
        open_index(folder)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": "other"}, "does not describe a search index"),
        ({"form": 99}, "has form 99 of the index; this version reads form 1"),
        ({"counts": {}}, "lacks an entry"),
        ({"files": {}}, "lacks an entry: KeyError('words')"),
    ],
)
def test_a_foreign_manifest_is_refused(
    folder: Path, change: dict[str, object], message: str
) -> None:
    path = folder / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(DataError, match=re.escape(message)):
        open_index(folder)


@pytest.mark.parametrize("text", ["", "{", "[]", "\xff"])
def test_a_manifest_that_is_none_is_refused(folder: Path, text: str) -> None:
    (folder / "manifest.json").write_text(text, encoding="latin-1")
    with pytest.raises(DataError, match=r"manifest\.json (is not JSON|does not describe)"):
        open_index(folder)


def test_an_array_of_another_type_is_refused(folder: Path) -> None:
    path, manifest = folder / "order.npy", folder / "manifest.json"
    np.save(path, np.zeros(4, np.float32))  # as many bytes as the right one
    said = json.loads(manifest.read_text())
    said["files"]["order"]["sha256"] = None
    manifest.write_text(json.dumps(said))
    with pytest.raises(DataError, match=r"order\.npy holds float32 in 1 dimensions"):
        open_index(folder)


def test_threads_share_one_index(tmp_path: Path) -> None:
    build_index(many(3000), tmp_path)
    index = open_index(tmp_path)
    queries = [f"lamp x{number % 7} y{number}" for number in range(40)]
    expected = [index.search(query) for query in queries]
    found: list[bool] = []

    def ask() -> None:
        for _ in range(5):
            found.append([index.search(query) for query in queries] == expected)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 40
