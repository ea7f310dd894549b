"""Which commands a state admits and what they change, one rule at a time."""

import pytest
from small_games import action, small_play

THINGS = "ball cube cone - thing"
MARK = action("mark", "?x - thing", "(on ?x)", "(marked ?x)", "mark {x.id}")


def offered(precondition, parameters="?x - thing", objects=THINGS, **parts):
    """Return the ids that an action with this precondition is offered for."""
    probe = action("probe", parameters, precondition, "(seen ?x)", "{x.id}")
    return " ".join(small_play(probe, objects=objects, **parts).admissible)


@pytest.mark.parametrize(
    ("precondition", "ids"),
    [
        ("()", "ball cone cube"),
        ("(on ?x)", "ball cube"),
        ("(not (on ?x))", "cone"),
        ("(and (on ?x) (red ?x))", "cube"),
        ("(or (red ?x) (blue ?x))", "cone cube"),
        ("(imply (on ?x) (red ?x))", "cone cube"),
        ("(not (imply (on ?x) (red ?x)))", "ball"),
        ("(not (or (red ?x) (blue ?x)))", "ball"),
        ("(exists (?y - thing) (above ?x ?y))", "ball"),
        ("(exists (?y - thing) (and (above ?y ?x) (on ?y)))", "cube"),
        ("(not (exists (?y - thing) (above ?x ?y)))", "cone cube"),
        ("(forall (?y - thing) (imply (above ?x ?y) (red ?y)))", "ball cone cube"),
        ("(forall (?y - thing) (imply (red ?y) (above ?x ?y)))", "ball"),
        ("(not (forall (?y - thing) (imply (red ?y) (above ?x ?y))))", "cone cube"),
        ("(exists (?y - thing) (and (on ?y) (not (= ?x ?y))))", "ball cone cube"),
        ("(exists (?y - thing) (and (red ?y) (not (= ?x ?y))))", "ball cone"),
        ("(exists (?y - thing) (and (red ?y) (= ?x ?y)))", "cube"),
        ("(above ?x cube)", "ball"),
        ("(above ?x ?x)", ""),
        ("(above ?x nobody)", ""),
        ("(and (or (red ?x) (exists (?y - thing) (above ?x ?y))) (on ?x))", "ball cube"),
    ],
)
def test_conditions_mean_what_logic_says(precondition, ids):
    facts = "(on ball) (on cube) (red cube) (blue cone) (above ball cube)"
    assert offered(precondition, init=facts) == ids


def test_a_variable_of_a_type_that_nothing_has_fulfils_nothing():
    # The comma belongs to the type: nothing is of type "thing,".
    facts = "(on ball) (above ball cube)"
    quirk = "(exists (?y - thing, ?z - thing) (above ?x ?y))"
    assert offered(f"(or (on ?x) {quirk})", init=facts) == "ball"
    assert offered(quirk.replace(",", ""), init=facts) == "ball"
    assert offered(quirk, init=facts) == ""


def test_variables_take_objects_of_their_types_only():
    objects = f"{THINGS} hall - room"
    facts = "(above ball hall) (above hall cube) (above cone cube) (on hall) (on cube)"
    assert offered("(exists (?y - thing) (above ?x ?y))", objects=objects, init=facts) == "cone"
    assert offered("(exists (?y - room) (above ?x ?y))", objects=objects, init=facts) == "ball"
    assert offered("(exists (?y - thing) (above ?y ?x))", objects=objects, init=facts) == "cube"
    assert offered("(on ?x)", objects=objects, init=facts) == "cube"
    triple = "(exists (?y - thing ?z - room) (between ?x ?y ?z))"
    facts = "(between ball cube hall) (between cone hall hall) (between hall cube hall)"
    assert offered(triple, objects=objects, init=facts) == "ball"


def test_an_atom_that_names_a_variable_twice_needs_equal_arguments():
    facts = "(above ball cube) (above cube cube)"
    assert offered("(above ?x ?x)", init=facts) == "cube"
    twice = "(exists (?y - thing) (between ?x ?y ?y))"
    assert offered(twice, init="(between ball cube cone) (between cone ball ball)") == "cone"


def test_subtypes_are_of_their_supertype_and_everything_is_an_object():
    parts = {"types": "toy - thing thing room", "objects": "ball - toy cube - thing hall - room"}
    assert offered("()", **parts) == "ball cube"
    assert offered("()", "?x - toy", **parts) == "ball"
    assert offered("()", "?x - object", **parts) == "ball cube hall"
    assert offered("(on ?x)", "?x - toy", init="(on ball) (on cube)", **parts) == "ball"


def test_effects_follow_their_conditions_for_all_objects():
    swap = action(
        "swap",
        "",
        "()",
        "(forall (?x - thing) (and (when (on ?x) (not (on ?x))) (when (not (on ?x)) (on ?x))))",
    )
    play = small_play(swap, MARK, objects=THINGS, init="(on ball) (on cone)")
    assert play.admissible == ("mark ball", "mark cone", "swap")
    play.command("swap")
    assert play.admissible == ("mark cube", "swap")
    play.command("swap")
    assert play.admissible == ("mark ball", "mark cone", "swap")


def test_what_is_added_and_deleted_at_once_is_added():
    both = action("both", "?x - thing", "()", "(and (not (on ?x)) (on ?x))", "both {x.id}")
    play = small_play(both, MARK, objects="ball - thing")
    play.command("both ball")
    assert play.admissible == ("both ball", "mark ball")


def test_an_action_that_changes_nothing_is_not_offered():
    go = action(
        "go",
        "?from - room ?to - room",
        "(at ?from)",
        "(and (not (at ?from)) (at ?to))",
        "go to {to.id}",
    )
    play = small_play(go, objects="hall cellar - room", init="(at hall)")
    assert play.admissible == ("go to cellar",)
    play.command("go to cellar")
    assert play.admissible == ("go to hall",)


def test_an_action_is_idle_only_where_its_conditions_say_so():
    # "keep" adds what its condition demands, so it never exists; "light" may find the lamp on,
    # but does not demand it.
    keep = action("keep", "?x - thing", "(on ?x)", "(on ?x)", "keep {x.id}")
    light = action("light", "?x - thing", "()", "(on ?x)", "light {x.id}")
    play = small_play(keep, light, objects="lamp - thing", init="(on lamp)")
    assert play.admissible == ("light lamp",)


def test_an_action_that_only_deletes_what_must_be_absent_is_not_offered():
    wipe = action("wipe", "?x - thing", "(not (on ?x))", "(not (on ?x))", "wipe {x.id}")
    clear = action("clear", "?x - thing", "(red ?x)", "(not (on ?x))", "clear {x.id}")
    play = small_play(wipe, clear, objects=THINGS, init="(red ball) (on cube)")
    assert play.admissible == ("clear ball",)


def test_an_alternative_under_which_an_action_is_idle_does_not_count():
    # (or (red x) (on x)) makes two operators; the one that demands (on x) changes nothing.
    light = action("light", "?x - thing", "(or (red ?x) (on ?x))", "(on ?x)", "light {x.id}")
    play = small_play(light, objects=THINGS, init="(on ball) (red cube) (red cone) (on cone)")
    assert play.admissible == ("light cone", "light cube")


def test_of_equal_commands_the_smallest_arguments_are_carried_out():
    pick = action("pick", "?x - thing", "()", "(picked ?x)", "pick", "You pick {x.id}.")
    play = small_play(pick, objects=THINGS)
    assert play.admissible == ("pick",)
    assert play.command("pick") == "You pick ball."


@pytest.mark.parametrize("first", ["far", "near"])
def test_of_equal_commands_of_two_actions_the_first_of_the_domain_is_carried_out(first):
    # Two actions depend on (at ...) alone, so that their commands are kept apart from the third's.
    go = action("go", "?x - thing", "(at ?x)", "(and (not (at ?x)) (at cube))", "go from {x.id}")
    far = action("far", "?x - thing", "(at ?x)", "(picked ?x)", "do", "Far.")
    near = action("near", "?x - thing", "(picked ?x)", "(picked cube)", "do", "Near.")
    actions = [go, far, near] if first == "far" else [go, near, far]
    play = small_play(*actions, objects=THINGS, init="(at ball) (picked cone)")
    assert play.admissible == ("do", "go from ball")
    assert play.command("do") == f"{first.title()}."


def test_commands_are_sorted_by_code_points():
    ids = [f"cabinet_bar_{letter}" for letter in "abcdefghij"]
    open_it = action("open", "?x - thing", "(on ?x)", "(seen ?x)", "open {x}")
    facts = " ".join(f"(on {known})" for known in ids)
    play = small_play(open_it, objects=f"{' '.join(ids)} - thing", init=facts)
    assert play.admissible[:3] == ("open cabinet 1", "open cabinet 10", "open cabinet 2")


@pytest.mark.parametrize(("value", "name"), [("2", "hall 1"), ("2.5", "hall 2")])
def test_things_that_only_whole_numbers_speak_of_have_no_number(value, name):
    # Ids are numbered downwards: hall_bar_1 is "hall 2" if hall_bar_2 counts as well.
    probe = action("probe", "?x - thing", "(on ?x)", "(seen ?x)", "{x}")
    facts = f"(on hall_bar_1) (= (total-cost) 0) (= (distance hall_bar_1 hall_bar_2) {value})"
    play = small_play(probe, objects="hall_bar_1 hall_bar_2 - thing", init=facts)
    assert play.admissible == (name,)


def test_variables_need_no_blank_between_them():
    swap = action("swap", "?x?y - thing", "(above ?x?y)", "(above ?y?x)", "swap {x.id} {y.id}")
    assert small_play(swap, objects=THINGS, init="(above cone ball)").admissible == (
        "swap cone ball",
    )


def test_the_goal_is_judged_after_every_command_and_can_be_lost_again():
    put = action("put", "?x - thing", "()", "(in ?x)", "put {x.id}")
    out = action("out", "?x - thing", "(in ?x)", "(not (in ?x))", "out {x.id}")
    goal = "(exists (?x - thing ?y - thing) (and (in ?x) (in ?y) (not (= ?x ?y))))"
    play = small_play(put, out, objects="ball cube - thing", goal=goal)
    seen = []
    for command in ("put ball", "put ball", "put cube", "out ball"):
        play.command(command)
        seen.append(play.won)
    assert seen == [False, False, True, False]


def test_a_goal_can_hold_from_the_start():
    assert small_play(MARK, objects=THINGS, init="(on ball)", goal="(on ball)").won
