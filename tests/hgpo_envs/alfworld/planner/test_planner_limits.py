"""What the planner says where it can't plan."""

import pytest
from small_games import action, small_file

from hgpo_envs.alfworld.engine import read_game
from hgpo_envs.alfworld.planner import Planner, PlanningError, engine_search, grounding
from hgpo_envs.errors import EnvInputError, GameFileError

LIGHT = action("light", "?r - room", "(at ?r)", "(lit ?r)", "light {r.name}")
BOTH = "(and (lit attic_bar_1) (lit hall_bar_1))"
EITHER = f"(or {BOTH} {BOTH})"
CONTENT = small_file(
    LIGHT, objects="attic_bar_1 hall_bar_1 - room", init="(at attic_bar_1) (at hall_bar_1)",
    goal=EITHER,
)  # fmt: skip
PLAN = ("light attic 1", "light hall 1")


def test_a_goal_too_wide_to_be_grounded_is_searched_for_on_the_engine(monkeypatch):
    game = read_game(CONTENT, name="lights")
    assert Planner(CONTENT, name="lights").plan(game.start()) == PLAN
    monkeypatch.setattr(grounding, "_MOST_CLAUSES", 1)
    assert Planner(CONTENT, name="lights").plan(game.start()) == PLAN


def test_a_search_without_end_is_given_up_with_the_name_of_the_game(monkeypatch):
    monkeypatch.setattr(grounding, "_MOST_CLAUSES", 1)
    monkeypatch.setattr(engine_search, "_MOST_STATES", 0)
    with pytest.raises(PlanningError) as error:
        Planner(CONTENT, name="lights").plan(read_game(CONTENT, name="lights").start())
    assert str(error.value) == (
        "can't plan in the game lights: the planner met more than 0 states. "
        "Play it without the planner."
    )
    assert issubclass(PlanningError, EnvInputError)


def test_content_without_a_problem_is_no_game():
    with pytest.raises(GameFileError) as error:
        Planner({"pddl_domain": CONTENT["pddl_domain"]}, name="half")
    assert str(error.value) == "can't plan in the game half: it has no text 'pddl_problem'."


def test_a_domain_that_the_engine_does_not_know_is_refused_as_the_engine_refuses_it():
    content = CONTENT | {"pddl_domain": "(define (domain d) (:derived (a) (b)))"}
    with pytest.raises(GameFileError) as error:
        Planner(content, name="derived")
    assert str(error.value).startswith("can't plan in the game derived: the PDDL domain uses")
