"""Several rooms joined by doors: what one sees, and what one has to go through."""

import pytest

from hgpo_envs.alfworld import generate
from hgpo_envs.alfworld.engine import read_game

GAMES = generate.series(family="rooms")
TASK = "gen_train/rooms/look_at_obj_in_light-000002"
BEDROOM = (
    "you see a garbagecan 2, a dresser 1, a drawer 3, a shelf 2, a sidetable 2, a laundryhamper 1, "
    "a safe 1, a drawer 2, and a bed 1."
)
LIVING_ROOM = (
    "you see a sidetable 1, a drawer 1, a coffeetable 1, a diningtable 1, a armchair 1, "
    "a garbagecan 1, and a shelf 1."
)


@pytest.fixture
def play():
    return read_game(GAMES.game(TASK), name=TASK).start()


def test_one_sees_the_room_that_one_is_in_and_its_doors(play):
    here = (
        f"You are in the middle of the bedroom 1. Looking quickly around you, {BEDROOM} "
        "You also see a door 1."
    )
    assert play.text == (
        f"-= Welcome to TextWorld, ALFRED! =-\n\n{here}\n\n"
        "Your task is to: look at book under the desklamp."
    )
    assert play.command("look") == here


def test_a_door_leads_into_the_other_room(play):
    assert play.command("go through door 1") == (
        f"You go through the door 1 into the livingroom 1. Looking quickly around you, "
        f"{LIVING_ROOM} Besides the door 1, you see nothing."
    )
    assert play.command("look").startswith("You are in the middle of the livingroom 1.")
    assert BEDROOM in play.command("go through door 1")


def test_one_goes_only_to_what_is_in_the_room(play):
    assert "go to bed 1" in play.admissible
    assert "go to coffeetable 1" not in play.admissible
    play.command("go through door 1")
    assert "go to bed 1" not in play.admissible
    assert "go to coffeetable 1" in play.admissible
    assert play.command("go to bed 1") == "Nothing happens."


def test_a_door_can_be_taken_from_anywhere_in_a_room(play):
    play.command("go to bed 1")
    assert play.command("look") == "You are facing the bed 1. Next to it, you see nothing."
    assert play.command("go through door 1").startswith("You go through the door 1 into the living")


def test_a_door_of_another_room_is_out_of_reach():
    # Three rooms in a row: kitchen, door 2, bedroom, door 1, bathroom.
    task = GAMES.task_ids("gen_train")[1]
    play = read_game(GAMES.game(task), name=task).start()
    assert play.text.count("a door 2") == 1
    assert "go through door 2" in play.admissible
    assert "go through door 1" not in play.admissible


def test_help_names_doors():
    play = read_game(GAMES.game(TASK), name=TASK).start()
    assert "\n  go to (receptacle)\n  go through (door)\n  open (receptacle)\n" in play.command(
        "help"
    )


@pytest.mark.parametrize("split", generate.SPLITS)
def test_a_door_is_in_the_way_of_every_game(split):
    for task in GAMES.task_ids(split)[:100]:
        verbs = [command.split()[1] for command in GAMES.game(task)["walkthrough"]]
        take = GAMES.game(task)["walkthrough"]
        first_take = next(at for at, command in enumerate(take) if command.startswith("take "))
        assert "through" in verbs[first_take:], task


def test_one_room_has_no_doors():
    game = generate.game(generate.task_ids("gen_train", "small")[0], "small")
    for part in ("pddl_domain", "pddl_problem", "grammar"):
        assert "door" not in game[part]
