"""A store with any file damaged: built again in the cache, refused where it was imported."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from worlds.official_shop import official_record, write_official

from hgpo_envs.errors import DataError
from hgpo_envs.webshop import open_store
from hgpo_envs.webshop.catalogue.store import Catalogue
from hgpo_envs.webshop.importing import import_catalogues
from hgpo_envs.webshop.layout import AGAIN
from hgpo_envs.webshop.root import find_catalogue

RECORDS = [
    official_record("B000000001", name="Red lamp"),
    official_record("B000000002", name="Blue lamp", pricing="$3 - $5"),
    official_record("B000000003", name="Chair", full_description="Oak."),
]
MADE = {"B000000001": {"attributes": ["a"], "instruction": "b", "instruction_attributes": ["a"]}}
SAID = {"instruction": "blue", "instruction_attributes": ["a"], "instruction_options": []}


def shorter(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-3])


def other_end(path: Path) -> None:
    """As an interrupted copy or a faulty disk leaves a file: of the right size, with zeros."""
    whole = path.read_bytes()
    path.write_bytes(whole[:-8] + bytes(byte ^ 255 for byte in whole[-8:]))


def other_start(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def folder_instead(path: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGES: dict[str, Callable[[Path], None]] = {
    "cut short": shorter,
    "another end": other_end,
    "zeros": other_start,
    "gone": Path.unlink,
    "a folder": folder_instead,
}


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HGPO_STORE_CACHE", str(tmp_path / "cache"))
    return write_official(tmp_path / "data", RECORDS, attributes=MADE, human={"B000000002": [SAID]})


def files_of(folder: Path) -> list[str]:
    found = [path for path in folder.rglob("*") if path.is_file() and path.stat().st_size]
    return sorted(path.relative_to(folder).as_posix() for path in found)


@pytest.mark.parametrize("damage", DAMAGES)
def test_any_damage_of_a_kept_store_is_mended(data: Path, damage: str) -> None:
    folder = open_store(data).folder
    whole = {name: (folder / name).read_bytes() for name in files_of(folder)}
    assert len(whole) > 20
    for name in whole:
        DAMAGES[damage](folder / name)
        store = open_store(data)
        assert store.folder == folder
        assert {one: (folder / one).read_bytes() for one in files_of(folder)} == whole, name


@pytest.mark.parametrize("damage", DAMAGES)
def test_any_damage_of_an_imported_store_is_refused(
    data: Path, tmp_path: Path, damage: str
) -> None:
    root = tmp_path / "root"
    (imported,) = import_catalogues([data], root)
    shutil.copytree(imported.folder, tmp_path / "whole")
    for name in files_of(imported.folder):
        shutil.rmtree(imported.folder)
        shutil.copytree(tmp_path / "whole", imported.folder)
        DAMAGES[damage](imported.folder / name)
        with pytest.raises(DataError) as caught:
            open_store(root)
        assert str(caught.value).endswith(AGAIN), name
        assert "pickle" not in str(caught.value)
        (mended,) = import_catalogues([data], root)
        assert mended.state == "replaced", name
        assert len(open_store(root).search("lamp")) == 2


def test_damage_that_is_met_late_is_told_too(data: Path) -> None:
    folder = open_store(data).folder
    other_end(folder / "asins.npy")
    other_end(folder / "asin_order.npy")
    catalogue = Catalogue(folder)
    with pytest.raises(DataError, match="is damaged in product 2"):
        catalogue.asin_at(2)
    with pytest.raises(DataError, match="is damaged: its order of products"):
        catalogue.row_of("B000000003")


def test_a_manifest_of_something_else_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text("{}")
    with pytest.raises(DataError, match="holds no catalogue"):
        find_catalogue(tmp_path)
