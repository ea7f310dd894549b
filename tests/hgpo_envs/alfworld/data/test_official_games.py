import json
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import hgpo_envs
from hgpo_envs import TaskPanel
from hgpo_envs.alfworld import official
from hgpo_envs.alfworld.data.game_file import is_solvable
from hgpo_envs.errors import DataError, EnvInputError, GameFileError

FOUR = (
    "look_at_obj_in_light-Book-None-DeskLamp-301/trial_T1",
    "pick_and_place_simple-Mug-None-Desk-308/trial_T1",
    "pick_and_place_simple-Mug-None-Desk-308/trial_T2",
    "pick_heat_then_place_in_recep-Egg-None-Fridge-1/trial_T1",
)


@pytest.fixture(autouse=True)
def no_data_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ALFWORLD_DATA", raising=False)


@pytest.fixture
def four_games(tmp_path: Path) -> Path:
    """Return a data root with four playable games of valid_seen and three that don't count."""
    for task in FOUR:
        write(tmp_path, task, {"walkthrough": [], "solvable": True})
    write(tmp_path, "pick_and_place_simple-AppleSliced-None-Desk-1/trial_T1", {"solvable": True})
    write(tmp_path, "pick_two_movable_recep-Cup-Bowl-Desk-1/trial_T1", {"solvable": True})
    write(tmp_path, "pick_and_place_simple-Cup-None-Desk-1/trial_T1", {"solvable": False})
    return tmp_path


def write(root: Path, task: str, game: object, *, split: str = "valid_seen") -> Path:
    path = root / "json_2.1.1" / split / task / "game.tw-pddl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(game))
    return path


def panel_of(root: Path, split: str = "valid_seen") -> TaskPanel:
    return hgpo_envs.make("ALFWorld-v0", split=split, data=root).panel


@pytest.mark.slow
@pytest.mark.official
@pytest.mark.parametrize(
    ("split", "count", "first", "digest"),
    [
        (
            "valid_seen",
            140,
            "look_at_obj_in_light-AlarmClock-None-DeskLamp-323/trial_T20190909_044715_250790",
            "1c0424f5e6fd0e3a00c3d258053c6026fe78bf6d74f9b9a5e298a97a96e13470",
        ),
        (
            "train",
            3554,
            "look_at_obj_in_light-AlarmClock-None-DeskLamp-301/trial_T20190907_174127_043461",
            "59b50b52959e9d8530fb9cc4a766cf14d575ceff1651c270bfbc5291f0da2c0b",
        ),
    ],
)
def test_the_official_splits_are_frozen(
    official_games: Path, split: str, count: int, first: str, digest: str
) -> None:
    panel = panel_of(official_games, split)
    assert (len(panel), panel.ids[0], panel.hash) == (count, first, digest)
    assert list(panel.ids) == sorted(panel.ids)
    assert panel.partial is False
    assert len(set(panel.kinds)) == 6


@pytest.mark.parametrize(
    ("split", "count", "digest"),
    [
        ("gen_train", 2000, "caf2805322181c3bf488d411aea0c3c928dbc387b9d7686e413e274023e7a313"),
        ("gen_seen", 200, "eedb37550a8f1f30aa7ac121978b93e7d38b37def767736a7603cd3953c9a079"),
        ("gen_unseen", 200, "b714088d5a7f5c05b9536d09b0b7a68378759ea38f3f83a276a0e2fbe7c2cd0d"),
    ],
)
def test_the_generated_splits_are_frozen(split: str, count: int, digest: str) -> None:
    panel = hgpo_envs.make("ALFWorld-v0", split=split, difficulty="easy").panel
    assert (len(panel), panel.version, panel.hash) == (count, "1/easy", digest)
    assert len(set(panel.kinds)) == 6


def test_environments_of_one_split_share_the_panel(four_games: Path) -> None:
    assert hgpo_envs.make("ALFWorld-v0").panel is hgpo_envs.make("ALFWorld-v0").panel
    assert panel_of(four_games) is panel_of(four_games)


def test_a_part_of_a_split_is_marked_partial_and_lists_what_can_be_played(
    four_games: Path,
) -> None:
    panel = panel_of(four_games)
    assert panel.ids == FOUR
    assert panel.partial is True
    assert panel.kinds == (
        "look_at_obj_in_light",
        "pick_and_place_simple",
        "pick_and_place_simple",
        "pick_heat_then_place_in_recep",
    )
    # printf 'ALFWorld-v0\0valid_seen\0json_2.1.1\0partial\0ID1\0ID2\0ID3\0ID4\0' | sha256sum
    assert panel.hash == "a61e89981537a624e8087b90821eb8fa5cdcd9a62fb6ae181c7fa251b7d37371"


def test_other_games_than_the_official_ones_are_partial_even_if_as_many(tmp_path: Path) -> None:
    for number in range(140):
        task = f"pick_and_place_simple-Mug-None-Desk-{number}/trial_T1"
        write(tmp_path, task, {"solvable": True})
    panel = panel_of(tmp_path)
    assert len(panel) == 140
    assert panel.partial is True


def test_the_order_of_the_file_system_does_not_matter(
    four_games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = panel_of(four_games)
    real = os.scandir

    @contextmanager
    def shuffled(folder: str | Path) -> Iterator[list[os.DirEntry[str]]]:
        with real(folder) as entries:
            found = list(entries)
        random.Random(len(orders)).shuffle(found)
        orders.append([entry.path for entry in found])
        yield found

    orders: list[list[str]] = []
    monkeypatch.setattr(os, "scandir", shuffled)
    for _ in range(4):
        official.forget_listed_games()
        panel = official.official_panel("ALFWorld-v0", "valid_seen", four_games)
        assert (panel.ids, panel.hash) == (expected.ids, expected.hash)
    assert len({tuple(order) for order in orders}) > 1


def test_the_environment_variable_names_the_data(
    four_games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALFWORLD_DATA", str(four_games))
    assert hgpo_envs.make("ALFWorld-v0", split="valid_seen").panel.ids == FOUR
    monkeypatch.setenv("ALFWORLD_DATA", str(tmp_path / "elsewhere"))
    assert panel_of(four_games).ids == FOUR


def test_without_data_an_official_split_says_how_to_get_on() -> None:
    with pytest.raises(DataError) as error:
        hgpo_envs.make("ALFWorld-v0", split="train")
    assert str(error.value) == (
        "official games were asked for, neither data= nor ALFWORLD_DATA names their folder, and "
        "none were imported. Name the folder that holds json_2.1.1, import them with "
        "`hgpo data import PATH`, or use a generated split (gen_train, gen_seen, gen_unseen)."
    )


def test_a_wrong_folder_is_named_with_where_its_name_came_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = (
        f"{{}} is {str(tmp_path)!r}, and there is no folder json_2.1.1 in it. "
        "Name the folder that holds json_2.1.1."
    )
    with pytest.raises(DataError) as error:
        panel_of(tmp_path)
    assert str(error.value) == expected.format("data")
    monkeypatch.setenv("ALFWORLD_DATA", str(tmp_path))
    with pytest.raises(DataError) as error:
        hgpo_envs.make("ALFWorld-v0", split="train")
    assert str(error.value) == expected.format("ALFWORLD_DATA")


@pytest.mark.parametrize("below", ["json_2.1.1", "json_2.1.1/valid_seen"])
def test_a_folder_too_deep_is_answered_with_the_right_one(four_games: Path, below: str) -> None:
    given = four_games / below
    with pytest.raises(DataError) as error:
        panel_of(given)
    assert str(error.value) == (
        f"data is {str(given)!r}, and there is no folder json_2.1.1 in it. "
        f"Name the folder that holds json_2.1.1, which is {str(four_games)!r}."
    )


def test_a_split_that_was_not_unpacked_is_named(four_games: Path) -> None:
    folder = four_games / "json_2.1.1" / "train"
    with pytest.raises(DataError) as error:
        panel_of(four_games, "train")
    assert str(error.value) == (
        f"there is no folder {str(folder)!r}, so split 'train' can't be played. "
        "Import that split, or choose another."
    )


def test_a_split_without_a_playable_game_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "pick_and_place_simple-Cup-None-Desk-1/trial_T1", {"solvable": False})
    folder = tmp_path / "json_2.1.1" / "valid_seen"
    with pytest.raises(DataError) as error:
        panel_of(tmp_path)
    assert str(error.value) == (
        f"{str(folder)!r} holds no playable game: none passes the filters "
        "(unsolvable, sliced, movable). Expected TASK/TRIAL/game.tw-pddl below it."
    )


def test_a_split_with_a_truncated_game_is_refused(four_games: Path) -> None:
    path = four_games / "json_2.1.1" / "valid_seen" / FOUR[1] / "game.tw-pddl"
    path.write_text('{"pddl_domain": "(define')
    with pytest.raises(GameFileError) as error:
        panel_of(four_games)
    assert str(error.value) == (
        f"{str(path)!r} is no readable game file: "
        "Unterminated string starting at: line 1 column 17 (char 16)."
    )


def test_a_game_that_does_not_say_whether_it_can_be_solved_is_refused(four_games: Path) -> None:
    path = write(four_games, FOUR[2], {"solvable": "yes"})
    with pytest.raises(GameFileError) as error:
        panel_of(four_games)
    assert str(error.value) == (
        f"{str(path)!r} doesn't say whether the game is solvable; expected a JSON object with "
        '"solvable": true or false.'
    )


def test_the_mark_counts_wherever_it_stands(tmp_path: Path) -> None:
    solvable = write(tmp_path, "a/b", {"solvable": True, "grammar": "x" * 1000})
    unsolvable = write(tmp_path, "c/d", {"solvable": False, "grammar": '"solvable": true,'})
    assert is_solvable(solvable) is True
    assert is_solvable(unsolvable) is False


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"split": "gen_seen", "data": "/x"},
            "the generated split 'gen_seen' takes no option 'data', but '/x' was given.",
        ),
        (
            {"split": "train", "difficulty": "easy"},
            "the official split 'train' takes no option 'difficulty', but 'easy' was given.",
        ),
        (
            {"games": ["/x"], "data": "/x"},
            "games takes no option 'data', but '/x' was given.",
        ),
        (
            {"games": ["/x"], "difficulty": "easy"},
            "games takes no option 'difficulty', but 'easy' was given.",
        ),
    ],
)
def test_options_that_exclude_each_other_are_refused(
    options: dict[str, object], message: str
) -> None:
    with pytest.raises(EnvInputError) as error:
        hgpo_envs.make("ALFWorld-v0", **options)  # type: ignore[arg-type]
    assert str(error.value) == message
