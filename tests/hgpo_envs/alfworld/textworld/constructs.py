"""A tiny game, and what in PDDL our engine doesn't know, each put into that game."""

from small_games import HALL, LOOK, small_file

PREDICATES = "(:predicates (at ?r - room) (seen ?r - room))"


def tiny():
    """Return the content of a game that both engines play: look at the hall, and it is won."""
    data = small_file(LOOK, **(HALL | {"goal": "(seen hall_bar_1)"}))
    return _put(data, "pddl_domain", "(:action", f"{PREDICATES} (:action")


def _put(data, part, old, new):
    assert old in data[part]
    return data | {part: data[part].replace(old, new, 1)}


def with_section(section):
    """Return the tiny game with one more section in its domain."""
    return _put(tiny(), "pddl_domain", "(:action", f"{section} (:action")


def with_condition(condition):
    """Return the tiny game with another precondition of `look`."""
    return _put(tiny(), "pddl_domain", ":precondition (at ?r)", f":precondition {condition}")


def with_effect(effect):
    """Return the tiny game with one more effect of `look`."""
    return _put(tiny(), "pddl_domain", ":effect (seen ?r)", f":effect (and (seen ?r) {effect})")


def with_fact(fact):
    """Return the tiny game with one more initial fact."""
    return _put(tiny(), "pddl_problem", "(at hall_bar_1)", f"(at hall_bar_1) {fact}")


def with_goal(goal):
    """Return the tiny game with another goal section."""
    return _put(tiny(), "pddl_problem", "(:goal (seen hall_bar_1))", goal)


def derived():
    """Return the tiny game with a derived predicate that `look` asks for."""
    data = _put(tiny(), "pddl_domain", "(seen ?r - room))", "(seen ?r - room) (near ?r - room))")
    data = _put(data, "pddl_domain", ":precondition (at ?r)", ":precondition (near ?r)")
    return _put(data, "pddl_domain", "(:action", "(:derived (near ?r - room) (at ?r)) (:action")


def constants():
    """Return the tiny game with a constant that `look` asks for."""
    data = with_condition("(or (at ?r) (at yard_bar_1))")
    return _put(data, "pddl_domain", "(:predicates", "(:constants yard_bar_1 - room) (:predicates")


def either():
    """Return the tiny game with a parameter of one of two types."""
    return _put(tiny(), "pddl_domain", "(?r - room)", "(?r - (either room thing))")


NOT_OURS = {
    "derived": (derived(), "the PDDL domain uses :derived, which"),
    "constants": (constants(), "the PDDL domain uses :constants, which"),
    "constraints": (
        with_goal("(:goal (seen hall_bar_1)) (:constraints (always (at hall_bar_1)))"),
        "the PDDL problem uses :constraints, which",
    ),
    "a denied fact": (
        with_fact("(not (seen hall_bar_1))"),
        "the initial state uses (not ...) with a list as an argument, which",
    ),
}
"""Name -> content and our reason: what only the original engine plays."""

NOBODYS = {
    "durative actions": (
        with_section("(:durative-action wait :parameters () :duration (= ?duration 1))"),
        "the PDDL domain uses :durative-action, which",
    ),
    "processes": (
        with_section("(:process burn :parameters ())"),
        "the PDDL domain uses :process, which",
    ),
    "constraints of the domain": (
        with_section("(:constraints (always (at hall_bar_1)))"),
        "the PDDL domain uses :constraints, which",
    ),
    "preferences": (
        with_goal("(:goal (preference p (seen hall_bar_1)))"),
        "the goal uses (preference ...) with a list as an argument, which",
    ),
    "numeric conditions": (
        with_condition("(and (at ?r) (> (fuel) 1))"),
        "action look uses (> ...) with a list as an argument, which",
    ),
    "numeric effects": (
        with_effect("(increase (fuel) 1)"),
        "action look uses (increase ...) on something other than total-cost, which",
    ),
    "decrease": (
        with_effect("(decrease (total-cost) 1)"),
        "action look uses (decrease ...) on something other than total-cost, which",
    ),
    "assign": (
        with_effect("(assign (fuel) 1)"),
        "action look uses (assign ...) on something other than total-cost, which",
    ),
    "scale-up": (
        with_effect("(scale-up (fuel) 2)"),
        "action look uses (scale-up ...) with a list as an argument, which",
    ),
    "an unknown word": (
        with_condition("(sometimes (at ?r))"),
        "action look uses (sometimes ...) with a list as an argument, which",
    ),
    "timed facts": (
        with_fact("(at 5 (at hall_bar_1))"),
        "the initial state uses (at ...) with a list as an argument, which",
    ),
    "either": (either(), "action look uses (either ...), which"),
}
"""Name -> content and our reason: what neither engine plays."""
