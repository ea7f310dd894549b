"""Generated games are like the official ones, by the distances that docs/ shows."""

import pytest

from hgpo_envs.alfworld.generate.measured.compare import (
    average,
    compare,
    kolmogorov_smirnov,
    total_variation,
)
from hgpo_envs.alfworld.generate.measured.figures import figures
from hgpo_envs.alfworld.generate.measured.games import Maker
from hgpo_envs.alfworld.generate.measured.knobs import LEVELS, Difficulty
from hgpo_envs.alfworld.generate.measured.reading import read_goal, read_scene
from hgpo_envs.alfworld.generate.measured.tally import tally

OFFICIAL_LIKE = Maker(family="household", difficulty=LEVELS["official-like"])


def read_back(maker, split, index):
    """Return a game's scene as it stands in its PDDL problem."""
    scene = maker.make(split, index).scene
    problem = maker.game(split, index, "newer")["pddl_problem"]
    goal = read_goal(problem, scene.goal.task)
    return read_scene(problem, kind=scene.home.kinds[0], goal=goal)


def counted(split, games, maker=OFFICIAL_LIKE):
    return tally(read_back(maker, split, index) for index in range(games))


# Bounds for 800 games. Measured: receptacles up to 0.04, things 0.05, placements 0.13, groups
# 0.18, openable 0.06, sizes 0.23, plans 0.14, and of all 2,000 games less (docs/). Official rooms
# with even numbers are farther from those with odd ones in every row.
BOUNDS = {
    "receptacles": 0.07,
    "things": 0.08,
    "placements": 0.19,
    "groups": 0.26,
    "openable": 0.1,
    "sizes": 0.27,
}


@pytest.mark.parametrize("split", ["gen_train", "gen_unseen"])
def test_a_sample_of_games_is_near_the_official_ones(split):
    distances = compare(figures().observed, counted(split, 800))
    assert distances.tasks < 0.01
    assert max(distances.plans.values()) < 0.2
    for room in distances.rooms.values():
        for name, bound in BOUNDS.items():
            assert getattr(room, name) < bound, name


@pytest.mark.slow
def test_all_training_games_are_nearer_to_the_official_ones_than_those_are_to_each_other():
    distances = compare(figures().observed, counted("gen_train", 2000))
    halves = figures().halves["rooms"]
    for kind, room in distances.rooms.items():
        for name in BOUNDS:
            assert getattr(room, name) < halves[kind][name], (kind, name)
    assert max(distances.plans.values()) < 0.13


def test_the_bounds_tell_games_that_are_not_like_the_official_ones():
    # Rooms of 8 to 12 receptacles, as no official kitchen is.
    small = Maker(family="household", difficulty=LEVELS["small"])
    distances = compare(figures().observed, counted("gen_train", 300, small))
    kitchen = distances.rooms["kitchen"]
    assert kitchen.receptacles > BOUNDS["receptacles"]
    assert kitchen.things > BOUNDS["things"]
    assert kitchen.sizes > BOUNDS["sizes"]


def rate(rooms, count):
    return sum(map(count, rooms.values())) / sum(room["games"] for room in rooms.values())


def in_several(room):
    return sum(
        number
        for histogram in room["placements"].values()
        for place, number in histogram.items()
        if "+" in place
    )


def nested(room):
    return sum(sum(histogram.values()) for histogram in room["nested"].values())


def groups(room):
    return sum(room["groups"].values())


def cool(room):
    return room["cool"].get("1", 0)


@pytest.mark.parametrize(
    ("count", "official"),
    # Per game, of 3,554: things in several receptacles, things in things (in one receptacle with
    # them), places with several receptacles, things of the goal's kind that start cool.
    [(in_several, 0.541), (nested, 0.185), (groups, 2.090), (cool, 0.108)],
)
def test_what_is_rare_is_about_as_rare(count, official):
    assert rate(figures().observed, count) == pytest.approx(official, abs=1e-3)
    assert rate(counted("gen_train", 800), count) == pytest.approx(official, rel=0.25)


def test_a_problem_says_all_of_a_scene():
    for index in range(40):
        scene = OFFICIAL_LIKE.make("gen_train", index).scene
        read = read_back(OFFICIAL_LIKE, "gen_train", index)
        assert read.goal == scene.goal
        assert read.home == scene.home
        assert read.closed == scene.closed
        assert [(t.kind, t.receptacles, t.cool, t.container) for t in read.things] == [
            (t.kind, t.receptacles, t.cool, t.container) for t in scene.things
        ]
        assert all(
            set(a.properties) == set(b.properties)
            for a, b in zip(read.things, scene.things, strict=True)
        )


def test_things_are_taken_by_what_they_lie_in():
    # What lies in a container could have been put there.
    for index in range(60):
        scene = Maker(family="three", difficulty=Difficulty()).make("gen_train", index).scene
        for errand in scene.goal.errands:
            assert errand.thing in figures().holds[errand.target]
            there = [t for t in scene.things if t.kind == errand.thing]
            types = {scene.home.types[at] for t in there for at in t.receptacles}
            assert errand.target not in types


def test_distances_are_those_of_their_definitions():
    # Shares 1/2, 1/2, 0 and 1/4, 1/4, 1/2: differences 1/4, 1/4, 1/2, half of their sum.
    assert total_variation({"a": 1, "b": 1}, {"a": 1, "b": 1, "c": 2}) == 0.5
    assert total_variation({}, {"a": 1}) == 1.0
    assert total_variation({}, {}) == 0.0
    # Up to 2: all against none.
    assert kolmogorov_smirnov({"2": 3}, {"10": 5}) == 1.0
    assert average({"1": 1, "3": 1}) == 2.0
