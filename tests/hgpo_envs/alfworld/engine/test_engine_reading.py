"""What is wrong with a game file is said in one line; nothing else can go wrong."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import action, small_file

from hgpo_envs.alfworld.engine import Game, load_game, read_game
from hgpo_envs.errors import GameFileError

LOOK = action("look", "?r - room", "(at ?r)", "(seen ?r)", "look", "You see {r.name}.")
HALL = {"objects": "hall_bar_1 - room", "init": "(at hall_bar_1)"}
few = settings(max_examples=150, deadline=None, derandomize=True)


def fine():
    return small_file(LOOK, **HALL)


def complaint(data):
    """Return what is said of a broken game, without the words that every complaint has."""
    with pytest.raises(GameFileError) as caught:
        read_game(data, name="small")
    text = str(caught.value)
    assert "\n" not in text
    assert text.endswith(".")
    return text.removeprefix("can't play the game small: ")


def changed(part, old, new):
    data = fine()
    assert old in data[part]
    return data | {part: data[part].replace(old, new)}


def test_a_game_file_is_read(tmp_path):
    path = tmp_path / "game.tw-pddl"
    path.write_text(json.dumps(fine()))
    game = load_game(path)
    assert (game.name, game.task_text, game.task) == (str(path), "Your task is to: win.", "win.")
    assert game.start().command("look") == "You see hall 1."
    assert load_game(str(path)).start().text == "Hello. Your task is to: win."


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(GameFileError) as caught:
        load_game(tmp_path / "none")
    assert str(caught.value) == f"can't read the game {tmp_path}/none: there is no such file."


def test_a_folder_is_no_game(tmp_path):
    with pytest.raises(GameFileError) as caught:
        load_game(tmp_path)
    assert str(caught.value) == f"can't read the game {tmp_path}: Is a directory."


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "it is not JSON (Expecting value: line 1 column 1 (char 0))"),
        (b'{"pddl_domain": "x', "it is not JSON (Unterminated string starting at: line 1 column"),
        (b"\xff\xfe", "it is not text in UTF-8"),
        (b"[1, 2]", "expected a JSON object, found list"),
        (b"{}", "it has no 'pddl_domain'"),
        (b'{"pddl_domain": 3}', "'pddl_domain' is not a text but int"),
    ],
)
def test_a_file_that_is_not_a_game_is_told_so(tmp_path, content, reason):
    path = tmp_path / "game"
    path.write_bytes(content)
    with pytest.raises(GameFileError) as caught:
        load_game(path)
    assert str(caught.value).startswith(f"can't read the game {path}: {reason}")


def test_a_deeply_nested_file_is_told_so(tmp_path):
    path = tmp_path / "game"
    path.write_text("[" * 100_000)
    with pytest.raises(GameFileError, match="it is not JSON"):
        load_game(path)


@pytest.mark.parametrize("part", ["pddl_domain", "grammar", "pddl_problem"])
def test_each_part_must_be_there(part):
    data = fine()
    del data[part]
    assert complaint(data) == f"can't read the game small: it has no '{part}'."


@pytest.mark.parametrize(
    ("part", "old", "new", "reason"),
    [
        (
            "pddl_domain",
            "(:types",
            "(:constants a) (:types",
            "the PDDL domain uses :constants, which the engine does not support.",
        ),
        (
            "pddl_domain",
            "(:types",
            "(:derived (p) (q)) (:types",
            "the PDDL domain uses :derived, which the engine does not support.",
        ),
        (
            "pddl_domain",
            "(define",
            "((define",
            "the PDDL domain is not one list with matching parentheses.",
        ),
        (
            "pddl_domain",
            "(define",
            "(redefine",
            "the PDDL domain does not start with (define ...).",
        ),
        ("pddl_domain", "(at ?r)", "(at ?q)", "action look uses ?q, which it does not declare."),
        ("pddl_domain", "(at ?r)", "(not)", "action look: (not ...) takes 1, not 0."),
        ("pddl_domain", "(at ?r)", "(= ?r)", "action look uses (= ...), which is no condition."),
        (
            "pddl_domain",
            "(at ?r)",
            "(at (?r))",
            "action look: (at ...) has a list as an argument.",
        ),
        (
            "pddl_domain",
            "(at ?r)",
            "(" * 80 + "at ?r" + ")" * 80,
            "the PDDL domain nests its lists more than 60 deep.",
        ),
        (
            "pddl_domain",
            "(at ?r)",
            "(exists ?r (at ?r))",
            "action look: a quantifier lacks its list of variables.",
        ),
        (
            "pddl_domain",
            ":precondition",
            ":duration",
            "action look uses :duration, which the engine does not support.",
        ),
        (
            "pddl_domain",
            "(at ?r) :effect",
            "at :effect",
            "action look: :precondition is not a list.",
        ),
        (
            "pddl_domain",
            "?r - room",
            "?r -",
            "action look: '-' is not followed by the name of a type.",
        ),
        (
            "pddl_domain",
            "?r - room",
            "?r ?r - room",
            "action look: parameters must be different names that start with ?.",
        ),
        (
            "pddl_domain",
            "(:action look",
            "(:action jump",
            "the grammar has no template and feedback for the action jump.",
        ),
        ("pddl_problem", "(:goal", "(:metric", "the PDDL problem has no (:goal ...)."),
        (
            "pddl_problem",
            "(:goal",
            "(:constraints (a)) (:goal",
            "the PDDL problem uses :constraints, which the engine does not support.",
        ),
        (
            "pddl_problem",
            "(at hall_bar_1)",
            "(at cellar)",
            "an initial fact names cellar, which is not among the :objects.",
        ),
        (
            "pddl_problem",
            "(at hall_bar_1)",
            "(not (at hall_bar_1))",
            "an initial fact nests another list.",
        ),
        (
            "pddl_problem",
            "(never)",
            "(never) (ever)",
            "the (:goal ...) of the PDDL problem is not one condition.",
        ),
        (
            "pddl_problem",
            "(never)",
            '(never "quoted")',
            "the PDDL problem has a quote or a backslash, which PDDL does not know.",
        ),
        ("grammar", "action look", "deed look", "the grammar can't be read from 'deed look { "),
        ("grammar", "feedback ::", "answer ::", "the grammar's action 'look' can't be read from "),
        ("grammar", '"task": [', '"task": [[', "a block of rules in the grammar is not JSON."),
        ("grammar", "#task#", "#tusk#", "the grammar has no rule 'tusk', which another text uses."),
        ("grammar", "#task#", "#intro#", "the grammar's rule 'intro' uses itself."),
        (
            "grammar",
            "{r.name}",
            "{r.name",
            "the grammar's text 'You see {r.name.' lacks a closing }.",
        ),
        (
            "grammar",
            "{r.name}",
            "{r.name | at r}",
            "the grammar's condition ' at r' can't be read.",
        ),
        (
            "grammar",
            "{r.name}",
            "{r.__class__}",
            "the grammar's expression 'r.__class__' is not one that the engine knows.",
        ),
        (
            "grammar",
            "{r.name}",
            "{q.name}",
            "the grammar's expression 'q.name' is not one that the engine knows.",
        ),
        (
            "grammar",
            '"rhs": "nothing"',
            '"lhs": "nothing"',
            "the grammar's rule 'list_empty' has an alternative without a text.",
        ),
    ],
)
def test_what_the_engine_can_not_play_is_named(part, old, new, reason):
    assert complaint(changed(part, old, new)).startswith(reason)


def test_a_text_that_doubles_at_every_rule_is_refused():
    rules = ", ".join(f'"r{i}": [{{"rhs": "#r{i + 1}##r{i + 1}#"}}]' for i in range(30))
    data = small_file(LOOK, **HALL, rules=f'"start": [{{"rhs": "#r0#"}}], {rules}, "r30": []')
    data["grammar"] = data["grammar"].replace("#task#", "#r0#")
    assert complaint(data) == "the grammar's rules make a text of too many pieces."


def test_an_action_with_too_many_combinations_is_refused():
    objects = " ".join(f"o{number}" for number in range(100))
    many = action("many", "?a ?b ?c ?d", "(not (= ?a ?b))", "(seen)")
    data = small_file(many, objects=objects, init="(on o1)")
    assert complaint(data) == "its conditions combine too many objects."


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


def test_a_precondition_with_too_many_alternatives_is_refused():
    choices = " ".join("(or (a ?x) (b ?x))" for _ in range(12))
    many = action("many", "?x - thing", f"(and {choices} (c ?x))", "(c ?x)")
    assert complaint(small_file(many, **HALL)) == "a precondition has more than 64 alternatives."


def test_a_rule_without_a_fitting_alternative_is_told_when_it_is_needed():
    rules = '"state": [{"condition": "seen(r:room)", "rhs": "seen"}]'
    look = action("look", "?r - room", "(at ?r)", "(visited ?r)", "look", "#state#")
    play = read_game(small_file(look, **HALL, rules=rules), name="small").start()
    with pytest.raises(GameFileError) as caught:
        play.command("look")
    assert str(caught.value) == (
        "can't play the game small: no alternative of the grammar's rule 'state' applies."
    )


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
