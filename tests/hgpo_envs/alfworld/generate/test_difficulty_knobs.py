"""The knobs do what they say, are checked, and are a part of every id, version and hash."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hgpo_envs
from hgpo_envs.alfworld import generate
from hgpo_envs.alfworld.engine import read_game
from hgpo_envs.alfworld.generate.measured.games import Maker
from hgpo_envs.alfworld.generate.measured.knobs import LEVELS, Difficulty, difficulty_from, label
from hgpo_envs.errors import EnvInputError, UnknownNameError


def scenes(count=40, family="household", **knobs):
    maker = Maker(family=family, difficulty=Difficulty(**knobs))
    return [maker.make("gen_train", index) for index in range(count)]


def test_receptacles_are_so_many_in_each_room():
    for made in scenes(receptacles=(6, 8), rooms=(2, 3)):
        sizes = Counter(made.scene.home.rooms).values()
        assert len(sizes) in {2, 3}
        assert all(6 <= size <= 8 for size in sizes)


def test_rooms_are_joined_by_one_door_less_than_there_are():
    for made in scenes(receptacles=(6, 8), rooms=(4, 4)):
        assert len(made.scene.home.kinds) == 4
        assert len(made.scene.home.doors) == 3


def test_distractors_are_so_many_and_not_of_the_goals_kind():
    for made in scenes(distractors=(3, 5), duplicates=(0, 0)):
        special = {*made.scene.goal.things, "desklamp"}
        others = [thing for thing in made.scene.things if thing.kind not in special]
        assert 3 <= len(others) <= 5
        assert all(thing.receptacles for thing in others)


@pytest.mark.parametrize("extra", [0, 3])
def test_duplicates_are_things_of_the_goals_kind_beyond_those_needed(extra):
    for made in scenes(family="three", duplicates=(extra, extra)):
        (errand,) = made.scene.goal.errands
        found = [thing for thing in made.scene.things if thing.kind == errand.thing]
        assert len(found) == 3 + extra


@pytest.mark.parametrize("percent", [0, 100])
def test_closed_percent_is_the_share_of_containers_that_start_closed(percent):
    for made in scenes(closed_percent=percent):
        assert len(made.scene.closed) == len(made.scene.home.openable) * percent / 100


def hidden_share(percent):
    """Return the share of games of one thing in which the nearest of its kind is shut away."""
    made = [
        one
        for one in scenes(80, duplicates=(0, 0), hidden_percent=percent)
        if sum(one.scene.goal.things.values()) == 1
    ]
    opened = 0
    for one in made:
        verbs = [verb for verb, *_ in one.steps]
        opened += "open" in verbs[: verbs.index("take")]
    return opened / len(made)


def test_hidden_percent_is_how_often_a_needed_thing_is_shut_away():
    # Some things fit into no container of some rooms, so 100 is not reached.
    assert hidden_share(0) == 0
    assert hidden_share(100) > 0.75
    assert 0.3 < hidden_share(50) < 0.65


@pytest.mark.parametrize(("percent", "least", "most"), [(0, 1.0, 1.0), (50, 0.4, 0.6)])
def test_shared_percent_is_the_share_of_receptacles_without_a_place_of_their_own(
    percent, least, most
):
    receptacles = places = 0
    for made in scenes(shared_percent=percent):
        receptacles += len(made.scene.home.places)
        places += len(set(made.scene.home.places))
    assert least <= places / receptacles <= most


def test_depth_is_the_length_of_the_walkthrough():
    games = generate.series({"depth": [7, 8]})
    for task in games.task_ids("gen_unseen")[:40]:
        assert len(games.game(task)["walkthrough"]) in {7, 8}
    kinds = {generate.task_type(task) for task in games.task_ids("gen_train")}
    # Looking takes 5 commands at most and putting one thing away 6.
    assert kinds == {
        "pick_clean_then_place_in_recep",
        "pick_heat_then_place_in_recep",
        "pick_cool_then_place_in_recep",
        "pick_two_obj_and_place",
    }


def test_a_mapping_takes_the_other_knobs_from_its_level():
    small = difficulty_from({"level": "small", "receptacles": 9})
    assert small.receptacles == (9, 9)
    assert small.distractors == LEVELS["small"].distractors
    assert difficulty_from({"closed_percent": 40}) == Difficulty(closed_percent=40)
    assert label(difficulty_from({"level": "small"})) == "small"


def test_knobs_are_a_part_of_ids_versions_and_hashes():
    panels = [
        hgpo_envs.make("ALFWorld-v0", split="gen_unseen", difficulty=given).panel
        for given in ("easy", "official-like", "small", {"receptacles": 12}, {"receptacles": 13})
    ]
    for values in (
        [panel.version for panel in panels],
        [panel.hash for panel in panels],
        [panel.ids[0] for panel in panels],
    ):
        assert len(set(values)) == 5
    assert [panel.version for panel in panels[:3]] == ["1/easy", "2/official-like", "2/small"]


def test_equal_knobs_are_one_series_however_they_are_given():
    given = [{"depth": (6, 9), "receptacles": 12}, {"receptacles": [12, 12], "depth": [6, 9]}]
    given.append(Difficulty(receptacles=(12, 12), depth=(6, 9)))
    assert len({generate.series(one).name for one in given}) == 1


def test_what_games_are_drawn_from_names_only_the_knobs_that_are_set():
    # So that a knob of a later version changes no id of this one.
    assert Difficulty().key == ""
    assert Difficulty(receptacles=(8, 9), closed_percent=50).key == (
        "receptacles=(8, 9),closed_percent=50"
    )


RANGE = "expected a range (lowest, highest) of whole numbers from"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"rooms": 0}, f"rooms is (0, 0); {RANGE} 1 to 6."),
        ({"rooms": None}, f"rooms is None; {RANGE} 1 to 6."),
        ({"receptacles": [9, 8]}, f"receptacles is (9, 8); {RANGE} 4 to 60."),
        ({"receptacles": "12"}, f"receptacles is '12'; {RANGE} 4 to 60."),
        ({"receptacles": 12.0}, f"receptacles is 12.0; {RANGE} 4 to 60."),
        ({"distractors": [-1, 3]}, f"distractors is (-1, 3); {RANGE} 0 to 100."),
        ({"duplicates": [0, 1, 2]}, f"duplicates is (0, 1, 2); {RANGE} 0 to 10."),
        ({"depth": True}, f"depth is True; {RANGE} 1 to 60."),
        (
            {"closed_percent": 101},
            "closed_percent is 101; expected a percentage, a whole number from 0 to 100.",
        ),
        (
            {"hidden_percent": 0.5},
            "hidden_percent is 0.5; expected a percentage, a whole number from 0 to 100.",
        ),
        (
            {"closed_percent": None},
            "closed_percent is None; expected a percentage, a whole number from 0 to 100.",
        ),
    ],
)
def test_a_knob_that_makes_no_sense_is_refused(wrong, message):
    with pytest.raises(EnvInputError) as caught:
        difficulty_from(wrong)
    assert str(caught.value) == message


def test_an_unknown_knob_or_level_is_answered_with_the_nearest():
    with pytest.raises(UnknownNameError) as caught:
        generate.series({"receptacle": 12})
    assert str(caught.value) == (
        "unknown knob 'receptacle'. Did you mean 'receptacles'? Known: closed_percent, depth, "
        "distractors, duplicates, hidden_percent, level, receptacles, rooms, shared_percent."
    )
    with pytest.raises(UnknownNameError, match=r"'smal'\. Did you mean 'small'\?"):
        generate.series({"level": "smal"})
    with pytest.raises(EnvInputError, match=r"difficulty is 3; expected a level \(official-like,"):
        generate.series(3)


def ranges(low, high, width):
    return st.tuples(st.integers(low, high), st.integers(0, width)).map(
        lambda pair: (pair[0], pair[0] + pair[1])
    )


@pytest.mark.slow
@settings(deadline=None, derandomize=True, max_examples=40)
@given(
    family=st.sampled_from(sorted(generate.FAMILIES)),
    knobs=st.fixed_dictionaries(
        {},
        optional={
            "rooms": ranges(1, 3, 1),
            "receptacles": ranges(5, 12, 6),
            "distractors": ranges(0, 12, 5),
            "duplicates": ranges(0, 3, 2),
            "closed_percent": st.integers(0, 100),
            "hidden_percent": st.integers(0, 100),
            "shared_percent": st.integers(0, 60),
            "depth": ranges(3, 12, 5),
        },
    ),
)
def test_whatever_the_knobs_games_are_won_or_refused(family, knobs):
    try:
        games = generate.series(knobs, family=family)
    except EnvInputError:
        return
    for split in generate.SPLITS:
        game = games.game(games.task_ids(split)[5])
        play = read_game(game, name="drawn").start()
        for command in game["walkthrough"]:
            assert command in play.admissible
            play.command(command)
        assert play.won
        low, high = knobs.get("depth", (1, 99))
        assert low <= len(game["walkthrough"]) <= high
