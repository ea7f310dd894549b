"""Properties of playing: what is offered works, what is kept can be gone back to."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hgpo_envs.alfworld.engine import NOT_UNDERSTOOD, read_game
from hgpo_envs.errors import EnvInputError

which = st.integers(min_value=0, max_value=10**6)
walks = st.lists(st.integers(min_value=0, max_value=10**6), max_size=40)
few = settings(max_examples=25, deadline=None, derandomize=True)


def walk(play, choices):
    """Carry out the admissible commands that the choices point to; return what was seen."""
    seen = []
    for choice in choices:
        command = play.admissible[choice % len(play.admissible)]
        play.command(command)
        seen.append((command, *state_of(play)))
    return seen


def state_of(play):
    return play.text, play.admissible, play.won, play.moves, play.understood, play.facts()


@few
@given(which=which, choices=walks)
def test_every_admissible_command_is_understood_and_changes_nothing_once_taken_back(
    varied, which, choices
):
    play = varied[which % len(varied)][1].start()
    walk(play, choices)
    before, snapshot = state_of(play), play.snapshot()
    for command in play.admissible:
        assert play.command(command) == play.text != NOT_UNDERSTOOD
        assert play.understood
        assert play.moves == before[3] + 1
        play.restore(snapshot)
        assert state_of(play) == before


@few
@given(which=which, choices=walks, later=walks)
def test_play_after_a_restored_snapshot_is_as_it_was(varied, which, choices, later):
    game = varied[which % len(varied)][1]
    play = game.start()
    walk(play, choices)
    before, snapshot = state_of(play), play.snapshot()
    first = walk(play, later)
    play.restore(snapshot)
    assert state_of(play) == before
    assert walk(play, later) == first
    another = game.start()
    another.restore(snapshot)
    assert walk(another, later) == first


@few
@given(which=which, choices=walks)
def test_what_a_game_remembers_does_not_change_what_it_says(varied, which, choices):
    file, played = varied[which % len(varied)]
    assert walk(played.start(), choices) == walk(read_game(file, name="new").start(), choices)


@few
@given(which=which, choices=walks, text=st.text())
def test_a_text_that_is_not_admissible_changes_nothing(varied, which, choices, text):
    play = varied[which % len(varied)][1].start()
    walk(play, choices)
    some = play.admissible[0]
    texts = [text, "", "i", "look.", some.upper(), some.replace(" ", "  ") + ".", some + some]
    before = state_of(play)
    for wrong in texts:
        if wrong.strip() in play.admissible:
            continue
        assert play.command(wrong) == NOT_UNDERSTOOD == play.text
        assert not play.understood
        _, admissible, won, moves, _, facts = state_of(play)
        assert (admissible, won, moves, facts) == (before[1], before[2], before[3], before[5])


@few
@given(which=which, choices=walks)
def test_commands_are_sorted_by_code_points_and_different(varied, which, choices):
    play = varied[which % len(varied)][1].start()
    walk(play, choices)
    assert list(play.admissible) == sorted(set(play.admissible))


def test_blanks_around_a_command_do_not_matter(varied):
    play = varied[0][1].start()
    play.command("look")
    text = play.text
    assert play.command("\t look\n") == text
    assert (play.understood, play.moves) == (True, 2)


def test_a_command_that_ends_in_a_blank_is_offered_but_never_understood(traces):
    # "widget" has no _bar_ in its id, so its name ends in a blank; commands are stripped.
    file = traces.game("changed_games", "changed_games/plain.tw-pddl")
    play = read_game(file, name="plain").start()
    for command in ("go to diningtable 2", "take widget  from diningtable 2"):
        play.command(command)
    assert play.text == "You pick up the widget  from the diningtable 2."
    assert "examine widget " in play.admissible
    assert play.command("examine widget ") == NOT_UNDERSTOOD


def test_two_plays_of_a_game_do_not_disturb_each_other(varied):
    game = varied[0][1]
    left, right = game.start(), game.start()
    walk(left, range(30))
    assert state_of(right) == state_of(game.start())


def test_a_play_starts_with_the_opening_text_and_no_moves(varied):
    play = varied[0][1].start()
    assert play.text.startswith("-= Welcome to TextWorld, ALFRED! =-\n\nYou are in the middle")
    assert (play.moves, play.won, play.understood) == (0, False, True)


def test_a_command_that_is_not_text_is_refused(varied):
    play = varied[0][1].start()
    with pytest.raises(TypeError) as caught:
        play.command(3)
    assert str(caught.value) == "a command is a str, for example 'look', not int"


def test_a_snapshot_of_another_game_is_refused(traces):
    games = [
        read_game(traces.game("changed_games", f"changed_games/{name}.tw-pddl"), name=name)
        for name in ("plain", "z0")
    ]
    with pytest.raises(EnvInputError) as caught:
        games[0].start().restore(games[1].start().snapshot())
    assert str(caught.value) == (
        "this snapshot is of the game z0, not of plain. Restore it into a play of its own game."
    )


def test_facts_follow_what_is_done(traces):
    file = traces.game("changed_games", "changed_games/plain.tw-pddl")
    play = read_game(file, name="plain").start()
    assert not any(fact[0] == "holds" for fact in play.facts())
    play.command("go to garbagecan 1")
    before = play.facts()
    play.command("take pencil 1 from garbagecan 1")
    gone, come = before - play.facts(), play.facts() - before
    assert sorted(fact[0] for fact in gone) == ["inreceptacle", "objectatlocation"]
    assert sorted(fact[0] for fact in come) == ["holds", "holdsany"]
    pencil = next(fact[1] for fact in gone)
    assert pencil.startswith("pencil_bar_")
    assert ("holds", "agent1", pencil) in come
    assert any(fact[0] == "receptacleatlocation" for fact in play.facts())
