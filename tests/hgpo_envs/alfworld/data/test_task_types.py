from pathlib import Path

import pytest
from worlds.official_files import as_folder, data_set

import hgpo_envs
from hgpo_envs.alfworld.data.filters import resolve_filters
from hgpo_envs.alfworld.data.task_types import TASK_TYPES, resolve_types
from hgpo_envs.alfworld.generate import TASK_TYPES as GENERATED_TYPES
from hgpo_envs.errors import DataError, EnvInputError, UnknownNameError

PLAYED = (
    "look_at_obj_in_light-Book-None-DeskLamp-301/trial_T1",
    "pick_and_place_simple-Mug-None-Desk-308/trial_T1",
    "pick_heat_then_place_in_recep-Egg-None-Fridge-1/trial_T1",
)
UNSOLVABLE = "pick_and_place_simple-Cup-None-Desk-1/trial_T1"
SLICED = "pick_and_place_simple-AppleSliced-None-Desk-1/trial_T1"
MOVABLE = "pick_two_movable_recep-Cup-Bowl-Desk-1/trial_T1"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a root with three playable games and one that each filter leaves out."""
    as_folder(tmp_path, data_set(*PLAYED, SLICED, MOVABLE))
    return as_folder(tmp_path, data_set(UNSOLVABLE, solvable=False))


def panel(root: Path, **options: object) -> hgpo_envs.TaskPanel:
    return hgpo_envs.make("ALFWorld-v0", split="valid_seen", data=root, **options).panel


def test_the_numbers_are_those_of_alfworlds_configuration() -> None:
    assert dict(enumerate(TASK_TYPES, start=1)) == {
        1: "pick_and_place_simple",
        2: "look_at_obj_in_light",
        3: "pick_clean_then_place_in_recep",
        4: "pick_heat_then_place_in_recep",
        5: "pick_cool_then_place_in_recep",
        6: "pick_two_obj_and_place",
    }
    assert set(TASK_TYPES) == set(GENERATED_TYPES)


@pytest.mark.parametrize(
    ("given", "names"),
    [
        (1, (TASK_TYPES[0],)),
        ("6", (TASK_TYPES[5],)),
        ("look_at_obj_in_light", (TASK_TYPES[1],)),
        ([4, "1", 4, "pick_and_place_simple"], (TASK_TYPES[0], TASK_TYPES[3])),
        (range(1, 7), TASK_TYPES),
    ],
)
def test_types_are_given_by_name_or_number(given: object, names: tuple[str, ...]) -> None:
    assert resolve_types(given) == names


NUMBERED = ", ".join(f"{number} {name}" for number, name in enumerate(TASK_TYPES, start=1))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (0, f"unknown task type 0. Known: {NUMBERED}."),
        ("7", f"unknown task type 7. Known: {NUMBERED}."),
        (True, f"a task type is True; expected a name or a number: {NUMBERED}."),
        (1.5, f"a task type is 1.5; expected a name or a number: {NUMBERED}."),
        (
            (),
            "task_types is empty; expected at least one task type, by name or by number: "
            f"{NUMBERED}.",
        ),
        (
            ["pick_two_obj_and_plce"],
            "unknown task type 'pick_two_obj_and_plce'. Did you mean 'pick_two_obj_and_place'? "
            f"Known: {', '.join(sorted(TASK_TYPES))}.",
        ),
    ],
)
def test_other_types_are_refused(given: object, message: str) -> None:
    with pytest.raises((EnvInputError, UnknownNameError)) as error:
        resolve_types(given)
    assert str(error.value) == message


def test_a_panel_of_some_types_is_marked_and_has_a_hash_of_its_own(root: Path) -> None:
    whole, some = panel(root), panel(root, task_types=[4, 1])
    assert some.ids == PLAYED[1:]
    assert some.kinds == ("pick_and_place_simple", "pick_heat_then_place_in_recep")
    assert some.version == (
        "json_2.1.1/task_types=pick_and_place_simple,pick_heat_then_place_in_recep"
    )
    assert some.hash != whole.hash
    assert panel(root, task_types=("pick_and_place_simple", 4)).hash == some.hash


def test_all_types_are_the_panel_itself(root: Path) -> None:
    assert panel(root, task_types=[1, 2, 4]) is panel(root)


def test_a_type_that_the_split_has_not_is_refused(root: Path) -> None:
    with pytest.raises(DataError) as error:
        panel(root, task_types=[1, 6])
    assert str(error.value) == (
        "ALFWorld-v0 split 'valid_seen' has no game of type 'pick_two_obj_and_place'. It has: "
        "look_at_obj_in_light, pick_and_place_simple, pick_heat_then_place_in_recep."
    )


def test_generated_games_have_types_too() -> None:
    some = hgpo_envs.make("ALFWorld-v0", split="gen_unseen", task_types="look_at_obj_in_light")
    assert set(some.panel.kinds) == {"look_at_obj_in_light"}
    # 200 games whose six types take turns: the second type has the places 1, 7, ..., 199
    assert len(some.panel) == 34
    task = some.panel.ids[-1]
    assert some.reset(options={"task": task})[1]["task"] == task


def test_given_games_have_no_types(root: Path) -> None:
    folder = root / "json_2.1.1" / "valid_seen" / PLAYED[0]
    with pytest.raises(EnvInputError) as error:
        hgpo_envs.make("ALFWorld-v0", games=[folder], task_types=[1])
    assert str(error.value) == "games takes no option 'task_types', but [1] was given."


def test_each_filter_can_be_left_out(root: Path) -> None:
    def added(filters: object) -> set[str]:
        return set(panel(root, filters=filters).ids) - set(PLAYED)

    assert added(["sliced", "movable"]) == {UNSOLVABLE}
    assert added(["unsolvable", "movable"]) == {SLICED}
    assert added("unsolvable") == {SLICED, MOVABLE}
    assert added("none") == {UNSOLVABLE, SLICED, MOVABLE}
    assert added([]) == {UNSOLVABLE, SLICED, MOVABLE}


def test_other_filters_make_another_panel_that_is_never_the_official_one(root: Path) -> None:
    official, other = panel(root), panel(root, filters=["movable", "sliced"])
    assert panel(root, filters=["movable", "sliced", "unsolvable"]) is official
    assert (other.version, other.partial) == ("json_2.1.1/filters=sliced,movable", True)
    assert panel(root, filters="none").version == "json_2.1.1/filters=none"
    assert other.hash != official.hash


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            ["slicd"],
            "unknown filter 'slicd'. Did you mean 'sliced'? "
            "Known: movable, none, sliced, unsolvable.",
        ),
        (3, "filters is 3; expected names of unsolvable, sliced, movable, or 'none'."),
    ],
)
def test_other_filters_are_refused(given: object, message: str) -> None:
    with pytest.raises((EnvInputError, UnknownNameError)) as error:
        resolve_filters(given)
    assert str(error.value) == message


def test_a_damaged_game_that_is_filtered_out_by_name_does_no_harm(root: Path) -> None:
    (root / "json_2.1.1" / "valid_seen" / SLICED / "game.tw-pddl").write_text("{")
    assert panel(root).ids == PLAYED
