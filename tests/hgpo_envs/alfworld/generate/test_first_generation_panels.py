"""Splits of the first generation of games: named, frozen, and kept apart."""

import hashlib
import json
import random
import re
from collections import Counter

import pytest
from hash_seeds import printed

from hgpo_envs.alfworld import generate
from hgpo_envs.errors import EnvInputError, UnknownNameError

LEVELS = ("easy", "standard")
WAYS = [(level, split) for level in LEVELS for split in generate.SPLITS]

# Made with this file's digest(); a change means that ids stand for other games, so raise
# GENERATOR_VERSION together with it.
DIGESTS = {
    ("easy", "gen_train"): "529223e6bda75ce3",
    ("easy", "gen_seen"): "50fc38bf02b90882",
    ("easy", "gen_unseen"): "8513feae028f6da4",
    ("standard", "gen_train"): "2e23a4bdd78365c8",
    ("standard", "gen_seen"): "d130d5c426227c23",
    ("standard", "gen_unseen"): "d1ab8d2edf57e59e",
}


def digest(level, split):
    out = hashlib.sha256()
    for task in generate.task_ids(split, level):
        out.update(json.dumps([task, generate.game(task, level)], sort_keys=True).encode())
    return out.hexdigest()[:16]


@pytest.mark.parametrize(("level", "split"), WAYS)
def test_a_split_is_the_same_bytes_for_ever(level, split):
    assert digest(level, split) == DIGESTS[level, split]


def test_a_game_does_not_depend_on_the_hash_seed():
    task = "gen_unseen/standard/pick_two_obj_and_place-000029"
    code = (
        "import json; from hgpo_envs.alfworld import generate;"
        f"print(json.dumps(generate.game({task!r}, 'standard'), sort_keys=True))"
    )
    outputs = printed(code)
    assert outputs == {json.dumps(generate.game(task, "standard"), sort_keys=True) + "\n"}


def test_making_games_leaves_the_global_generator_alone():
    before = random.getstate()
    generate.game("gen_seen/easy/look_at_obj_in_light-000001")
    assert random.getstate() == before


def test_the_splits_have_their_sizes_and_no_id_twice():
    sizes = {split: len(set(generate.task_ids(split))) for split in generate.SPLITS}
    assert sizes == {"gen_train": 2000, "gen_seen": 200, "gen_unseen": 200}


@pytest.mark.parametrize(("level", "split"), WAYS)
def test_the_six_task_types_take_turns(level, split):
    kinds = [generate.task_type(task) for task in generate.task_ids(split, level)]
    assert kinds[:6] == list(generate.TASK_TYPES)
    assert kinds[6:12] == kinds[:6]
    # 200 = 6 * 33 + 2, 2000 = 6 * 333 + 2: counts differ by one at most.
    assert max(Counter(kinds).values()) - min(Counter(kinds).values()) == 1


@pytest.mark.parametrize(("level", "split"), WAYS)
def test_the_goal_of_a_game_is_of_the_type_in_its_id(level, split):
    for task in generate.task_ids(split, level)[:60]:
        assert generate.task_type(generate.game(task, level)) == generate.task_type(task)


def test_the_task_type_of_an_official_game_is_read_from_its_goal():
    goal = (
        "(:goal (and (exists (?r - receptacle) (exists (?o - object) (and (heatable ?o)\n"
        "(objectType ?o AppleType) (receptacleType ?r FridgeType) (isHot ?o)\n"
        "(inReceptacle ?o ?r))))))"
    )
    assert generate.task_type({"pddl_problem": goal}) == "pick_heat_then_place_in_recep"


def goal_pair(game):
    """Read (thing, target) from the goal; for "look" the two types are thing and lamp."""
    goal = game["pddl_problem"].partition("(:goal")[2]
    things = set(re.findall(r"objectType \?\w+ (\w+)Type", goal))
    targets = set(re.findall(r"receptacleType \?\w+ (\w+)Type", goal)) or {"desklamp"}
    (thing,) = things - targets
    (target,) = targets
    return thing, target


def furniture(game):
    """Read what stands in the room, as counts by receptacle type."""
    facts = re.findall(r"receptacleType \S+ (\w+)Type", game["pddl_problem"].partition("(:goal")[0])
    return tuple(sorted(Counter(facts).items()))


@pytest.mark.parametrize("level", LEVELS)
def test_unseen_games_ask_for_other_pairs_in_other_rooms_and_seen_games_for_the_same(level):
    pairs, rooms = {}, {}
    for split in generate.SPLITS:
        games = [generate.game(task, level) for task in generate.task_ids(split, level)]
        pairs[split] = {goal_pair(game) for game in games}
        rooms[split] = {furniture(game) for game in games}
    assert not pairs["gen_unseen"] & pairs["gen_train"]
    assert not rooms["gen_unseen"] & rooms["gen_train"]
    assert pairs["gen_seen"] <= pairs["gen_train"]
    assert rooms["gen_seen"] <= rooms["gen_train"]
    # Enough to be a sample: of about 300 and 100 pairs, and 96 and 32 rooms.
    assert len(pairs["gen_train"]) > 250
    assert len(pairs["gen_unseen"]) > 60
    assert len(rooms["gen_train"]) > 80
    assert len(rooms["gen_unseen"]) > 25


def test_seen_games_place_things_otherwise_than_the_training_games():
    problems = {
        split: {
            generate.game(task)["pddl_problem"].partition("(:init")[2]
            for task in generate.task_ids(split)
        }
        for split in ("gen_train", "gen_seen")
    }
    assert len(problems["gen_seen"]) == 200
    assert not problems["gen_seen"] & problems["gen_train"]


def test_no_two_training_games_are_the_same():
    games = {generate.game(task)["pddl_problem"] for task in generate.task_ids("gen_train")}
    assert len({text.partition("(:init")[2] for text in games}) == 2000


def test_an_unknown_split_is_answered_with_the_nearest_one():
    with pytest.raises(UnknownNameError) as caught:
        generate.task_ids("gen_trian")
    assert str(caught.value) == (
        "unknown generated split 'gen_trian'. Did you mean 'gen_train'?"
        " Known: gen_seen, gen_train, gen_unseen."
    )


def test_an_unknown_task_is_answered_with_the_nearest_one():
    with pytest.raises(UnknownNameError) as caught:
        generate.game("gen_seen/easy/look_at_obj_in_light-000002")
    assert str(caught.value) == (
        "unknown task 'gen_seen/easy/look_at_obj_in_light-000002' at difficulty 'easy'."
        " Did you mean 'gen_seen/easy/look_at_obj_in_light-000025'?"
        " Known: 200 ids from 'gen_seen/easy/pick_and_place_simple-000000'"
        " to 'gen_seen/easy/look_at_obj_in_light-000199'."
    )


def test_a_task_of_one_level_is_unknown_at_another():
    with pytest.raises(UnknownNameError, match=r"at difficulty 'standard'\. Did you mean"):
        generate.game("gen_seen/easy/look_at_obj_in_light-000001", "standard")


def test_an_unknown_level_or_dialect_is_refused():
    with pytest.raises(UnknownNameError, match=r"'esay'\. Did you mean 'easy'\?"):
        generate.task_ids("gen_train", "esay")
    with pytest.raises(UnknownNameError, match=r"'new'\. Did you mean 'newer'\?"):
        generate.game("gen_train/easy/pick_and_place_simple-000000", dialect="new")


def test_a_task_type_that_cannot_be_told_is_refused():
    with pytest.raises(EnvInputError, match="no task type in 'gen_train/000001'"):
        generate.task_type("gen_train/000001")
    with pytest.raises(EnvInputError, match="the game has no goal"):
        generate.task_type({"pddl_problem": "(define)"})
