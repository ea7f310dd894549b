from pathlib import Path

import pytest
from worlds.official_shop import official_record, write_official

from hgpo_envs.errors import DataError, UnknownNameError
from hgpo_envs.webshop.importing import import_catalogues
from hgpo_envs.webshop.root import default_root, find_catalogue, named_root
from hgpo_envs.webshop.sources import Sources, all_sources, official_files

SMALL = ("items_shuffle_1000.json", "items_ins_v2_1000.json", "items_human_ins.json")
FULL = ("items_shuffle.json", "items_ins_v2.json")
INSTEAD = (
    "WebShopGen-v0 needs none: its shop is generated. Official files (items_shuffle*.json, "
    "items_ins_v2*.json, items_human_ins.json) are brought in with `hgpo data import PATH`."
)


def laid_out(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("[]", encoding="utf-8")
    return folder


def names(sources: Sources) -> tuple[str, ...]:
    return tuple(path.name for path in sources.files)


def found(folder: Path, products: str | None = None) -> tuple[str, ...]:
    catalogue = find_catalogue(folder, products)
    assert isinstance(catalogue, Sources)
    return names(catalogue)


def test_a_catalogue_goes_with_its_own_attributes(tmp_path: Path) -> None:
    laid_out(tmp_path, *SMALL, *FULL)
    assert found(tmp_path) == (*FULL, SMALL[2])
    assert found(tmp_path, SMALL[0]) == SMALL
    assert found(tmp_path, f"{SMALL[0]}.gz") == SMALL


def test_without_attributes_of_its_own_it_takes_the_full_ones(tmp_path: Path) -> None:
    laid_out(tmp_path, "items_shuffle_9.json", "items_ins_v2.json")
    assert found(tmp_path) == ("items_shuffle_9.json", "items_ins_v2.json")


def test_without_any_attributes_it_is_refused(tmp_path: Path) -> None:
    laid_out(tmp_path, "items_shuffle_9.json", "items_ins_v2_1000.json")
    with pytest.raises(DataError) as caught:
        find_catalogue(tmp_path)
    assert str(caught.value) == (
        f"'{tmp_path}/items_shuffle_9.json' has no attribute file: expected items_ins_v2_9.json or "
        "items_ins_v2.json beside it (or .json.gz). Put it there."
    )


def test_files_may_be_gzipped_and_plain_ones_are_preferred(tmp_path: Path) -> None:
    laid_out(tmp_path, *(f"{name}.gz" for name in SMALL), SMALL[0])
    assert found(tmp_path) == (SMALL[0], f"{SMALL[1]}.gz", f"{SMALL[2]}.gz")


def test_among_several_catalogues_one_has_to_be_named(tmp_path: Path) -> None:
    laid_out(tmp_path, "items_shuffle_9.json", "items_shuffle_20k.json", FULL[1])
    with pytest.raises(DataError) as caught:
        find_catalogue(tmp_path)
    assert str(caught.value) == (
        f"'{tmp_path}' holds several catalogues: items_shuffle_20k.json, items_shuffle_9.json. "
        "Say which with products=."
    )
    laid_out(tmp_path, *SMALL)
    assert found(tmp_path) == SMALL


def test_an_unknown_catalogue_is_answered_with_the_nearest(tmp_path: Path) -> None:
    laid_out(tmp_path, *SMALL)
    with pytest.raises(UnknownNameError) as caught:
        find_catalogue(tmp_path, "items_shuffle_100.json")
    assert str(caught.value) == (
        "unknown catalogue 'items_shuffle_100.json'. Did you mean 'items_shuffle_1000.json'? "
        f"Known: items_shuffle_1000.json. Looked in '{tmp_path}'. "
        "Say which with products=."
    )


@pytest.mark.parametrize("name", ["../items_shuffle.json", "/etc/passwd", ""])
def test_a_catalogue_is_a_name_and_no_path(tmp_path: Path, name: str) -> None:
    laid_out(tmp_path / "a", *SMALL)
    laid_out(tmp_path, *FULL)
    with pytest.raises(UnknownNameError, match="unknown catalogue"):
        find_catalogue(tmp_path / "a", name)


def test_an_import_looks_deeper_and_takes_what_lies_beside(tmp_path: Path) -> None:
    laid_out(tmp_path / "WebShop/data", *SMALL)
    laid_out(tmp_path / "WebShop/baseline_models/data", SMALL[2])
    laid_out(tmp_path / "WebShop/.git/a/b/c", *FULL)
    (sources,) = all_sources([tmp_path / "WebShop"])
    assert sources.human == tmp_path / "WebShop/data/items_human_ins.json"


def test_an_import_takes_files_from_anywhere(tmp_path: Path) -> None:
    files = [laid_out(tmp_path / name, name) / name for name in SMALL]
    (sources,) = all_sources(files)
    assert sources.files == tuple(files)


def test_a_file_that_is_named_unpacked_is_found_gzipped(tmp_path: Path) -> None:
    laid_out(tmp_path, *(f"{name}.gz" for name in SMALL))
    assert official_files([tmp_path / name for name in SMALL]) == official_files([tmp_path])
    with pytest.raises(DataError, match=r"no file or folder '.*/items_shuffle\.json'"):
        official_files([tmp_path / "items_shuffle.json"])


def test_two_catalogues_of_one_name_are_refused(tmp_path: Path) -> None:
    laid_out(tmp_path / "a", *SMALL)
    laid_out(tmp_path / "b", *SMALL)
    with pytest.raises(
        DataError, match=r"there are two catalogues items_shuffle_1000.json: '.*/a/"
    ):
        all_sources([tmp_path])


def test_where_there_is_no_catalogue_an_import_says_what_is_expected(tmp_path: Path) -> None:
    laid_out(tmp_path, SMALL[1], "notes.json", "items_shuffle.txt")
    assert [path.name for path in official_files([tmp_path])] == [SMALL[1]]
    with pytest.raises(DataError) as caught:
        all_sources([tmp_path])
    assert str(caught.value) == (
        f"'{tmp_path}': no catalogue among them. Expected items_shuffle*.json (or .json.gz), with "
        "items_ins_v2*.json and items_human_ins.json."
    )


def test_a_folder_is_named_by_argument_variable_or_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.delenv("WEBSHOP_DATA", raising=False)
    assert named_root(None).path == default_root() == tmp_path / "share/hgpo-bench/webshop"
    monkeypatch.setenv("WEBSHOP_DATA", str(tmp_path / "variable"))
    assert named_root(None).path == tmp_path / "variable"
    assert named_root(tmp_path / "given").path == tmp_path / "given"


def test_a_store_of_another_file_than_the_one_beside_it_is_refused(tmp_path: Path) -> None:
    folder = write_official(tmp_path, [official_record()])
    import_catalogues([folder], folder)
    store = find_catalogue(folder)
    assert store == folder / "items_shuffle_1000.store"
    before = (folder / SMALL[0]).stat().st_size
    write_official(tmp_path, [])
    with pytest.raises(DataError) as caught:
        find_catalogue(folder)
    assert str(caught.value) == (
        f"the store '{store}' was made of a file {SMALL[0]} of {before} bytes, and the one beside "
        "it has 2. Import it with --replace, or take one of them away."
    )


def test_without_data_the_error_says_what_needs_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.delenv("WEBSHOP_DATA", raising=False)
    with pytest.raises(DataError) as caught:
        find_catalogue(None, "items_shuffle.json")
    assert str(caught.value) == (
        "the catalogue items_shuffle.json was asked for, neither data= nor WEBSHOP_DATA names its "
        f"folder, and none was imported. {INSTEAD}"
    )
    monkeypatch.setenv("WEBSHOP_DATA", str(tmp_path))
    with pytest.raises(DataError) as caught:
        find_catalogue(None)
    assert str(caught.value) == (
        f"an official catalogue was asked for, and WEBSHOP_DATA is '{tmp_path}', which holds no "
        f"catalogue. {INSTEAD}"
    )
    with pytest.raises(DataError, match=r"and data is '.*/no', which is no folder"):
        find_catalogue(tmp_path / "no")
