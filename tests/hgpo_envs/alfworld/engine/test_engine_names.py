"""How objects are called."""

from hgpo_envs.alfworld.engine.names import name_objects


def test_numbers_fall_along_the_sorted_ids():
    # Code-point order: minus before plus, and digits as text: 10 before 9.
    ids = ["shelf_bar__plus_1", "shelf_bar__minus_9", "shelf_bar__minus_10"]
    assert name_objects(ids) == {
        "shelf_bar__minus_10": "shelf 3",
        "shelf_bar__minus_9": "shelf 2",
        "shelf_bar__plus_1": "shelf 1",
    }


def test_a_basin_anywhere_in_the_id_counts():
    assert name_objects(["sink_bar_1_bar_sinkbasin", "sink_bar_1"]) == {
        "sink_bar_1": "sink 1",
        "sink_bar_1_bar_sinkbasin": "sinkbasin 1",
    }


def test_an_id_without_place_keeps_its_text_and_a_blank():
    assert name_objects(["agent1", "a_minus_b_dot_c"]) == {
        "a_minus_b_dot_c": "a-b.c ",
        "agent1": "agent1 ",
    }


def test_kinds_are_numbered_apart():
    assert name_objects(["cup_bar_1", "mug_bar_1", "cup_bar_2"]) == {
        "cup_bar_1": "cup 2",
        "cup_bar_2": "cup 1",
        "mug_bar_1": "mug 1",
    }


def test_no_objects_have_no_names():
    assert name_objects([]) == {}
