"""What is wrong with a game file is said in one line; nothing else can go wrong."""

import json

import pytest
from small_games import HALL, LOOK, action, changed, fine, small_file

from hgpo_envs.alfworld.engine import load_game, read_game
from hgpo_envs.errors import GameFileError


def complaint(data):
    """Return what is said of a broken game, without the words that every complaint has."""
    with pytest.raises(GameFileError) as caught:
        read_game(data, name="small")
    text = str(caught.value)
    assert "\n" not in text
    assert text.endswith(".")
    return text.removeprefix("can't play the game small: ")


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


def test_a_name_that_no_file_can_have_is_refused():
    with pytest.raises(GameFileError) as caught:
        load_game("a\0b")
    assert str(caught.value) == r"can't read the game 'a\x00b': embedded null byte."


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
            "action look uses (at ...) with a list as an argument, which the engine does not "
            "support.",
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
            "the initial state uses (not ...) with a list as an argument, which the engine does "
            "not support.",
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
