"""Whatever is damaged in a game, it is refused in one line or played; nothing else happens."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import changed, fine

from hgpo_envs.alfworld.engine import Game, read_game
from hgpo_envs.errors import GameFileError

few = settings(max_examples=150, deadline=None, derandomize=True)


@pytest.fixture(scope="module")
def official(traces):
    names = ("changed_games/b_forall.tw-pddl", "changed_games/f_forallpre.tw-pddl")
    return [traces.game("changed_games", name) for name in names] + [fine()]


def play_or_refuse(data):
    """Read and play a damaged game; say whether it was played, or refused in one line."""
    try:
        game = read_game(data, name="damaged")
        play = game.start()
        for _ in range(5):
            play.command(play.admissible[-1] if play.admissible else "look")
    except GameFileError as error:
        lines = str(error).splitlines()
        return len(lines) == 1
    return isinstance(game, Game)


PARTS = ("pddl_domain", "grammar", "pddl_problem")
WORDS = [
    "?r",
    "forall",
    "when",
    "exists",
    "not",
    "or",
    "either",
    "- -",
    "(((",
    ")))",
    "::",
    '"' * 3,
]
pieces = st.sampled_from([*"()-:#'{}[]|&=;1é\\\x00\ud800\n", '"', *WORDS])


@few
@given(which=st.integers(0, 2), part=st.sampled_from(PARTS), place=st.floats(0, 1))
def test_a_truncated_part_is_refused_or_played(official, which, part, place):
    data = official[which]
    assert play_or_refuse(data | {part: data[part][: int(place * len(data[part]))]})


@few
@given(
    which=st.integers(0, 2),
    part=st.sampled_from(PARTS),
    places=st.lists(st.tuples(st.floats(0, 1), pieces, st.integers(0, 9)), max_size=4),
)
def test_a_part_with_pieces_put_in_or_cut_out_is_refused_or_played(official, which, part, places):
    text = official[which][part]
    for place, piece, cut in places:
        at = int(place * len(text))
        text = text[:at] + piece + text[at + cut :]
    assert play_or_refuse(official[which] | {part: text})


@few
@given(order=st.permutations(PARTS), which=st.integers(0, 2))
def test_parts_in_each_others_place_are_refused(official, order, which):
    data = official[which]
    assert play_or_refuse({part: data[other] for part, other in zip(PARTS, order, strict=True)})


@few
@given(seed=st.integers(0, 10**6), which=st.integers(0, 2), part=st.sampled_from(PARTS))
def test_a_part_with_tokens_moved_about_is_refused_or_played(official, seed, which, part):
    draw = random.Random(seed)
    words = official[which][part].split(" ")
    for _ in range(3):
        words.insert(draw.randrange(len(words)), words.pop(draw.randrange(len(words))))
    assert play_or_refuse(official[which] | {part: " ".join(words)})


@few
@given(depth=st.integers(1, 3000), part=st.sampled_from(PARTS), closed=st.booleans())
def test_deep_nesting_is_refused(depth, part, closed):
    nested = "(and " * depth + ")" * (depth if closed else 0)
    for old in ("(at ?r)", "(never)", "#task#"):
        data = fine()
        assert play_or_refuse(data | {part: data[part].replace(old, nested)})


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        ("grammar", "{r.name}", "{r.name +" + " " * 100_000 + "+ r.name}"),
        ("grammar", "grammar ::", "\n" * 100_000 + "grammar ::"),
        ("grammar", "Hello.", r"//\n" * 50_000),
        ("pddl_domain", "(at ?r)", "(and" + " (at ?r)" * 5_000 + ")"),
    ],
)
def test_no_text_takes_long_to_read(part, old, new):
    # Each would take minutes if reading it took time that grows with the square of its length.
    assert play_or_refuse(changed(part, old, new))
