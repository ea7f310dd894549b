from pathlib import Path

import pytest
from worlds.official_files import TASK, as_folder, data_set

import hgpo_envs
from hgpo_envs.alfworld.data.root import default_root, named_root
from hgpo_envs.errors import DataError


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.delenv("ALFWORLD_DATA", raising=False)


def test_the_default_is_a_folder_for_user_data(tmp_path: Path) -> None:
    assert default_root() == tmp_path / "share" / "hgpo-bench" / "alfworld"


def test_the_option_goes_before_the_variable_and_that_before_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert named_root(None).source == "default"
    monkeypatch.setenv("ALFWORLD_DATA", "")
    assert named_root(None).source == "default"
    monkeypatch.setenv("ALFWORLD_DATA", str(tmp_path / "v"))
    assert (named_root(None).path, named_root(None).source) == (tmp_path / "v", "ALFWORLD_DATA")
    assert (named_root("d").path, named_root("d").source) == (Path("d"), "data")


def test_games_in_the_default_folder_are_found_without_a_variable() -> None:
    as_folder(default_root(), data_set(TASK))
    assert hgpo_envs.make("ALFWorld-v0", split="valid_seen").panel.ids == (TASK,)


def test_a_variable_that_names_nothing_is_no_reason_to_look_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_folder(default_root(), data_set(TASK))
    monkeypatch.setenv("ALFWORLD_DATA", str(tmp_path / "nowhere"))
    with pytest.raises(DataError) as error:
        hgpo_envs.make("ALFWorld-v0", split="valid_seen")
    assert str(error.value) == (
        f"ALFWORLD_DATA is {str(tmp_path / 'nowhere')!r}, and there is no folder json_2.1.1 in it. "
        "Name the folder that holds json_2.1.1."
    )


def test_a_tilde_stands_for_the_home_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert named_root("~/games").path == tmp_path / "games"
