"""The expert that reads, explores and wins."""

import json
import random
from collections import Counter

import pytest

from hgpo_envs.alfworld import generate
from hgpo_envs.alfworld.engine import load_game, read_game
from hgpo_envs.alfworld.expert import ExploringExpert
from hgpo_envs.alfworld.expert.errand import Errand, read_errand, read_errands


def steps_to_win(play, cap):
    """Return how many commands the expert needs, or None if it does not win within the cap."""
    expert = ExploringExpert()
    expert.reset(play.text)
    text = play.text
    for step in range(cap):
        command = expert.act(text, play.admissible)
        assert command in play.admissible
        text = play.command(command)
        if play.won:
            return step + 1
    return None


@pytest.mark.parametrize("dialect", ["newer", "older"])
@pytest.mark.parametrize("split", generate.SPLITS)
def test_easy_games_are_won_within_thirty_steps(split, dialect):
    for task in generate.task_ids(split)[:60]:
        play = read_game(generate.game(task, dialect=dialect), name=task).start()
        assert steps_to_win(play, 30) is not None, task


def test_standard_games_are_won_within_fifty_steps():
    tasks = generate.task_ids("gen_unseen", "standard")
    plays = (read_game(generate.game(task, "standard"), name=task).start() for task in tasks)
    lengths = [steps_to_win(play, 50) for play in plays]
    # All 200 were won when this was written.
    assert sum(length is not None for length in lengths) >= 197


@pytest.mark.parametrize("dialect", ["newer", "older"])
@pytest.mark.parametrize("family", ["three", "two-stage", "rooms"])
def test_harder_games_are_won_as_well(family, dialect):
    for task in generate.task_ids("gen_unseen", family=family)[:24]:
        content = generate.game(task, family=family, dialect=dialect)
        assert steps_to_win(read_game(content, name=task).start(), 100) is not None, task


@pytest.mark.official
def test_official_training_games_are_won_within_fifty_steps(official_games):
    paths = sorted((official_games / "json_2.1.1" / "train").glob("*/*/game.tw-pddl"))
    random.Random(0).shuffle(paths)
    won, played = Counter(), Counter()
    for path in paths:
        if "movable" in str(path) or "Sliced" in str(path):
            continue
        if not json.loads(path.read_text(encoding="utf-8"))["solvable"]:
            continue
        kind = path.parts[-3].partition("-")[0]
        played[kind] += 1
        won[kind] += steps_to_win(load_game(path).start(), 50) is not None
        if sum(played.values()) == 300:
            break
    assert len(played) == 6
    assert {kind: won[kind] / played[kind] >= 0.95 for kind in played} == dict.fromkeys(
        played, True
    )


def test_equal_texts_give_equal_actions():
    task = generate.task_ids("gen_seen", "standard")[7]

    def commands():
        play = read_game(generate.game(task, "standard"), name=task).start()
        expert, text = ExploringExpert(), play.text
        expert.reset(text)
        for _ in range(12):
            command = expert.act(text, play.admissible)
            text = play.command(command)
            yield command

    assert list(commands()) == list(commands())


def test_the_expert_picks_up_where_another_left_off():
    # It goes by what it reads, not by what it said: random commands first, then its own.
    for task in generate.task_ids("gen_train")[:36]:
        play = read_game(generate.game(task), name=task).start()
        draws, expert, text = random.Random(task), ExploringExpert(), play.text
        expert.reset(text)
        for step in range(60):
            command = expert.act(text, play.admissible)
            text = play.command(draws.choice(play.admissible) if step < 20 else command)
            if play.won:
                break
        assert play.won, task


@pytest.mark.parametrize(
    ("sentence", "errand"),
    [
        ("put some mug on desk.", Errand(thing="mug", target="desk")),
        ("put a mug in desk.", Errand(thing="mug", target="desk")),
        ("put two mug in desk.", Errand(thing="mug", target="desk", count=2)),
        ("find two mug and put them in desk.", Errand(thing="mug", target="desk", count=2)),
        ("put three mug in desk.", Errand(thing="mug", target="desk", count=3)),
        (
            "clean and cool some mug and put it in desk.",
            Errand(thing="mug", target="desk", treatment="clean", also="cool"),
        ),
        ("put a clean mug in desk.", Errand(thing="mug", target="desk", treatment="clean")),
        ("put a hot mug in desk.", Errand(thing="mug", target="desk", treatment="heat")),
        ("put a cool mug in desk.", Errand(thing="mug", target="desk", treatment="cool")),
        (
            "clean some mug and put it in desk.",
            Errand(thing="mug", target="desk", treatment="clean"),
        ),
        ("heat some mug and put it in desk.", Errand(thing="mug", target="desk", treatment="heat")),
        ("cool some mug and put it in desk.", Errand(thing="mug", target="desk", treatment="cool")),
        (
            "look at mug under the desklamp.",
            Errand(thing="mug", target="desklamp", under_lamp=True),
        ),
        (
            "examine the mug with the desklamp.",
            Errand(thing="mug", target="desklamp", under_lamp=True),
        ),
        (
            "Take a chilled tomato over to the side table!",
            Errand(thing="tomato", target="sidetable", treatment="cool"),
        ),
        (
            "Hold the clock below the lamp",
            Errand(thing="", target="desklamp", under_lamp=True),
        ),
        (
            "Put both remote controls on the sofa",
            Errand(thing="remotecontrol", target="sofa", count=2),
        ),
        ("do as you like", Errand(thing="", target="")),
    ],
)
def test_an_errand_is_read_from_its_sentence(sentence, errand):
    things = ["mug", "tomato", "remotecontrol"]
    receptacles = ["desk", "sidetable", "sofa"]
    assert read_errand(f"Your task is to: {sentence}", things, receptacles) == errand


def test_two_errands_in_one_sentence_are_read_apart():
    sentence = "cool some egg and put it in desk, and put a clean and hot pan in sink."
    assert read_errands(f"Your task is to: {sentence}", (), ()) == (
        Errand(thing="egg", target="desk", treatment="cool"),
        Errand(thing="pan", target="sink", treatment="clean", also="heat"),
    )
    # A sentence of which a part is not known is read as one.
    assert len(read_errands("Your task is to: put an egg in desk, and smile.", (), ())) == 1


@pytest.mark.parametrize("opening", ["", "Hello.", "you see a door 1. Your task is to: sing."])
def test_odd_texts_are_answered_with_an_admissible_command(opening):
    expert = ExploringExpert()
    expert.reset(opening)
    for observation in ("", "Nothing happens.", "On the door 1, you see a b 2.", "You pick up the"):
        assert expert.act(observation, ("open door 1", "wait")) in ("open door 1", "wait")


def test_without_admissible_commands_the_expert_looks():
    assert ExploringExpert().act("Nothing happens.", ()) == "look"


def test_the_same_answer_to_the_same_command_makes_the_expert_try_another():
    expert = ExploringExpert()
    expert.reset("You see nothing. you see a bed 1. Your task is to: put a book in bed.")
    # Three times "go to bed 1", which leads nowhere, then the command used least.
    commands = [expert.act("Nothing happens.", ("go to bed 1", "look")) for _ in range(4)]
    assert commands == ["go to bed 1", "go to bed 1", "go to bed 1", "look"]
