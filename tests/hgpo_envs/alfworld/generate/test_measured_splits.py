"""Unseen means unseen: other rooms and other pairs, in all families and difficulties alike."""

import re
from collections import Counter

import pytest

from hgpo_envs.alfworld import generate
from hgpo_envs.alfworld.generate.measured.furnish import is_unseen_room
from hgpo_envs.alfworld.generate.measured.games import Maker
from hgpo_envs.alfworld.generate.measured.knobs import LEVELS
from hgpo_envs.alfworld.generate.measured.quests import is_unseen_pair
from hgpo_envs.alfworld.generate.measured.reading import read_goal

FAMILIES = [
    ("household", "official-like"),
    ("household", "small"),
    ("three", "official-like"),
    ("two-stage", "official-like"),
    ("rooms", "rooms"),
]


def rooms_of(home):
    """Return what stands in each room: its kind with counts by receptacle type."""
    out = set()
    for room, kind in enumerate(home.kinds):
        types = [t for t, owner in zip(home.types, home.rooms, strict=True) if owner == room]
        out.add((kind, tuple(sorted(Counter(types).items()))))
    return out


def contents(family, level, split):
    """Return the rooms, the pairs and the things' placements of a whole split."""
    maker = Maker(family=family, difficulty=LEVELS[level])
    rooms, pairs, placements = set(), set(), set()
    for index in range(generate.SPLITS[split]):
        scene = maker.make(split, index).scene
        rooms |= rooms_of(scene.home)
        pairs |= {(errand.thing, errand.target) for errand in scene.goal.errands}
        placements.add((scene.home, scene.things))
    return rooms, pairs, placements


@pytest.mark.slow
@pytest.mark.parametrize(("family", "level"), FAMILIES)
def test_unseen_games_have_other_rooms_and_pairs_and_seen_games_the_same(family, level):
    train, seen, unseen = (contents(family, level, split) for split in generate.SPLITS)
    assert not train[0] & unseen[0]
    assert not train[1] & unseen[1]
    assert seen[0] <= train[0]
    assert seen[1] <= train[1]
    # Enough to be a sample of rooms and pairs.
    assert len(train[0]) > 500
    assert len(unseen[0]) > 100
    assert len(train[1]) > 150
    assert len(unseen[1]) > 40
    # A seen game is a training game with its things elsewhere.
    assert not train[2] & seen[2]


@pytest.mark.parametrize("split", generate.SPLITS)
def test_the_side_of_a_room_and_a_pair_is_the_same_in_every_family_and_level(split):
    for family, level in FAMILIES:
        maker = Maker(family=family, difficulty=LEVELS[level])
        for index in range(30):
            scene = maker.make(split, index).scene
            for kind, counts in rooms_of(scene.home):
                types = [name for name, count in counts for _ in range(count)]
                assert is_unseen_room(kind, types) == (split == "gen_unseen")
            for errand in scene.goal.errands:
                assert is_unseen_pair(errand.thing, errand.target) == (split == "gen_unseen")


@pytest.mark.parametrize("level", ["easy", "standard"])
@pytest.mark.parametrize("split", generate.SPLITS)
def test_pairs_of_the_first_generation_are_on_the_same_side(level, split):
    for task in generate.task_ids(split, level)[:100]:
        problem = generate.game(task, level)["pddl_problem"]
        for errand in read_goal(problem, generate.task_type(task)).errands:
            assert is_unseen_pair(errand.thing, errand.target) == (split == "gen_unseen")


def test_the_splits_have_their_sizes_and_no_id_twice():
    for family, level in FAMILIES:
        sizes = {
            split: len(set(generate.task_ids(split, level, family=family)))
            for split in generate.SPLITS
        }
        assert sizes == {"gen_train": 2000, "gen_seen": 200, "gen_unseen": 200}


@pytest.mark.slow
def test_no_two_training_games_are_the_same():
    starts = {
        generate.game(task, "official-like")["pddl_problem"].partition("(:init")[2]
        for task in generate.task_ids("gen_train", "official-like")
    }
    assert len(starts) == 2000


def test_seen_games_ask_what_a_training_game_of_the_same_room_asks():
    maker = Maker(family="household", difficulty=LEVELS["official-like"])
    homes = {}
    for index in range(2000):
        if maker.cell(index) == ("look_at_obj_in_light", "living"):
            made = maker.make("gen_train", index)
            homes[made.plan.home] = made.plan.goal
    seen = [index for index in range(200) if maker.cell(index)[0].startswith("look")]
    found = [maker.make("gen_seen", at).plan for at in seen]
    living = [plan for plan in found if plan.home.kinds == ("living",)]
    assert living
    assert all(homes[plan.home] == plan.goal for plan in living)


def test_the_task_types_have_the_official_shares():
    # Of 3,554 official games: simple 790, look 308, clean 651, heat 459, cool 533, two 813.
    kinds = Counter(
        generate.task_type(task) for task in generate.task_ids("gen_train", "official-like")
    )
    official = {
        "pick_and_place_simple": 790,
        "look_at_obj_in_light": 308,
        "pick_clean_then_place_in_recep": 651,
        "pick_heat_then_place_in_recep": 459,
        "pick_cool_then_place_in_recep": 533,
        "pick_two_obj_and_place": 813,
    }
    for task, count in official.items():
        assert abs(kinds[task] / 2000 - count / 3554) < 0.002


def test_every_run_of_games_has_about_the_shares():
    kinds = [generate.task_type(task) for task in generate.task_ids("gen_train", "official-like")]
    for start in range(0, 2000, 100):
        # 22.2 % of the games are of this type.
        assert 20 <= kinds[start : start + 100].count("pick_and_place_simple") <= 25


def test_a_room_has_one_side_however_it_is_listed():
    assert is_unseen_room("kitchen", ["shelf", "fridge"]) == is_unseen_room(
        "kitchen", ["fridge", "shelf"]
    )
    sides = [is_unseen_room("kitchen", ["shelf"] * count) for count in range(400)]
    # One in four: 100 of 400, with a standard deviation of 8.7.
    assert 70 < sum(sides) < 130


def test_ids_tell_the_split_and_nothing_else_decides_the_game():
    ids = generate.task_ids("gen_unseen", "official-like")
    assert all(re.fullmatch(r"gen_unseen/official-like/\w+-\d{6}", task) for task in ids)
