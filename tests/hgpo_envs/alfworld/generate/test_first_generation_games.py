"""Every game of the first generation can be played and won, in the words of its dialect."""

import pytest

from hgpo_envs import draws
from hgpo_envs.alfworld import generate
from hgpo_envs.alfworld.engine import read_game
from hgpo_envs.alfworld.generate.first import naming, scenes
from hgpo_envs.alfworld.generate.first.goals import Goal
from hgpo_envs.alfworld.generate.first.layouts import Layout
from hgpo_envs.alfworld.generate.first.problem import problem_text
from hgpo_envs.alfworld.generate.first.walkthrough import walkthrough

WAYS = [(level, split) for level in ("easy", "standard") for split in generate.SPLITS]


def open_play(task, level, dialect="newer"):
    game = generate.game(task, level, dialect=dialect)
    return game, read_game(game, name=task).start()


@pytest.mark.parametrize("dialect", ["newer", "older"])
@pytest.mark.parametrize(("level", "split"), WAYS)
def test_the_walkthrough_of_a_game_is_admissible_and_wins_with_its_last_command(
    level, split, dialect
):
    for task in generate.task_ids(split, level)[:200:9]:
        game, play = open_play(task, level, dialect)
        for command in game["walkthrough"]:
            assert not play.won
            assert command in play.admissible
            play.command(command)
        assert play.won


@pytest.mark.slow
@pytest.mark.parametrize(("level", "split"), WAYS)
def test_every_game_is_won_by_its_walkthrough(level, split):
    for task in generate.task_ids(split, level):
        game, play = open_play(task, level)
        assert not play.won
        for command in game["walkthrough"]:
            play.command(command)
        assert play.won, task


# The scene of the texts below. Two mugs: the engine numbers them downwards along the sorted ids,
# so the item listed first is "mug 2"; of two cabinets the first is "cabinet 2".
SCENE = scenes.Scene(
    goal=Goal(task_type="pick_clean_then_place_in_recep", thing="mug", target="cabinet"),
    sentence="put a clean mug in cabinet.",
    layout=Layout(
        room="kitchen", types=("cabinet", "cabinet", "countertop", "sinkbasin"), places=(1, 2, 3, 3)
    ),
    items=(scenes.Item(kind="mug", receptacle=2), scenes.Item(kind="mug", receptacle=2)),
    closed=frozenset({0}),
)


def test_a_walkthrough_opens_what_is_closed_and_does_not_go_where_it_is():
    # The sinkbasin shares the countertop's place, so the second "go to" is to the cabinet.
    assert walkthrough(SCENE, naming.name_all(SCENE), "newer") == [
        "go to countertop 1",
        "take mug 2 from countertop 1",
        "clean mug 2 with sinkbasin 1",
        "go to cabinet 2",
        "open cabinet 2",
        "move mug 2 to cabinet 2",
    ]


def test_a_problem_states_the_scene_and_nothing_else():
    text = problem_text("x", SCENE, naming.name_all(SCENE))
    init = text.partition("(:init\n")[2].partition(")\n(:goal")[0].splitlines()
    assert init == [
        "(atLocation agent1 loc_bar_00)",
        "(receptacleType cabinet_bar_01 cabinetType)",
        "(receptacleAtLocation cabinet_bar_01 loc_bar_01)",
        "(openable cabinet_bar_01)",
        "(receptacleType cabinet_bar_02 cabinetType)",
        "(receptacleAtLocation cabinet_bar_02 loc_bar_02)",
        "(openable cabinet_bar_02)",
        "(opened cabinet_bar_02)",
        "(receptacleType countertop_bar_01 countertopType)",
        "(receptacleAtLocation countertop_bar_01 loc_bar_03)",
        "(receptacleType sink_bar_01_bar_sinkbasin sinkbasinType)",
        "(receptacleAtLocation sink_bar_01_bar_sinkbasin loc_bar_03)",
        *(
            f"({fact} mug_bar_{rank}{rest})"
            for rank in ("01", "02")
            for fact, rest in (
                ("objectType", " mugType"),
                ("inReceptacle", " countertop_bar_01"),
                ("objectAtLocation", " loc_bar_03"),
                ("pickupable", ""),
                ("cleanable", ""),
                ("heatable", ""),
                ("coolable", ""),
                ("isreceptacleobject", ""),
            )
        ),
        "(canContain cabinetType mugType)",
        "(canContain countertopType mugType)",
        "(canContain sinkbasinType mugType)",
    ]


def test_the_newer_dialect_moves_things_and_arrives_at_receptacles():
    game, play = open_play("gen_train/easy/pick_and_place_simple-000000", "easy")
    go, *_, put = game["walkthrough"]
    assert play.text.startswith("-= Welcome to TextWorld, ALFRED! =-\n\nYou are in the middle")
    assert "help" in play.admissible
    assert play.command(go).startswith(f"You arrive at {go.removeprefix('go to ')}. ")
    for command in game["walkthrough"][1:-1]:
        play.command(command)
    thing, place = put.removeprefix("move ").split(" to ")
    assert play.command(put) == f"You move the {thing} to the {place}."


def test_the_older_dialect_puts_things_and_arrives_at_numbered_places():
    game, play = open_play("gen_train/easy/pick_and_place_simple-000000", "easy", "older")
    go, *_, put = game["walkthrough"]
    assert "help" not in play.admissible
    assert play.command(go).startswith("You arrive at loc ")
    for command in game["walkthrough"][1:-1]:
        play.command(command)
    thing, place = put.removeprefix("put ").split(" in/on ")
    assert play.command(put) == f"You put the {thing} in/on the {place}."


def test_help_lists_the_commands():
    _, play = open_play("gen_train/easy/pick_and_place_simple-000000", "easy")
    assert play.command("help").startswith("Available commands:\n  look\n")


def test_the_easy_level_hides_nothing_in_closed_containers():
    for task in generate.task_ids("gen_train", "easy")[:120]:
        walk = generate.game(task, "easy")["walkthrough"]
        assert [command for command in walk if command.startswith("take ")]
        first_take = next(at for at, command in enumerate(walk) if command.startswith("take "))
        assert not any(command.startswith("open ") for command in walk[:first_take])


def test_the_standard_level_starts_with_every_container_closed():
    for task in generate.task_ids("gen_train", "standard")[:24]:
        assert "(opened " not in generate.game(task, "standard")["pddl_problem"]


def test_draws_are_those_of_the_published_generator():
    # First floats of random.Random(k), k = the first 8 bytes of sha256(b"key\x1f1"), big-endian:
    # 0.6852..., 0.7644..., 0.4388...; times 1000 and cut.
    stream = draws.Draws("key", 1)
    assert [stream.below(1000) for _ in range(3)] == [685, 764, 438]


def test_weights_of_nought_are_never_drawn():
    stream = draws.Draws("weights")
    assert {stream.weighted({"a": 0, "b": 3, "c": 1, "d": 0}) for _ in range(200)} == {"b", "c"}


def test_a_shuffle_keeps_every_item():
    stream = draws.Draws("shuffle")
    orders = {tuple(stream.shuffled("abc")) for _ in range(200)}
    assert len(orders) == 6
    assert all(sorted(order) == ["a", "b", "c"] for order in orders)
