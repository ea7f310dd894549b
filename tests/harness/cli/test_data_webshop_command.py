import errno
import json
import os
from pathlib import Path

import pytest
from worlds.official_shop import official_record, write_official

from harness.cli.main import main
from hgpo_envs.webshop import open_store

RECORDS = [
    official_record("B000000001", name="Red lamp"),
    official_record("nan"),
    official_record("B000000002", name="Blue lamp"),
    official_record("B000000001"),
    official_record("B0000000003"),
]
HUMAN = {
    "B000000002": [
        {"instruction": "blue", "instruction_attributes": ["a"], "instruction_options": []}
    ]
}
MADE = {"B000000001": {"attributes": ["a"], "instruction": "b", "instruction_attributes": ["a"]}}
NAME = "items_shuffle_1000.json"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for variable in ("WEBSHOP_DATA", "HGPO_STORE_CACHE", "ALFWORLD_DATA"):
        monkeypatch.delenv(variable, raising=False)
    return write_official(tmp_path / "data", RECORDS, attributes=MADE, human=HUMAN)


def answer(*words: str) -> dict[str, object]:
    assert main(["data", *words, "--json", "x.json"]) == 0
    found: dict[str, object] = json.loads(Path("x.json").read_text())["webshop"]
    return found


def files_below(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


def test_an_import_says_what_came_in_and_what_was_left_out(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = answer("import", "data", "--to", "root")["catalogues"][NAME]  # type: ignore[index]
    assert (record["state"], record["products"], record["human"], record["synthetic"]) == (
        "new",
        2,
        1,
        1,
    )
    assert record["skipped"] == {"duplicate": 1, "nan": 1, "over-long": 1}
    assert record["examples"]["duplicate"][0]["record"] == 3
    shown = capsys.readouterr().out
    folder = data.parent / "root"
    assert (
        f"{NAME}: {folder}/items_shuffle_1000.store is new; content {record['version'][:16]}\n"
        in (shown)
    )
    assert f"{NAME}: left out 1 record that repeats an earlier ASIN\n  record 3 at byte " in shown
    assert shown.endswith(f"To use them, set WEBSHOP_DATA={folder} or give env.data={folder}.\n")
    assert len(open_store("root").search("lamp")) == 2


def test_without_a_folder_named_the_shop_is_found_without_one(data: Path) -> None:
    answer("import", "data")
    assert open_store(products=NAME).product("B000000002").title == "Blue lamp"
    assert not (data.parent / "cache").exists()


def test_an_import_may_be_repeated(data: Path) -> None:
    answer("import", "data", "--to", "root")
    before = {path: path.stat().st_ino for path in Path("root").rglob("*")}
    record = answer("import", "data", "--to", "root")["catalogues"][NAME]  # type: ignore[index]
    assert record["state"] == "same"
    assert {path: path.stat().st_ino for path in Path("root").rglob("*")} == before


def test_a_store_of_other_files_is_replaced_only_if_told(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer("import", "data", "--to", "root")
    write_official(data, RECORDS[:1])
    assert main(["data", "import", "data", "--to", "root"]) == 1
    assert capsys.readouterr().err == (
        f"hgpo: the store '{data.parent}/root/items_shuffle_1000.store' was made of other files "
        f"than {NAME} here; nothing was imported. Replace it with --replace, or import with --to "
        "elsewhere.\n"
    )
    assert len(open_store("root").catalogue) == 2
    record = answer("import", "data", "--to", "root", "--replace")
    assert record["catalogues"][NAME]["state"] == "replaced"  # type: ignore[index]
    assert len(open_store("root").catalogue) == 1


def test_a_damaged_store_is_replaced_without_being_told(data: Path) -> None:
    answer("import", "data", "--to", "root")
    (data.parent / "root/items_shuffle_1000.store/products.blob").unlink()
    write_official(data, RECORDS[:1])
    answer("import", "data", "--to", "root")
    assert len(open_store("root").catalogue) == 1


def test_a_dry_run_writes_nothing(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = answer("import", "data", "--to", "root", "--dry-run")
    assert record["catalogues"][NAME]["products"] == 2  # type: ignore[index]
    assert capsys.readouterr().out.endswith("dry run: nothing was written\n")
    assert not Path("root").exists()


def test_damaged_records_are_left_out_named_and_make_it_no_success(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_official(data, [*RECORDS[:1], official_record("B7", name=["x"])])
    assert main(["data", "import", "data", "--to", "root"]) == 1
    said = capsys.readouterr()
    assert said.err == "hgpo: 1 record is damaged and was left out; see above.\n"
    assert "asin 'B7': its name is a list; expected a text\n" in said.out
    assert len(open_store("root").catalogue) == 1


def test_a_file_that_breaks_off_changes_nothing(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = data / NAME
    text = path.read_bytes()
    at = text.index(b'{"name": "Blue lamp"')
    path.write_bytes(text[: at + 30])
    assert main(["data", "import", "data", "--to", "root"]) == 1
    assert capsys.readouterr().err == (
        f"hgpo: '{path}' is damaged at record 2 (counted from 0), which begins at byte {at:,}: "
        "the file ends in it. Get the file again.\n"
    )
    assert files_below(Path("root")) == [".items_shuffle_1000.store.lock"]


def test_a_full_disk_changes_nothing(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("hgpo_envs.webshop.building.build_index", fail)
    assert main(["data", "import", "data", "--to", "root"]) == 1
    assert capsys.readouterr().err == (
        f"hgpo: can't write '{data.parent}/root/items_shuffle_1000.store': No space left on "
        "device. What was there is as it was. Make room, or name another folder with --to.\n"
    )
    assert files_below(Path("root")) == [".items_shuffle_1000.store.lock"]


def test_linking_has_no_meaning(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "import", "data", "--link"]) == 2
    assert "A catalogue is turned into a store: leave the flag out." in capsys.readouterr().err


def test_games_and_catalogues_are_not_imported_together(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = data.parent / "games/valid_seen/T/trial_1/game.tw-pddl"
    game.parent.mkdir(parents=True)
    game.write_text("{}")
    assert main(["data", "import", "data", "games"]) == 1
    assert capsys.readouterr().err == (
        "hgpo: 'data' holds webshop data and 'games' holds alfworld data. Import them one after "
        "the other.\n"
    )


def test_status_says_what_is_there_and_what_is_not(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = answer("status", "webshop")
    assert (record["catalogues"], record["not_imported"]) == ({}, {})
    assert (
        "not there: items_shuffle_1000.json (WebShopSmall-v0), items_shuffle.json (WebShop-v0)"
        in (capsys.readouterr().out)
    )
    open_store("data")
    answer("import", "data")
    record = answer("status", "webshop", "--verify")
    assert record["catalogues"][NAME]["products"] == 2  # type: ignore[index]
    assert record["cache"]["stores"] == 1  # type: ignore[index]
    shown = capsys.readouterr().out
    assert f"WebShop: {data.parent}/share/hgpo-bench/webshop (the folder for user data; " in shown
    assert "not there: items_shuffle.json (WebShop-v0). " in shown


def test_status_looks_where_it_is_told(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "status", "--data", "data"]) == 0
    assert f"WebShop: {data} (named by --data)\n{NAME}: official file, not imported\n" in (
        capsys.readouterr().out
    )
    assert main(["data", "status", "webshop", "--data", "share"]) == 1
    assert "which is no folder. WebShopGen-v0 needs none" in capsys.readouterr().err


def test_status_verifies_every_file_if_told(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hgpo_envs.webshop.manifest._SMALL", 0)  # all files count as large ones
    answer("import", "data", "--to", "root")
    path = Path("root/items_shuffle_1000.store/products.blob")
    path.write_bytes(path.read_bytes().replace(b"Blue lamp", b"Blue lamb"))
    assert main(["data", "status", "--data", "root"]) == 0
    assert main(["data", "status", "--data", "root", "--verify"]) == 1
    said = capsys.readouterr()
    assert (
        "'products.blob' is not as it was written. Build the store again with `hgpo data import`"
        in (said.out)
    )
    assert said.err == f"hgpo: {NAME}: not usable; see above.\n"
