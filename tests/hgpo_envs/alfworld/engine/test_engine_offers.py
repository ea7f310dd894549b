"""The tables of commands follow the state exactly: compared with tables filled anew."""

import random

import pytest
from small_games import action, small_file, small_play

from hgpo_envs.alfworld.engine import read_game
from hgpo_envs.alfworld.engine.offers import Offers
from hgpo_envs.alfworld.engine.searches import compile_choice, compile_search


def filled_anew(play):
    """Return the commands of the play's state, from tables that never followed anything."""
    game, reader = play._game, play._reader
    offers = Offers(game.rules.tables, game.rules.pivot, reader)
    return offers.offer(offers.first, offers.locate(reader), reader).commands


def walk(game, seed, steps):
    """Walk at random and compare the commands of every state."""
    draws = random.Random(seed)
    play = game.start()
    for _ in range(steps):
        assert play.admissible == filled_anew(play)
        play.command(draws.choice(play.admissible))


def test_tables_follow_the_state_in_official_and_changed_games(varied):
    for seed, (file, _) in enumerate(varied):
        walk(read_game(file, name="anew"), seed, steps=25)


@pytest.mark.slow
def test_tables_follow_long_walks(varied):
    for seed, (_, played) in enumerate(varied):
        walk(played, 100 + seed, steps=60)


ROOMS = "a_bar_1 - room b_bar_1 - room c_bar_1 - room"
# (at ...) is the pivot: the one fact that most commands ask for
GO = action(
    "go",
    "?from - room ?to - room",
    "(and (at ?from) (door ?from ?to))",
    "(and (not (at ?from)) (at ?to))",
    "go to {to}",
)
DARKEN = action("darken", "?r - room", "(and (at ?r) (not (dark ?r)))", "(dark ?r)")
READ = action("read", "?r - room", "(and (at ?r) (not (dark ?r)))", "(done ?r)", "read in {r}")
DOORS = "(door a_bar_1 b_bar_1) (door b_bar_1 c_bar_1) (door c_bar_1 a_bar_1)"


def test_what_is_asked_only_of_the_place_is_tested_there():
    play = small_play(GO, READ, DARKEN, objects=ROOMS, init=f"(at a_bar_1) {DOORS}")
    assert play.admissible == ("darken", "go to b 1", "read in a 1")
    play.command("darken")
    assert play.admissible == ("go to b 1",)
    play.command("go to b 1")
    assert play.admissible == ("darken", "go to c 1", "read in b 1")
    assert play.admissible == filled_anew(play)


def test_an_agent_that_is_nowhere_can_do_only_what_needs_no_place():
    leave = action("leave", "?r - room", "(at ?r)", "(not (at ?r))")
    wait = action("wait", "", "()", "(waited)")
    play = small_play(GO, leave, wait, objects=ROOMS, init=f"(at b_bar_1) {DOORS}")
    assert play.admissible == ("go to c 1", "leave", "wait")
    play.command("leave")
    assert play.admissible == ("wait",)


def test_an_agent_that_is_in_two_places_can_do_what_either_allows():
    clone = action("clone", "?r - room ?to - room", "(and (at ?r) (door ?r ?to))", "(at ?to)")
    play = small_play(GO, READ, clone, objects=ROOMS, init=f"(at a_bar_1) {DOORS}")
    play.command("clone")
    assert play.admissible == ("clone", "go to b 1", "go to c 1", "read in a 1", "read in b 1")
    # of two ways to clone, the first one in the order of ids counts: a to b
    play.command("clone")
    assert play.admissible == ("clone", "go to b 1", "go to c 1", "read in a 1", "read in b 1")
    assert play.admissible == filled_anew(play)


def test_an_agent_that_is_nowhere_may_come_to_be_in_two_places():
    leave = action("leave", "?r - room", "(at ?r)", "(not (at ?r))")
    split = action("split", "?x - room ?y - room", "(door ?x ?y)", "(and (at ?x) (at ?y))")
    play = small_play(GO, READ, leave, split, objects=ROOMS, init=f"(at b_bar_1) {DOORS}")
    play.command("leave")
    assert play.admissible == ("split",)
    # the first of the ways to split, in the order of ids: a and b
    play.command("split")
    assert play.admissible == (
        "go to b 1",
        "go to c 1",
        "leave",
        "read in a 1",
        "read in b 1",
        "split",
    )


def toggled(fact, parameters, here):
    """Return two actions, which make a fact true and false."""
    return (
        action(f"set{fact}", parameters, f"(and {here} (not ({fact} ?t)))", f"({fact} ?t)",
               f"set {fact} {{t}}"),
        action(f"end{fact}", parameters, f"(and {here} ({fact} ?t))", f"(not ({fact} ?t))",
               f"end {fact} {{t}}"),
    )  # fmt: skip


HERE = "(at ?r) (in ?t ?r)"
ITEMS = "cup_bar_1 - thing cup_bar_2 - thing pan_bar_1 - thing"


def test_rows_come_and_go_with_facts_that_help_and_facts_that_hinder():
    parameters = "?t - thing ?r - room"
    use = action("use", parameters, f"(and {HERE} (or (not (shut ?t)) (lit ?t)))",
                 "(used ?t)", "use {t}")  # fmt: skip
    # all that is here must be shut, and nothing that is shut may be lit
    rest = action("rest", "?r - room", """(and (at ?r) (open ?r)
        (forall (?t - thing) (imply (in ?t ?r) (and (shut ?t) (not (lit ?t))))))""",
                  "(rested ?r)", "rest in {r}")  # fmt: skip
    match = action("match", "?t - thing ?o - thing ?r - room",
                   "(and (at ?r) (in ?t ?r) (in ?o ?r) (shut ?t) (not (shut ?o)))",
                   "(matched ?t ?o)", "match {t} with {o}")  # fmt: skip
    doors = "(door a_bar_1 b_bar_1) (door b_bar_1 a_bar_1)"
    file = small_file(
        GO, use, rest, match, *toggled("shut", parameters, HERE), *toggled("lit", parameters, HERE),
        objects=f"a_bar_1 - room b_bar_1 - room {ITEMS}",
        init=f"""(at a_bar_1) {doors} (open a_bar_1) (open b_bar_1) (shut cup_bar_2)
            (in cup_bar_1 a_bar_1) (in cup_bar_2 a_bar_1) (in pan_bar_1 b_bar_1)""",
    )  # fmt: skip
    for seed in range(6):
        walk(read_game(file, name="small"), seed, steps=60)


def test_a_step_compiles_nothing(varied):
    compiled = [
        (
            read_game(file, name="fresh"),
            compile_search.cache_info().misses,
            compile_choice.cache_info().misses,
        )
        for file, _ in varied
    ]
    for seed, (game, *_) in enumerate(compiled):
        draws, play = random.Random(seed), game.start()
        for _ in range(40):
            play.command(draws.choice(play.admissible))
    _, searches, choices = compiled[-1]
    assert compile_search.cache_info().misses == searches
    assert compile_choice.cache_info().misses == choices


def test_of_several_actions_with_one_text_the_first_counts():
    first = action("first", "?r - room", "(at ?r)", "(done ?r)", "act", "first")
    second = action("second", "?r - room", "(at ?r)", "(done ?r)", "act", "second")
    play = small_play(GO, first, second, objects=ROOMS, init=f"(at a_bar_1) {DOORS}")
    assert play.admissible == ("act", "go to b 1")
    assert play.command("act") == "first"


def test_a_command_may_name_the_place_that_it_leaves():
    go = (GO[0], GO[1].replace("go to {to}", "go from {from} to {to}"))
    play = small_play(go, READ, objects=ROOMS, init=f"(at a_bar_1) {DOORS}")
    play.command("go from a 1 to b 1")
    assert play.admissible == ("go from b 1 to c 1", "read in b 1")


def test_a_place_of_another_type_than_an_action_asks_for_does_not_count():
    drown = action("drown", "?r - water", "(at ?r)", "(done ?r)", "drown")
    sail = action("sail", "?f - room ?w - water", "(and (at ?f) (quay ?f ?w))",
                  "(and (not (at ?f)) (at ?w))", "sail")  # fmt: skip
    data = small_file(GO, READ, drown, sail, objects=f"{ROOMS} sea_bar_1 - water",
                      init=f"(at a_bar_1) (quay a_bar_1 sea_bar_1) {DOORS}",
                      types="room water")  # fmt: skip
    play = read_game(data, name="small").start()
    assert play.admissible == ("go to b 1", "read in a 1", "sail")
    play.command("sail")
    assert play.admissible == ("drown",)


def test_many_plays_of_one_game_share_what_they_learn_and_nothing_else(varied):
    for seed, (file, played) in enumerate(varied):
        draws, one, other = random.Random(seed), played.start(), played.start()
        fresh = read_game(file, name="fresh").start()
        for _ in range(20):
            command = draws.choice(one.admissible)
            other.command(draws.choice(other.admissible))
            assert one.command(command) == fresh.command(command)
            assert one.admissible == fresh.admissible
