"""The original engine behind our interface: it says what ours says, and disturbs nothing."""

import gc
import os
import random
import subprocess
import sys
import warnings

import numpy as np
import pytest
from constructs import tiny
from engine_traces import Traces
from worlds.soapbottle import TASK, UNDO, WIN

from hgpo_envs.alfworld import engine, generate, textworld
from hgpo_envs.alfworld.parity import first_difference, record
from hgpo_envs.alfworld.parity.cases import generated
from hgpo_envs.alfworld.textworld import machine
from hgpo_envs.errors import EnvInputError, GameFileError, UnplayableGameError

SERIES = len(generate.LEVELS) + len(generate.FAMILIES) - 2
CHANGED = ("a_comma", "b_forall", "c_full", "d_ison", "e_not", "f_forallpre", "twoloc", "opened")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def traces(shared_data):
    return Traces(shared_data / "alfworld")


@pytest.fixture(scope="module")
def content():
    return generate.game(TASK)


@pytest.fixture(scope="module")
def game(content):
    return textworld.read_game(content, name="soap")


def walk(content, steps, seed, first=()):
    """Play a game on both engines; return the first difference, the last state's facts included."""
    original = textworld.read_game(content, name="walked").start()
    ours = engine.read_game(content, name="walked").start()
    rng = np.random.default_rng(seed)
    transcript = record(original, rng=rng, steps=steps, first=first)
    assert len(transcript) == 1 + len(first) + steps
    return first_difference(transcript, ours) or original.facts() ^ ours.facts() or None


@pytest.mark.parametrize("kind", generate.TASK_TYPES)
def test_both_engines_agree_on_an_official_game_of_each_kind(traces, kind):
    names = {episode.game for episode in traces.episodes("valid_seen")}
    name = min(name for name in names if f"/{kind}-" in name)
    assert walk(traces.game("valid_seen", name), 10, 1) is None


@pytest.mark.parametrize("name", CHANGED)
def test_both_engines_agree_on_changed_games(traces, name):
    content = traces.game("changed_games", f"changed_games/{name}.tw-pddl")
    assert walk(content, 6, 2) is None


def test_both_engines_agree_on_an_official_game_in_the_newer_dialect(traces):
    name = min(episode.game for episode in traces.episodes("newer_dialect"))
    assert walk(traces.game("newer_dialect", name), 12, 3) is None


@pytest.mark.parametrize(
    "case",
    [case for at, case in enumerate(generated(2 * SERIES, seed=6)) if at % 4 in {0, 3}],
    ids=lambda case: case.group,
)
def test_both_engines_agree_on_generated_games_which_their_walkthrough_wins(case):
    content = case.read()
    walkthrough = content["walkthrough"]
    assert walk(content, 5, 4, first=walkthrough) is None
    play = textworld.read_game(content, name=case.name).start()
    assert [play.won for command in walkthrough if play.command(command)][-2:] == [False, True]


def test_the_interface_is_that_of_our_engine(content, game):
    ours = engine.read_game(content, name="soap")
    assert (game.task, game.task_text) == (ours.task, ours.task_text)
    pair = game.start(), ours.start()
    for command in (None, *WIN, "open it", UNDO, "", "look"):
        if command is not None:
            assert pair[0].command(command) == pair[1].command(command)
        told = [
            (play.text, play.admissible, play.won, play.moves, play.understood, play.facts())
            for play in pair
        ]
        assert told[0] == told[1]
    assert pair[0].moves == 6


def test_a_won_game_goes_on(game):
    play = game.start()
    assert [play.won for command in (*WIN, UNDO, WIN[-1]) if play.command(command)] == [
        *[False, False, False, True],
        *[False, True],
    ]


def test_a_play_goes_back_to_a_snapshot_and_on_from_it(game):
    play = game.start()
    for command in WIN[:2]:
        play.command(command)
    moment = play.snapshot()
    told = play.text, play.admissible, play.won, play.moves
    facts = play.facts()
    play.command(WIN[2])
    play.command("nonsense")
    play.restore(moment)
    assert (play.text, play.admissible, play.won, play.moves) == told
    assert play.facts() == facts
    again = textworld.TextWorldPlay(game, moment)
    for one in (play, again):
        assert [one.won for command in WIN[2:] if one.command(command)] == [False, True]
        assert one.moves == 4


def test_a_snapshot_of_another_game_is_refused(game):
    other = textworld.read_game(tiny(), name="tiny")
    with pytest.raises(EnvInputError) as error:
        game.start().restore(other.start().snapshot())
    assert str(error.value) == (
        "this snapshot is of the game tiny, not of soap. Restore it into a play of its own game."
    )


def test_two_plays_of_one_game_do_not_disturb_each_other(game):
    one, two = game.start(), game.start()
    for command in WIN:
        one.command(command)
    assert two.command("inventory") == "You are not carrying anything."
    assert (one.won, two.won) == (True, False)


def test_an_interrupted_command_can_be_given_again(game, monkeypatch):
    play = game.start()
    play.command(WIN[0])
    step = play._machine._env.step

    def interrupted(command):
        step(command)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(play._machine._env, "step", interrupted)
        with pytest.raises(KeyboardInterrupt):
            play.command(WIN[1])
    assert play.moves == 1
    assert [play.won for command in WIN[1:] if play.command(command)] == [False, False, True]


def test_copies_of_the_engine_are_used_again(content):
    gc.collect()
    before = None
    for _ in range(3):
        play = textworld.read_game(content, name="soap").start()
        play.command("look")
        del play
        gc.collect()
        before = before or len(machine._idle)
    assert len(machine._idle) == before


def test_a_command_that_is_no_string_is_refused(game):
    with pytest.raises(TypeError, match="a command is a str, for example 'look', not int"):
        game.start().command(3)


@pytest.mark.parametrize(
    ("part", "reason"),
    [
        ("pddl_domain", "the original engine stops with"),
        ("pddl_problem", "the original engine stops with"),
        ("grammar", "the original engine stops with"),
    ],
)
def test_a_game_that_makes_no_sense_is_refused_by_name(part, reason):
    with pytest.raises(UnplayableGameError) as error:
        textworld.read_game(tiny() | {part: "(what)"}, name="odd")
    assert str(error.value).startswith(f"can't play the game odd: {reason} ")


def test_a_file_without_its_texts_is_refused(tmp_path):
    with pytest.raises(GameFileError) as error:
        textworld.read_game({"grammar": "", "pddl_domain": ""}, name="half")
    assert str(error.value) == "can't read the game half: it has no 'pddl_problem'."
    with pytest.raises(GameFileError, match="nowhere"):
        textworld.load_game(tmp_path / "nowhere")


def test_playing_leaves_the_process_as_it_was(game, monkeypatch):
    monkeypatch.delenv("ALFWORLD_DATA", raising=False)
    monkeypatch.setattr(sys, "argv", ["mine"])
    arguments = sys.argv

    def state():
        drawn = np.random.get_state()[1].tolist()  # noqa: NPY002
        return random.getstate(), drawn, list(warnings.filters)

    before = state()
    textworld.read_game(tiny(), name="tiny").start().command("look")
    game.start().command("look")
    assert state() == before
    assert sys.argv is arguments
    assert sys.argv == ["mine"]
    assert "ALFWORLD_DATA" not in os.environ


def test_importing_the_packages_leaves_the_process_as_it_was():
    # A process of its own, since what is imported once is imported for good.
    program = """
import os, random, sys, warnings
import numpy as np
from hgpo_envs.alfworld.textworld.packages import packages
assert "textworld" not in sys.modules
state = lambda: (
    random.getstate(), np.random.get_state()[1].tolist(), list(warnings.filters), sys.argv,
    dict(os.environ),
)
before = state()
packages()
assert "textworld" in sys.modules
assert state() == before
print("same")
"""
    environment = {name: value for name, value in os.environ.items() if name != "ALFWORLD_DATA"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("same\n", "")
