"""Shortest plans: of scenes drawn by hand, of official games, and against a search."""

from collections import Counter, deque

import pytest

from hgpo_envs.alfworld import generate
from hgpo_envs.alfworld.engine import read_game
from hgpo_envs.alfworld.generate.measured.plans import routes, shortest_plan
from hgpo_envs.alfworld.generate.measured.scene import Home, Scene, Thing
from hgpo_envs.alfworld.generate.measured.tasks import goal_of


def home(*types, places=None, openable=(), rooms=None, doors=()):
    return Home(
        kinds=("kitchen",) * (max(rooms or [0]) + 1),
        types=types,
        rooms=rooms or (0,) * len(types),
        places=places or tuple(range(len(types))),
        openable=frozenset(openable),
        doors=doors,
    )


def plan(where, things, task, *pairs, closed=(), start=0):
    return shortest_plan(
        Scene(
            home=where,
            things=tuple(Thing(kind=kind, receptacles=at) for kind, at in things),
            closed=frozenset(closed),
            goal=goal_of(task, *pairs),
            start=start,
        )
    )


def test_a_thing_is_taken_and_put_where_it_belongs():
    assert plan(home("shelf", "bed"), [("pen", (0,))], "pick_and_place_simple", ("pen", "bed")) == (
        ("go", 0, 0),
        ("take", 0, 0),
        ("go", 1, 1),
        ("put", 0, 1),
    )


def test_the_thing_in_the_open_is_preferred_to_the_one_shut_away():
    steps = plan(
        home("drawer", "shelf", "bed", openable=[0]),
        [("pen", (0,)), ("pen", (1,))],
        "pick_and_place_simple",
        ("pen", "bed"),
        closed=[0],
    )
    assert steps == (("go", 1, 1), ("take", 1, 1), ("go", 2, 2), ("put", 1, 2))


def test_nobody_goes_to_where_they_are():
    # Shelf and bed share a place: go, take, put.
    steps = plan(
        home("shelf", "bed", places=(0, 0)),
        [("pen", (0,))],
        "pick_and_place_simple",
        ("pen", "bed"),
    )
    assert [verb for verb, *_ in steps] == ["go", "take", "put"]


def test_a_drawer_is_opened_once_for_two_things():
    # go, open, take, go, put, go, take, go, put: nine.
    steps = plan(
        home("drawer", "bed", openable=[0]),
        [("pen", (0,)), ("pen", (0,))],
        "pick_two_obj_and_place",
        ("pen", "bed"),
        closed=[0],
    )
    assert len(steps) == 9
    assert [verb for verb, *_ in steps].count("open") == 1


def test_a_thing_in_two_receptacles_need_not_be_put_back():
    # It stays listed in the coffee machine while it is held: go, take, go, heat.
    steps = plan(
        home("countertop", "coffeemachine", "microwave", openable=[2]),
        [("mug", (0, 1))],
        "pick_heat_then_place_in_recep",
        ("mug", "coffeemachine"),
        closed=[2],
    )
    assert steps == (("go", 0, 0), ("take", 0, 0), ("go", 2, 2), ("heat", 0, 2))


def test_but_not_where_hands_are_needed_for_another_errand():
    steps = plan(
        home("countertop", "coffeemachine", "microwave", "sinkbasin", "shelf"),
        [("mug", (0, 1)), ("cup", (0,))],
        "place_hot_and_place_clean",
        ("mug", "coffeemachine"),
        ("cup", "shelf"),
    )
    # The mug last: six for the cup, then go, take, go, heat with the mug.
    assert [verb for verb, *_ in steps[:6]] == ["go", "take", "go", "clean", "go", "put"]
    assert [verb for verb, *_ in steps[6:]] == ["go", "take", "go", "heat"]


def test_a_cool_thing_need_not_be_cooled():
    where = home("fridge", "shelf")
    goal = goal_of("pick_cool_then_place_in_recep", ("egg", "shelf"))
    things = (Thing(kind="egg", receptacles=(0,), cool=True),)
    steps = shortest_plan(Scene(home=where, things=things, closed=frozenset(), goal=goal))
    assert [verb for verb, *_ in steps] == ["go", "take", "go", "put"]


def test_doors_are_gone_through_on_the_shortest_way():
    where = home("shelf", "bed", rooms=(0, 2), doors=((0, 1), (1, 2)))
    steps = plan(where, [("pen", (0,))], "pick_and_place_simple", ("pen", "bed"), start=1)
    assert steps == (
        ("through", 0, 0),
        ("go", 0, 0),
        ("take", 0, 0),
        ("through", 0, 1),
        ("through", 1, 2),
        ("go", 1, 1),
        ("put", 0, 1),
    )
    assert routes(where)[0, 2] == ((0, 1), (1, 2))


def search(game, most):
    """Return the length of a shortest plan, found by going through all states."""
    compiled = read_game(game, name="searched")
    start = compiled.start()
    queue = deque([(start.snapshot(), 0)])
    known = {tuple(sorted(map(str, start.facts())))}
    play = compiled.start()
    while queue:
        snapshot, depth = queue.popleft()
        play.restore(snapshot)
        for command in play.admissible:
            if command.split()[0] in {"look", "examine", "inventory", "help", "close", "slice"}:
                continue
            play.restore(snapshot)
            play.command(command)
            if play.won:
                return depth + 1
            state = tuple(sorted(map(str, play.facts())))
            if depth + 1 < most and state not in known:
                known.add(state)
                queue.append((play.snapshot(), depth + 1))
    return None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("family", "knobs"),
    [
        ("household", {"receptacles": 5, "distractors": 0, "duplicates": [0, 1]}),
        ("household", {"receptacles": 5, "distractors": 1, "rooms": 2, "duplicates": 0}),
        ("two-stage", {"receptacles": 5, "distractors": 0, "duplicates": 0}),
    ],
)
def test_no_search_finds_a_shorter_plan(family, knobs):
    games = generate.series(knobs, family=family)
    lengths = Counter()
    for task in games.task_ids("gen_train")[:14]:
        game = games.game(task)
        length = len(game["walkthrough"])
        if length <= 9:
            lengths[length] += 1
            assert search(game, length) == length, task
    assert lengths.total() >= 5
