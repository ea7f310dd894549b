"""The planner's plans are as short as brute force says."""

import json
import lzma
import random

import pytest
from random_games import distances, random_errand, random_file, shortest
from small_games import action, small_file

from hgpo_envs.alfworld import generate
from hgpo_envs.alfworld.engine import read_game
from hgpo_envs.alfworld.planner import Planner
from hgpo_envs.alfworld.planner import planner as planner_module

TINY = {"receptacles": (4, 4), "distractors": (0, 1), "duplicates": (0, 1)}


def check_all_states(content, name):
    """Compare the planner with brute force in every state; return the distances met."""
    game = read_game(content, name=name)
    planner = Planner(content, name=name)
    met = set()
    for snapshot, distance in distances(game):
        play = game.start()
        play.restore(snapshot)
        before = play.facts(), play.admissible, play.text, play.moves
        plan = planner.plan(play)
        assert (None if plan is None else len(plan)) == distance, name
        assert planner.distance(play) == distance
        assert (play.facts(), play.admissible, play.text, play.moves) == before
        for command in plan or ():
            assert not play.won
            play.command(command)
            assert play.understood
        assert play.won is (distance is not None)
        met.add(distance)
    return met


@pytest.fixture
def on_the_model(monkeypatch):
    """Fail where the model says something else than the engine does."""

    def searched(*args):
        raise AssertionError("a plan of the model did not work on the engine")

    monkeypatch.setattr(planner_module, "search_on_engine", searched)


@pytest.mark.parametrize("make", [random_file, random_errand])
def test_random_games_are_planned_as_brute_force_does(make, on_the_model):
    met = set()
    for seed in range(30):
        met |= check_all_states(make(seed), f"{make.__name__} {seed}")
    # The games are worth the comparison: some can't be won, some take several commands.
    assert {None, 0, 1, 2, 3, 4} <= met


def test_random_games_with_ambiguous_commands_are_planned_as_brute_force_does():
    for seed in range(30):
        check_all_states(random_file(seed, told=0.5), f"ambiguous {seed}")


@pytest.mark.slow
def test_many_random_games_are_planned_as_brute_force_does():
    for seed in range(30, 200):
        check_all_states(random_file(seed), f"random {seed}")
        check_all_states(random_errand(seed), f"errand {seed}")
        check_all_states(random_file(seed, told=0.5), f"ambiguous {seed}")


@pytest.mark.parametrize(
    ("family", "games"), [("household", 6), ("rooms", 6), ("two-stage", 3), ("three", 1)]
)
def test_tiny_games_of_every_family_are_planned_as_brute_force_does(family, games):
    knobs = TINY | ({"rooms": (2, 2)} if family == "rooms" else {})
    for task in generate.task_ids("gen_seen", knobs, family=family)[:games]:
        content = generate.game(task, knobs, family=family)
        game = read_game(content, name=task)
        plan = Planner(content, name=task).plan(game.start())
        assert len(plan) == shortest(game, idle={"checked"}), task


def test_plans_from_anywhere_on_a_walk_are_as_short_as_those_from_the_start():
    knobs = TINY | {"receptacles": (9, 9)}
    for task in generate.task_ids("gen_train", knobs)[:6]:
        content = generate.game(task, knobs)
        play, rng = read_game(content, name=task).start(), random.Random(task)
        planner = Planner(content, name=task)
        for _ in range(12):
            play.command(rng.choice(play.admissible))
            far = planner.distance(play)
            for command in planner.plan(play):
                play.command(command)
                far -= 1
                assert planner.distance(play) == far
            assert (far, play.won) == (0, True)


def test_equal_states_get_equal_plans_in_whatever_order_they_are_asked_for():
    task = generate.task_ids("gen_train", "standard")[5]
    content = generate.game(task, "standard")
    game = read_game(content, name=task)
    first, second = Planner(content, name=task), Planner(content, name=task)
    play = game.start()
    moments = [play.snapshot()]
    for command in first.plan(play):
        play.command(command)
        moments.append(play.snapshot())

    def plans(planner, order):
        found = {}
        for at in order:
            play.restore(moments[at])
            found[at] = planner.plan(play)
        return found

    forth = range(len(moments))
    assert plans(first, forth) == plans(second, reversed(forth))


def test_a_command_that_stands_for_several_actions_does_what_the_engine_does():
    # "press" lights the room with the smaller id that is dark: the hall takes two commands.
    press = action("press", "?r - room", "(not (lit ?r))", "(lit ?r)", "press")
    content = small_file(
        press, objects="attic_bar_1 hall_bar_1 - room", init="(at attic_bar_1) (at hall_bar_1)",
        goal="(lit hall_bar_1)",
    )  # fmt: skip
    game = read_game(content, name="switch")
    assert Planner(content, name="switch").plan(game.start()) == ("press", "press")
    assert shortest(game) == 2


def test_a_goal_that_holds_is_reached_without_a_command():
    content = small_file(
        action("wait", "?r - room", "(at ?r)", "(seen ?r)"),
        objects="hall_bar_1 - room", init="(at hall_bar_1)", goal="(at hall_bar_1)",
    )  # fmt: skip
    planner, game = Planner(content, name="won"), read_game(content, name="won")
    assert (planner.plan(game.start()), planner.distance(game.start())) == ((), 0)


def test_a_goal_out_of_reach_has_no_plan():
    content = small_file(
        action("wait", "?r - room", "(at ?r)", "(seen ?r)"),
        objects="hall_bar_1 - room", init="(at hall_bar_1)", goal="(lit hall_bar_1)",
    )  # fmt: skip
    planner, game = Planner(content, name="lost"), read_game(content, name="lost")
    assert (planner.plan(game.start()), planner.distance(game.start())) == (None, None)


def test_changed_official_games_are_planned_and_won(shared_data):
    paths = sorted((shared_data / "alfworld" / "changed_games").glob("*.xz"))
    lengths = {}
    for path in paths:
        content = json.loads(lzma.decompress(path.read_bytes()))
        play = read_game(content, name=path.name).start()
        plan = Planner(content, name=path.name).plan(play)
        for command in plan:
            play.command(command)
        assert play.won, path.name
        lengths[path.name.partition(".")[0]] = len(plan)
    # Found by this planner; each wins, and no shorter plan has been seen.
    assert lengths == {
        "a_comma": 6, "b_forall": 6, "c_full": 6, "d_ison": 4, "dist": 4, "e_not": 6,
        "f_forallpre": 4, "h_goal": 6, "opened": 8, "plain": 4, "twoloc": 4, "twoloc2": 4,
        "z0": 4, "z1": 3, "z3": 4, "z4": 4,
    }  # fmt: skip
