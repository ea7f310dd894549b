"""The planner's parts, where plans alone would not tell them apart."""

from hgpo_envs.alfworld.planner.abstraction import Abstraction
from hgpo_envs.alfworld.planner.conditions import Condition
from hgpo_envs.alfworld.planner.landmarks import Landmarks
from hgpo_envs.alfworld.planner.levels import NEVER, levels_from, rules_of
from hgpo_envs.alfworld.planner.operators import Operator, When
from hgpo_envs.alfworld.planner.search import PathSearch

A, B, C = 1, 2, 4


def abstraction(*moves, gates=None, doubts=None, goal):
    """Return a reduced problem that starts with nothing true; a move is what it needs and adds."""
    return Abstraction(
        moves=tuple((needs, 0, add, 0, (), ()) for needs, add in moves),
        gates=gates or (0,) * len(moves),
        doubts=doubts or (0,) * len(moves),
        initial=0,
        goal=Condition(goal),
    )


def test_what_is_both_added_and_deleted_is_true_in_the_end():
    whens = (When(Condition(A), 0, B), When(Condition(A), C, 0))
    assert Operator(Condition(), B, 0, whens).apply(A | B) == A | B | C
    assert Operator(Condition(), B, C, whens).apply(C) == B


def test_a_move_before_its_time_waits_for_it():
    # A alone takes one move; with a gate of 3 it is the fourth action at the soonest.
    assert PathSearch(abstraction((0, A), goal=A)).run(9) == 1
    assert PathSearch(abstraction((0, A), gates=(3,), goal=A)).run(9) == 4
    # By way of B it takes 2 moves, which is sooner.
    moves = (0, A), (0, B), (B, A)
    search = PathSearch(abstraction(*moves, gates=(3, 0, 0), goal=A))
    assert (search.run(9), search.path) == (2, [1, 2])


def test_of_plans_as_short_the_one_with_fewer_doubts_is_found():
    moves = (0, A), (0, A)
    search = PathSearch(abstraction(*moves, doubts=(1, 0), goal=A))
    assert (search.run(9), search.path) == (1, [1])


def test_a_search_stops_at_the_length_asked_for_and_can_go_on():
    search = PathSearch(abstraction((0, A), (A, B), (B, C), goal=C))
    # Three landmarks: no plan has fewer moves, which is known before the first.
    assert (search.run(2), search.path) == (3, None)
    assert (search.run(3), search.path) == (3, [0, 1, 2])
    assert PathSearch(abstraction((0, A), goal=B)).run(9) is None


def test_landmarks_that_one_move_makes_count_once():
    # One move makes both: the goal is one move away.
    assert Landmarks(abstraction((0, A | B), goal=A | B)).count(0) == 1
    # B needs A: two moves, one once A is true.
    chain = Landmarks(abstraction((0, A), (A, B), goal=B))
    assert [chain.count(state) for state in (0, A, B)] == [2, 1, 0]


def test_levels_tell_how_soon_a_fact_and_an_action_can_come():
    operators = [
        Operator(Condition(), A, 0, ()),
        Operator(Condition(A), B, 0, ()),
        Operator(Condition(C), C, 0, ()),
    ]
    levels = levels_from(0, rules_of(operators), len(operators))
    assert levels.earliest == [0, 1, NEVER]
    assert [levels.of(Condition(bit)) for bit in (A, B, C)] == [1, 2, NEVER]
    # A source that is not true keeps an action from being done, as a condition would.
    closed = Operator(Condition(), A, 0, (), source=C)
    assert levels_from(0, rules_of([closed]), 1).earliest == [NEVER]
