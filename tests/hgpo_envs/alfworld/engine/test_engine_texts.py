"""What the text grammar makes of the facts, one rule at a time."""

import pytest
from small_games import action, small_file, small_play

from hgpo_envs.alfworld.engine import read_game
from hgpo_envs.errors import GameFileError

THINGS = "ball_bar_1 cube_bar_1 cone_bar_1 - thing table_bar_1 - room"
FACTS = "(on ball_bar_1 table_bar_1) (on cone_bar_1 table_bar_1) (on cube_bar_1 table_bar_1)"


def said(feedback, init=FACTS, rules="", parameters="?r - room"):
    """Return what an action with this feedback answers."""
    see = action("see", parameters, "()", "(seen)", "see", feedback)
    return small_play(see, objects=THINGS, init=init, rules=rules).command("see")


LIST = "[{t.indefinite + ' ' + t.name | on(t:thing, r:room)}]"


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "nothing"), (1, "a ball 1"), (2, "a ball 1, and a cone 1")],
)
def test_lists_are_joined_with_commas_and_a_last_and(count, text):
    facts = FACTS.replace(") (", ")|(").split("|")[:count]
    assert said(f"See {LIST}.", init=" ".join([*facts, "(flat table_bar_1)"])) == f"See {text}."


def test_three_items_have_a_comma_before_the_and():
    assert said(LIST) == "a ball 1, a cone 1, and a cube 1"


def test_a_query_without_brackets_repeats_its_text():
    assert said("{t.name | on(t:thing, r:room)}!") == "ball 1cone 1cube 1!"


def test_expressions_know_names_ids_types_and_articles():
    text = "{r}|{r.id}|{r.type}|{r.definite}|{r.name or r.id}|{'x' + r.name}"
    # A bar ends a text, so pieces are joined by a slash.
    assert said(text.replace("|", "/")) == "table 1/table_bar_1/room/the/table 1/xtable 1"


def test_the_first_alternative_whose_condition_holds_is_used():
    rules = """ "state": [{"condition": "red(r:room)", "rhs": "red"},
        {"condition": "flat(r:room) & on(t:thing, r:room)", "rhs": "flat"}, {"rhs": "plain"}] """
    assert said("#state#", rules=rules) == "plain"
    assert said("#state#", rules=rules, init=f"{FACTS} (flat table_bar_1)") == "flat"
    assert said("#state#", rules=rules, init=f"{FACTS} (red table_bar_1)") == "red"


def test_different_placeholders_stand_for_different_things():
    pairs = "{a.name + b.name | on(a:thing, r:room) & on(b:thing, r:room)}"
    facts = "(on ball_bar_1 table_bar_1) (on cone_bar_1 table_bar_1)"
    assert said(pairs, init=facts) == "ball 1cone 1cone 1ball 1"


def test_one_fact_does_not_stand_for_two_placeholders_with_one_thing():
    pairs = "{a.name + b.name | near(a:thing, b:thing)}"
    facts = "(near ball_bar_1 ball_bar_1) (near ball_bar_1 cone_bar_1) (flat table_bar_1)"
    assert said(pairs, init=facts) == "ball 1cone 1"


def test_things_of_exactly_the_asked_type_come_before_those_below_it():
    see = action("see", "?r - room", "()", "(seen)", "see", "[{t.name | on(t:thing, r:room)}]")
    objects = THINGS.replace("ball_bar_1", "ball_bar_1 - toy")
    play = small_play(see, objects=objects, init=FACTS, types="toy - thing thing room")
    assert play.command("see") == "cone 1, cube 1, and ball 1"


@pytest.mark.parametrize(
    ("query", "said"), [("!full(r:room)", "no, yes"), ("!not_full(r:room)", "yes, no")]
)
def test_a_query_can_ask_for_the_opposite(query, said):
    rules = f'"state": [{{"condition": "{query}", "rhs": "yes"}}, {{"rhs": "no"}}]'
    look = action("look", "?r - room", "()", "(seen)", "look", "#state#")
    drain = action("drain", "?r - room", "()", "(not (full ?r))", "drain", "#state#")
    play = small_play(look, drain, objects=THINGS, init=f"{FACTS} (full table_bar_1)", rules=rules)
    assert ", ".join([play.command("look"), play.command("drain")]) == said


def test_a_condition_does_not_bind_what_follows_it():
    rules = """ "one": [{"condition": "on(t:thing, r:room)",
        "rhs": "[{t.name | on(t:thing, r:room)}]"}] """
    assert said("#one#", rules=rules) == "ball 1, cone 1, and cube 1"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("do it now <b>", "do it now "),
        ("so] it ends", "so"),
        ("or} it ends", "or"),
        ("  blanks first", "blanks first"),
        ("// a note\\n  then", "then"),
        ("it's fine: 1/2 (ok)!", "it's fine: 1/2 (ok)!"),
    ],
)
def test_texts_are_cut_and_stripped_as_the_original_parser_does(written, shown):
    assert said("#text#", rules=f'"text": [{{"rhs": "{written}"}}]') == shown


def test_a_semicolon_cuts_the_task():
    play = small_play(
        action("see", "?r - room", "()", "(seen)"),
        objects=THINGS,
        rules='"task": [{"rhs": "  Your task is to: find \'it\'; now"}]',
    )
    # The later of two equal rules of one block counts, as JSON has it.
    assert play.text == "Hello. Your task is to: find 'it'"


def test_not_holds_only_after_a_deletion_until_the_fact_is_back():
    rules = """ "hands": [{"condition": "not_full(r:room)", "rhs": "emptied"},
        {"rhs": "not emptied"}] """
    fill = action("fill", "?r - room", "()", "(full ?r)", "fill", "#hands#")
    drain = action("drain", "?r - room", "()", "(not (full ?r))", "drain", "#hands#")
    look = action("look", "?r - room", "()", "(seen)", "look", "#hands#")
    play = small_play(fill, drain, look, objects=THINGS, init=FACTS, rules=rules)
    seen = [play.command(command) for command in ("look", "drain", "look", "fill")]
    # Draining what is empty leaves a trace too, since it could have been full.
    assert seen == ["not emptied", "emptied", "emptied", "not emptied"]


def test_deleting_what_can_never_be_leaves_no_trace():
    rules = """ "hands": [{"condition": "not_full(r:room)", "rhs": "emptied"},
        {"rhs": "not emptied"}] """
    # Only a deep room can be filled, and the table is not deep.
    fill = action("fill", "?r - room", "(deep ?r)", "(full ?r)", "fill", "#hands#")
    drain = action("drain", "?r - room", "()", "(not (full ?r))", "drain", "#hands#")
    play = small_play(fill, drain, objects=THINGS, init=FACTS, rules=rules)
    assert play.command("drain") == "not emptied"


def test_texts_believe_conditional_effects_whatever_their_condition():
    rules = """ "lamp": [{"condition": "lit(r:room)", "rhs": "lit"},
        {"condition": "not_lit(r:room)", "rhs": "went out"}, {"rhs": "dark"}] """
    press = action(
        "press",
        "?r - room",
        "()",
        "(and (when (lit ?r) (not (lit ?r))) (when (not (lit ?r)) (lit ?r)))",
        "press",
        "#lamp#",
    )
    look = action("look", "?r - room", "()", "(seen)", "look", "#lamp#")
    play = small_play(
        press, look, objects=THINGS, init=FACTS, rules=rules, goal="(lit table_bar_1)"
    )
    # The texts add, then delete, so that they believe the lamp off; the state toggles it.
    assert [play.command("look"), play.won] == ["dark", False]
    assert [play.command("press"), play.won] == ["went out", True]
    assert [play.command("press"), play.won] == ["went out", False]


LAMP = """ "lamp": [{"condition": "lit(r:room)", "rhs": "lit"},
    {"condition": "not_lit(r:room)", "rhs": "went out"}, {"rhs": "dark"}] """


def test_a_conditional_deletion_of_what_can_never_be_is_not_believed():
    # Only a deep room could ever be lit, and the table is not deep.
    press = action("press", "?r - room", "(deep ?r)", "(lit ?r)", "press")
    quench = action(
        "quench", "?r - room", "()", "(when (not (wet ?r)) (not (lit ?r)))", "quench", "#lamp#"
    )
    for deep, answer in (("", "dark"), ("(deep table_bar_1)", "went out")):
        play = small_play(press, quench, objects=THINGS, init=FACTS + deep, rules=LAMP)
        assert play.command("quench") == answer


def test_a_conditional_effect_is_not_believed_if_its_condition_can_never_hold():
    press = action("press", "?r - room", "()", "(when (hot ?r) (lit ?r))", "press", "#lamp#")
    heat = action("heat", "?r - room", "(deep ?r)", "(hot ?r)", "heat")
    for deep, answer in (("", "dark"), ("(deep table_bar_1)", "lit")):
        play = small_play(press, heat, objects=THINGS, init=FACTS + deep, rules=LAMP)
        assert play.command("press") == answer


def test_what_only_another_type_of_object_can_become_leaves_no_trace():
    fill = action("fill", "?t - thing", "()", "(full ?t)", "fill {t}")
    drain = action("drain", "?o - object", "(on ?o)", "(not (full ?o))", "drain {o}", "#state#")
    rules = '"state": [{"condition": "not_full(o:object)", "rhs": "emptied"}, {"rhs": "same"}]'
    init = "(on ball_bar_1) (on table_bar_1)"
    play = small_play(fill, drain, objects=THINGS, init=init, rules=rules)
    assert [play.command("drain ball 1"), play.command("drain table 1")] == ["emptied", "same"]


def test_a_command_can_depend_on_what_changes():
    flip = action("flip", "?r - room", "()", "(full ?r)", "flip [{t.name | on(t:thing, r:room)}]")
    take = action("take", "?t - thing ?r - room", "(on ?t ?r)", "(not (on ?t ?r))", "take {t}")
    play = small_play(flip, take, objects=THINGS, init=FACTS)
    assert play.admissible[0] == "flip ball 1, cone 1, and cube 1"
    play.command("take cone 1")
    assert play.admissible[0] == "flip ball 1, and cube 1"


def test_commands_follow_facts_that_no_condition_asks_for():
    rules = """ "state": [{"condition": "full(r:room)", "rhs": "full"},
        {"condition": "not_full(r:room)", "rhs": "emptied"}, {"rhs": "new"}] """
    fill = action("fill", "?r - room", "()", "(full ?r)", "fill #state#")
    drain = action("drain", "?r - room", "()", "(not (full ?r))", "drain #state#")
    play = small_play(fill, drain, objects=THINGS, init=FACTS, rules=rules)
    assert play.admissible == ("drain new", "fill new")
    play.command("fill new")
    assert play.admissible == ("drain full", "fill full")
    play.command("drain full")
    assert play.admissible == ("drain emptied", "fill emptied")


def test_a_list_leaves_out_every_thing_that_the_action_is_about():
    leave = action(
        "leave", "?o - thing ?r - room", "(on ?o ?r)", "(seen)", f"leave {LIST}", f"Left {LIST}."
    )
    play = small_play(leave, objects=THINGS, init=FACTS)
    assert play.admissible == (
        "leave a ball 1, and a cone 1",
        "leave a ball 1, and a cube 1",
        "leave a cone 1, and a cube 1",
    )
    for command in play.admissible:
        assert play.command(command) == f"Left {command.removeprefix('leave ')}."


@pytest.mark.parametrize(("room", "task"), [("flat", "rest."), ("steep", "climb.")])
def test_the_task_can_depend_on_the_facts(room, task):
    rules = """ "task": [{"condition": "flat(r:room)", "rhs": "rest."},
        {"condition": "steep(r:room)", "rhs": "climb."}] """
    see = action("see", "?r - room", "()", "(seen)")
    data = small_file(see, objects=THINGS, init=f"({room} table_bar_1)")
    data["grammar"] = data["grammar"].replace(
        '"task": [{"rhs": "Your task is to: win."}]', rules.strip()
    )
    game = read_game(data, name="small")
    assert (game.task, game.start().text) == (task, f"Hello. {task}")


def test_a_task_with_one_condition_that_fails_is_refused():
    see = action("see", "?r - room", "()", "(seen)")
    data = small_file(see, objects=THINGS, init=FACTS)
    data["grammar"] = data["grammar"].replace(
        '"task": [{"rhs"', '"task": [{"condition": "flat(r:room)", "rhs"'
    )
    with pytest.raises(GameFileError, match="no alternative of the grammar's rule 'task' applies"):
        read_game(data, name="small")


def test_comments_and_later_rules_of_the_grammar_are_minded():
    see = action("see", "?r - room", "()", "(seen)", "see", "#text#")
    commented = '"text": [{"rhs": "first"}]\n# "text": broken\n, "text": [{"rhs": "second"}]'
    assert small_play(see, objects=THINGS, rules=commented).command("see") == "second"
