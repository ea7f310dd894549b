"""Walks are drawn from what they are given, and visit every kind of command."""

import numpy as np

from hgpo_envs.alfworld import engine, generate
from hgpo_envs.alfworld.parity import Said, first_difference, record
from hgpo_envs.alfworld.parity.transcript import load, save
from hgpo_envs.alfworld.parity.walks import JUNK_EVERY, next_command

TASK = "gen_train/easy/pick_and_place_simple-000000"
ROOM = tuple(sorted([f"go to drawer {n}" for n in range(1, 31)] + ["inventory", "look"]))


def play():
    return engine.read_game(generate.game(TASK), name="soap").start()


class Altered:
    """A play that says one thing differently from a given state on."""

    def __init__(self, step, **changes):
        self._play, self._left, self._changes = play(), step, changes

    def __getattr__(self, name):
        if self._left <= 0 and name in self._changes:
            return self._changes[name](getattr(self._play, name))
        return getattr(self._play, name)

    def command(self, text):
        self._left -= 1
        return self._play.command(text)


def test_a_walk_is_decided_by_its_generator():
    walks = [record(play(), rng=np.random.default_rng(seed), steps=25) for seed in (7, 7, 8)]
    assert walks[0] == walks[1]
    assert walks[0] != walks[2]
    assert len(walks[0]) == 26


def test_a_walk_leaves_the_global_generators_alone():
    before = np.random.get_state()[1].tolist()  # noqa: NPY002
    record(play(), rng=np.random.default_rng(1), steps=5)
    assert np.random.get_state()[1].tolist() == before  # noqa: NPY002


def test_given_commands_come_before_the_drawn_ones():
    walk = record(play(), rng=np.random.default_rng(1), steps=2, first=("look", "inventory"))
    assert [said.command for said in walk[:3]] == [None, "look", "inventory"]
    assert len(walk) == 5


def test_rare_verbs_are_drawn_often_and_some_commands_are_no_admissible_ones():
    rng = np.random.default_rng(0)
    drawn = [next_command(ROOM, rng) for _ in range(4000)]
    junk = sum(command not in ROOM for command in drawn)
    # One in 16 of 4,000 is spoilt: 250, with a deviation of 15.
    assert abs(junk - 4000 / JUNK_EVERY) < 60
    # Of the 3,750 others half are drawn by verb, a third each: 625, and half evenly, 1/32: 59.
    assert abs(drawn.count("look") - 684) < 100
    assert len(set(drawn) & set(ROOM)) == len(ROOM)


def test_a_room_without_commands_is_looked_at():
    assert next_command((), np.random.default_rng(0)) == "look"


def test_a_transcript_is_kept_whole_or_is_none(tmp_path):
    walk = record(play(), rng=np.random.default_rng(1), steps=4)
    path = tmp_path / "kept" / "a.json.gz"
    assert load(path) is None
    save(walk, path)
    assert load(path) == walk
    assert [file.name for file in path.parent.iterdir()] == ["a.json.gz"]
    path.write_bytes(path.read_bytes()[:-9])
    assert load(path) is None


def test_equal_engines_have_no_difference():
    walk = record(play(), rng=np.random.default_rng(3), steps=20)
    assert first_difference(walk, play()) is None


def test_the_first_difference_is_told_with_both_values():
    walk = record(play(), rng=np.random.default_rng(3), steps=3, first=("look",))
    found = first_difference(walk, Altered(1, text=str.upper))
    assert found is not None
    assert (found.step, found.command, found.field) == (1, "look", "observation")
    assert found.ours == found.original.upper()
    assert found.original.startswith("You are in the middle of a room.")


def test_of_admissible_commands_those_are_told_that_only_one_engine_has():
    walk = record(play(), rng=np.random.default_rng(3), steps=0, first=("look", "look"))
    found = first_difference(walk, Altered(2, admissible=lambda these: (*these[:-1], "zap")))
    assert found is not None
    assert (found.step, found.field) == (2, "admissible")
    assert (found.original, found.ours) == ("['look']", "['zap']")


def test_the_order_of_admissible_commands_is_compared():
    walk = record(play(), rng=np.random.default_rng(3), steps=1)
    found = first_difference(walk, Altered(0, admissible=lambda these: these[::-1]))
    assert found is not None
    assert (found.step, found.field) == (0, "admissible")


def test_whether_it_is_won_is_compared():
    walk = (*record(play(), rng=np.random.default_rng(3), steps=0),)
    other = (
        Said(
            command=None, observation=walk[0].observation, admissible=walk[0].admissible, won=True
        ),
    )
    found = first_difference(other, play())
    assert found is not None
    assert (found.field, found.original, found.ours) == ("won", "True", "False")
