import json
from pathlib import Path

import pytest
from worlds.official_files import TASK, as_folder, data_set, game_text

import hgpo_envs
from hgpo_envs.alfworld.data.importing import import_games
from hgpo_envs.alfworld.engine import read_game
from hgpo_envs.alfworld.library import open_library
from hgpo_envs.errors import GameFileError

MUG = "pick_and_place_simple-Mug-None-Desk-308/trial_T1"
GENERATED = "gen_unseen/easy/pick_and_place_simple-000000"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a data root with one game."""
    return as_folder(tmp_path / "data", data_set(TASK))


def test_an_official_game_is_given_as_file_as_content_and_loaded(root: Path) -> None:
    library = open_library("ALFWorld-v0", "valid_seen", data=root)
    file = library.file(TASK)
    assert file == root / "json_2.1.1" / "valid_seen" / TASK / "game.tw-pddl"
    assert library.read(TASK) == json.loads(game_text())
    assert library.load(TASK).task_text == "Your task is to: win."
    assert library.load(TASK) is library.load(TASK)


def test_a_generated_game_has_content_and_no_file() -> None:
    library = open_library("ALFWorld-v0", "gen_unseen", difficulty="easy")
    assert library.panel.ids[0] == GENERATED
    assert library.file(GENERATED) is None
    game = read_game(library.read(GENERATED), name="x")
    assert game.task_text == library.load(GENERATED).task_text


def test_a_given_game_is_given_as_file_as_content_and_loaded(root: Path) -> None:
    path = root / "json_2.1.1" / "valid_seen" / TASK
    library = open_library("ALFWorld-v0", "train", games=[path])
    assert library.file("trial_T1") == path / "game.tw-pddl"
    assert library.read("trial_T1") == json.loads(game_text())
    assert library.load("trial_T1").task_text == "Your task is to: win."


def test_equal_options_share_the_library_and_the_loaded_games(root: Path) -> None:
    one = open_library("ALFWorld-v0", "valid_seen", data=root, goal="human")
    other = open_library("ALFWorld-v0", "valid_seen", data=root, goal="human", goal_seed=0)
    assert one is other
    assert open_library("ALFWorld-v0", "valid_seen", data=root, goal="human", goal_seed=1) != one


def test_content_that_is_no_game_is_refused(root: Path) -> None:
    library = open_library("ALFWorld-v0", "valid_seen", data=root)
    file = library.file(TASK)
    assert file is not None
    file.write_text("[]")
    with pytest.raises(GameFileError) as error:
        library.read(TASK)
    assert str(error.value) == (
        f"{str(file)!r} is no game file: expected a JSON object, found list."
    )


def test_an_import_is_seen_by_the_process_that_did_it(root: Path, tmp_path: Path) -> None:
    def told() -> tuple[tuple[str, ...], object]:
        env = hgpo_envs.make("ALFWorld-v0", split="valid_seen", data=root)
        return env.panel.ids, env.reset(options={"task": TASK})[1]["instruction"]

    assert told() == ((TASK,), "Your task is to: win.")
    grammar = json.loads(game_text())["grammar"].replace("win.", "lose.")
    more = data_set(TASK, grammar=grammar) | data_set(MUG)
    import_games([as_folder(tmp_path / "more", more)], root, replace=True)
    assert told() == ((TASK, MUG), "Your task is to: lose.")
