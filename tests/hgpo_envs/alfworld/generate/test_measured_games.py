"""Every game of the second generation can be played and won, in the words of its dialect."""

import hashlib
import json
import random
import re

import pytest
from hash_seeds import printed

from hgpo_envs.alfworld import generate
from hgpo_envs.alfworld.engine import read_game
from hgpo_envs.errors import EnvInputError, UnknownNameError

SERIES = [
    ("household", "official-like"),
    ("household", "small"),
    ("household", "rooms"),
    ("three", "official-like"),
    ("three", "small"),
    ("three", "rooms"),
    ("two-stage", "official-like"),
    ("two-stage", "small"),
    ("two-stage", "rooms"),
]
WAYS = [(*way, split) for way in SERIES for split in generate.SPLITS]

# SHA-256 over the first 40 games of a split in both dialects, made with digest() below. A change
# means that ids stand for other games, so raise VERSION together with it.
DIGESTS = {
    ("household", "official-like", "gen_train"): "8e2f85ea45c1ec28",
    ("household", "official-like", "gen_seen"): "dbfba1418770d95c",
    ("household", "official-like", "gen_unseen"): "af38a406c5079afb",
    ("household", "small", "gen_train"): "dc8e1de34e3ff1f8",
    ("household", "small", "gen_seen"): "902333ab231d80e7",
    ("household", "small", "gen_unseen"): "dbd6d7d0c99e8543",
    ("household", "rooms", "gen_train"): "2819214b76763f13",
    ("household", "rooms", "gen_seen"): "5ccd2b02faae1a5c",
    ("household", "rooms", "gen_unseen"): "aa9dc1479c9b692d",
    ("three", "official-like", "gen_train"): "edb737c6e52239dd",
    ("three", "official-like", "gen_seen"): "573f76857ff5371d",
    ("three", "official-like", "gen_unseen"): "0c5def246dafd757",
    ("three", "small", "gen_train"): "b0736947b45a2721",
    ("three", "small", "gen_seen"): "5975026a338c38e8",
    ("three", "small", "gen_unseen"): "622946c85d710c5e",
    ("three", "rooms", "gen_train"): "d1482c0da2bb0b56",
    ("three", "rooms", "gen_seen"): "8c8c3b0b18e3a480",
    ("three", "rooms", "gen_unseen"): "acba23a9b1f73ca8",
    ("two-stage", "official-like", "gen_train"): "9d521b8539be063d",
    ("two-stage", "official-like", "gen_seen"): "d535aafcd7cdd62b",
    ("two-stage", "official-like", "gen_unseen"): "985601426eb2d8fd",
    ("two-stage", "small", "gen_train"): "84d4e8e3e9c75115",
    ("two-stage", "small", "gen_seen"): "b5fc0f6421cb2efa",
    ("two-stage", "small", "gen_unseen"): "8b1bae2cd02dd90f",
    ("two-stage", "rooms", "gen_train"): "b244e52a45628ed9",
    ("two-stage", "rooms", "gen_seen"): "14c7ebc00965c699",
    ("two-stage", "rooms", "gen_unseen"): "63899db026720948",
}


def digest(family, level, split, count):
    games = generate.series(level, family=family)
    out = hashlib.sha256()
    for task in games.task_ids(split, count):
        for dialect in ("newer", "older"):
            content = [task, games.game(task, dialect=dialect)]
            out.update(json.dumps(content, sort_keys=True).encode())
    return out.hexdigest()[:16]


@pytest.mark.parametrize(("family", "level", "split"), WAYS)
def test_an_id_stands_for_the_same_bytes_for_ever(family, level, split):
    assert digest(family, level, split, 40) == DIGESTS[family, level, split]


def play_through(game):
    """Give the walkthrough's commands, each of which must be on offer, until the goal holds."""
    play = read_game(game, name="generated").start()
    for command in game["walkthrough"]:
        assert not play.won
        assert command in play.admissible
        play.command(command)
    return play


@pytest.mark.parametrize("dialect", ["newer", "older"])
@pytest.mark.parametrize(("family", "level", "split"), WAYS)
def test_the_walkthrough_is_admissible_and_wins_with_its_last_command(
    family, level, split, dialect
):
    games = generate.series(level, family=family)
    for task in games.task_ids(split)[3::29][:7]:
        assert play_through(games.game(task, dialect=dialect)).won, task


@pytest.mark.slow
@pytest.mark.parametrize(("family", "level", "split"), WAYS)
def test_every_game_of_the_panels_is_won_by_its_walkthrough(family, level, split):
    games = generate.series(level, family=family)
    for task in games.task_ids(split):
        assert play_through(games.game(task)).won, task


def test_a_game_does_not_depend_on_the_hash_seed():
    tasks = [generate.series(level, family=f).task_ids("gen_unseen")[29] for f, level in SERIES]
    code = (
        "import json; from hgpo_envs.alfworld import generate;"
        f"ways = {SERIES!r}; tasks = {tasks!r};"
        "print(json.dumps([generate.game(task, level, family=family)"
        " for task, (family, level) in zip(tasks, ways)], sort_keys=True))"
    )
    outputs = printed(code)
    here = [
        generate.game(task, level, family=family)
        for task, (family, level) in zip(tasks, SERIES, strict=True)
    ]
    assert outputs == {json.dumps(here, sort_keys=True) + "\n"}


def test_making_games_leaves_the_global_generator_alone():
    before = random.getstate()
    generate.game(generate.task_ids("gen_seen", "official-like")[1], "official-like")
    assert random.getstate() == before


@pytest.mark.parametrize(("family", "level", "split"), WAYS)
def test_the_goal_of_a_game_is_of_the_type_in_its_id(family, level, split):
    games = generate.series(level, family=family)
    for task in games.task_ids(split)[:25]:
        assert generate.task_type(games.game(task)) == generate.task_type(task)


def test_ids_name_split_series_and_task():
    # The first multiple of the golden ratio is 0, and the first cell is that of bathrooms.
    assert generate.task_ids("gen_train", "official-like")[:2] == (
        "gen_train/official-like/pick_and_place_simple-000000",
        "gen_train/official-like/pick_heat_then_place_in_recep-000001",
    )
    assert generate.task_ids("gen_seen", family="three")[0] == (
        "gen_seen/three-official-like/pick_three_obj_and_place-000000"
    )
    assert generate.task_ids("gen_seen", family="rooms")[0] == (
        "gen_seen/rooms/pick_and_place_simple-000000"
    )


def test_the_rooms_level_is_the_rooms_family():
    ids = generate.task_ids("gen_train", family="rooms")
    assert ids == generate.task_ids("gen_train", "rooms")
    assert generate.game(ids[7], family="rooms") == generate.game(ids[7], "rooms")


def test_there_are_more_games_than_a_split_lists():
    games = generate.series("official-like")
    more = games.task_ids("gen_unseen", 100_001)[-1]
    assert more.endswith("-100000")
    assert play_through(games.game(more)).won


def test_an_id_of_another_series_or_index_is_unknown():
    with pytest.raises(UnknownNameError) as caught:
        generate.game("gen_train/official-like/pick_and_place_simple-000001", "official-like")
    assert str(caught.value) == (
        "unknown task 'gen_train/official-like/pick_and_place_simple-000001' at difficulty "
        "'official-like'. Did you mean 'gen_train/official-like/pick_and_place_simple-001000'?"
        " Known: 2000 ids from 'gen_train/official-like/pick_and_place_simple-000000'"
        " to 'gen_train/official-like/pick_clean_then_place_in_recep-001999'."
    )
    with pytest.raises(UnknownNameError, match="at difficulty 'three-small'"):
        generate.game(generate.task_ids("gen_train", family="three")[0], "small", family="three")


def test_unknown_families_and_levels_are_answered_with_the_nearest():
    with pytest.raises(UnknownNameError, match=r"'tree'\. Did you mean 'three'\?"):
        generate.task_ids("gen_train", family="tree")
    with pytest.raises(UnknownNameError) as caught:
        generate.task_ids("gen_train", "easy", family="three")
    assert str(caught.value) == ("unknown difficulty 'easy'. Known: official-like, rooms, small.")


def sentence(game):
    return re.search(r"Your task is to: ([^\"]*)\"", game["grammar"])[1]


@pytest.mark.parametrize(
    ("family", "forms"),
    [
        ("three", {r"find three \w+ and put them in \w+\.", r"put three \w+ in \w+\."}),
        (
            "two-stage",
            {
                r"clean and heat some \w+ and put it in \w+\.",
                r"put a clean and hot \w+ in \w+\.",
                r"clean and cool some \w+ and put it in \w+\.",
                r"put a clean and cool \w+ in \w+\.",
                r"put some \w+ on \w+, and put some \w+ on \w+\.",
                r"put a \w+ in \w+, and put a \w+ in \w+\.",
                r"heat some \w+ and put it in \w+, and clean some \w+ and put it in \w+\.",
                r"put a hot \w+ in \w+, and put a clean \w+ in \w+\.",
                r"cool some \w+ and put it in \w+, and clean some \w+ and put it in \w+\.",
                r"put a cool \w+ in \w+, and put a clean \w+ in \w+\.",
            },
        ),
    ],
)
def test_harder_goals_are_said_in_two_forms_each(family, forms):
    said = {
        form
        for task in generate.task_ids("gen_train", family=family)[:120]
        for form in forms
        if re.fullmatch(form, sentence(generate.game(task, family=family)))
    }
    assert said == forms


def test_a_knob_that_leaves_no_game_is_refused_before_ids_are_listed():
    with pytest.raises(EnvInputError) as caught:
        generate.series({"depth": 3}, family="three")
    assert str(caught.value) == (
        "hardly any game of the family 'three' fits depth=(3, 3): shortest plans in trial games "
        "had 12 to 14 commands. Give another depth, or wider ranges."
    )
