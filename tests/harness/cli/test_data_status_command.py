import json
from pathlib import Path

import pytest
from worlds.official_files import TASK, as_folder, data_set

import hgpo_envs
from harness.cli.main import main

MUG = "pick_and_place_simple-Mug-None-Desk-308/trial_T1"
HOW = "Then: hgpo data import PATH\n"


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder with user folders of its own, without official data."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("HGPO_GAME_CACHE", "off")
    monkeypatch.delenv("ALFWORLD_DATA", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def root(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a root with two games, named by the variable."""
    monkeypatch.setenv("ALFWORLD_DATA", "data")
    return as_folder(own_folders / "data", data_set(TASK) | data_set(MUG, annotated=False))


def status(*words: str) -> dict[str, object]:
    main(["data", "status", *words, "--json", "x.json"])
    return json.loads(Path("x.json").read_text())["alfworld"]


def test_without_data_it_says_where_they_belong_and_how_to_get_them(
    own_folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["data", "status", "alfworld"]) == 0
    shown = capsys.readouterr().out
    folder = own_folders / "share" / "hgpo-bench" / "alfworld"
    assert shown.startswith(
        f"ALFWorld: {folder} (the folder for user data; ALFWORLD_DATA is not set)\n"
        "not there, or not whole: train, valid_train, valid_seen, valid_unseen. "
    )
    assert shown.endswith(HOW)
    assert list(own_folders.iterdir()) == []


def test_a_folder_that_was_named_and_holds_no_data_is_a_failure(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALFWORLD_DATA", f"{root}/json_2.1.1")
    assert main(["data", "status"]) == 1
    said = (
        f"is '{root}/json_2.1.1', and there is no folder json_2.1.1 in it. "
        f"Name the folder that holds json_2.1.1, which is '{root}'.\n"
    )
    assert capsys.readouterr().err == f"hgpo: ALFWORLD_DATA {said}"
    assert main(["data", "status", "--data", f"{root}/json_2.1.1"]) == 1
    assert capsys.readouterr().err == f"hgpo: data {said}"


def test_the_download_of_alfworld_itself_is_found(
    own_folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = as_folder(own_folders / "home" / ".cache" / "alfworld", data_set(TASK))
    assert main(["data", "status", "alfworld"]) == 0
    said = f"ALFWorld's own download is in {folder}: hgpo data import {folder} --link\n"
    assert capsys.readouterr().out.endswith(said)
    assert main(["data", "import", str(folder), "--link"]) == 0
    assert hgpo_envs.make("ALFWorld-v0", split="valid_seen").panel.ids == (TASK,)


def test_it_says_what_is_there(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "status", "alfworld"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"ALFWorld: {root} (named by ALFWORLD_DATA)\n")
    panel = hgpo_envs.make("ALFWorld-v0", split="valid_seen").panel
    assert f"\nvalid_seen: panel {panel.hash}\n" in shown
    assert f"\n  index {root}/.hgpo/valid_seen.json\n" in shown
    assert "\n  1 playable games without human-written goals\n" in shown
    assert shown.endswith(HOW)


def test_the_answer_as_json_holds_what_the_table_says(root: Path) -> None:
    record = status()
    assert (record["root"], record["named_by"]) == (str(root), "ALFWORLD_DATA")
    split = record["splits"]["valid_seen"]
    assert split["task_types"]["look_at_obj_in_light"] == 1
    assert {key: split[key] for key in ("found", "playable", "official", "whole", "link")} == {
        "found": 2,
        "playable": 2,
        "official": 140,
        "whole": False,
        "link": None,
    }
    assert (split["without_annotations"], split["annotations_without_game"]) == (1, 0)
    assert "content_sha256" not in split


def test_verified_games_are_read_and_loaded(root: Path) -> None:
    split = status("--verify")["splits"]["valid_seen"]
    # sha256 over "TASK\0" and the game's sha256, of the games in the order of their ids
    assert split["content_sha256"] == (
        "8661c5c5d83d364d9d77bff922a3fb6a530a40b1485f212aea2a6bc8f96aad8c"
    )
    assert split["content"] == "other files"


def test_compiled_games_are_counted(
    root: Path,
    own_folders: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HGPO_GAME_CACHE", str(own_folders / "kept"))
    assert status()["compiled_games"]["games"] == 0
    hgpo_envs.make("ALFWorld-v0", split="valid_seen").reset(options={"task": TASK})
    record = status()["compiled_games"]
    files = [path for path in (own_folders / "kept").rglob("*") if path.is_file()]
    assert (record["games"], record["bytes"]) == (1, sum(path.stat().st_size for path in files))
    assert f"\ncompiled games: 1, 0.0 MB in {record['folder']}\n" in capsys.readouterr().out
    monkeypatch.setenv("HGPO_GAME_CACHE", "off")
    assert status()["compiled_games"] is None


def test_a_linked_split_says_where_it_is(
    root: Path, own_folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["data", "import", str(root), "--link", "--to", "linked"]) == 0
    record = status("--data", "linked")
    assert record["named_by"] == "data"
    assert record["splits"]["valid_seen"]["link"] == str(root / "json_2.1.1" / "valid_seen")
    assert f", a link to {root / 'json_2.1.1' / 'valid_seen'}\n" in capsys.readouterr().out


@pytest.mark.parametrize("flags", [[], ["--verify"]])
def test_a_damaged_game_is_a_failure_that_names_it(
    root: Path, capsys: pytest.CaptureFixture[str], flags: list[str]
) -> None:
    path = root / "json_2.1.1" / "valid_seen" / MUG / "game.tw-pddl"
    path.write_text('{"solvable": 3}')
    assert main(["data", "status", *flags]) == 1
    said = capsys.readouterr()
    assert "damaged: " in said.out
    assert f"valid_seen/{MUG}/game.tw-pddl: " in said.out
    assert said.err == "hgpo: 1 file is damaged; see above.\n"
    record = status(*flags)["splits"]["valid_seen"]
    assert (record["left_out"]["damaged"], record["playable"]) == (1, 1)
    assert record["panel_sha256"] is None


def test_an_unknown_data_set_is_answered_with_the_nearest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["data", "status", "alfwrld"]) == 2
    assert capsys.readouterr().err == (
        "hgpo: unknown data set 'alfwrld'. Did you mean 'alfworld'? Known: alfworld, webshop.\n"
    )


@pytest.mark.slow
@pytest.mark.official
def test_official_games_are_found_whole(official_games: Path) -> None:
    splits = status("--data", str(official_games))["splits"]
    assert {name: (one["playable"], one["whole"]) for name, one in splits.items()} == {
        "train": (3554, True),
        "valid_seen": (140, True),
    }
    assert splits["train"]["left_out"] == {
        "unsolvable": 1085,
        "sliced": 10,
        "movable": 3,
        "unsupported": 0,
        "damaged": 0,
    }
