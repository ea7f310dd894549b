"""Objects and facts are read fast where they are simple, and to the same result either way."""

import random

import pytest

from hgpo_envs.alfworld.engine import pddl
from hgpo_envs.alfworld.engine.lists import Section, read_objects, read_runs, take_section
from hgpo_envs.alfworld.engine.unplayable import UnplayableError

PROBLEM = """(define (problem p) (:domain d) (:objects a b - thing)
    (:init (Likes a b) (at b)) (:goal (at a)))"""


def answer(text):
    try:
        problem = pddl.read_problem(text)
    except UnplayableError as error:
        return str(error)
    return problem.objects, list(problem.facts), problem.valued, problem.goal


def slow_answer(text, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(pddl, "take_section", lambda *given: None)
        return answer(text)


def section(words):
    return Section(words=words.split(), opened=words.count("("), rest="")


def test_simple_sections_are_taken_out_of_the_text():
    init = take_section(PROBLEM.lower(), "(:init", "(:goal")
    assert init.words == ["(likes", "a", "b", ")", "(at", "b", ")"]
    assert init.opened == 2
    without = PROBLEM.lower().replace("(likes a b) (at b)", "")
    assert "".join(init.rest.split()) == "".join(without.split())
    objects = take_section(PROBLEM, "(:objects", "(:init")
    assert objects.words == ["a", "b", "-", "thing"]
    assert "".join(objects.rest.split()) == "".join(PROBLEM.replace("a b - thing", "").split())


def test_facts_of_one_predicate_that_follow_each_other_are_read_in_one_go():
    assert read_runs(section("(p a b ) (p c d ) (q e ) (r ) (p f g )")) == [
        ("p", [["a", "c"], ["b", "d"]]),
        ("q", [["e"]]),
        ("r", []),
        ("p", [["f"], ["g"]]),
    ]


@pytest.mark.parametrize(
    "odd",
    ["(p a ) )", "(p ( a )", "( p a )", "(= a b )", "p a )", "(p a", "(p a ) (p a b )", "( )"],
)
def test_lists_that_are_not_flat_are_not_read_in_one_go(odd):
    assert read_runs(section(f"(p a ) {odd}")) is None


def test_objects_that_have_a_type_each_are_read_in_one_go():
    assert read_objects(section("a - thing b - place")) == {"a": "thing", "b": "place"}
    for odd in ("a b - thing", "a - thing b", "- - thing", "a - )", "a - (either x )", "a thing -"):
        assert read_objects(section(odd)) is None


@pytest.mark.parametrize(
    "odd",
    [
        "(= (cost a) 3)",
        "()",
        "(at (b))",
        "at b",
        "(= a b)",
        "(at ?x)",
        "; (at b)",
        "((at b",
        "(at)",
    ],
)
def test_what_is_not_simple_gets_the_same_answer_either_way(odd, monkeypatch):
    text = PROBLEM.replace("(at b)", f"(at b) {odd}")
    assert answer(text) == slow_answer(text, monkeypatch)
    text = PROBLEM.replace("b - thing", f"b - thing {odd}")
    assert answer(text) == slow_answer(text, monkeypatch)


def test_damaged_texts_get_the_same_answer_either_way(varied, monkeypatch):
    draws = random.Random(5)
    pieces = ["(", ")", " ", "(:init", "(:goal", "(:objects", "=", "?", "()", "(at b)", ":", "a"]
    texts = [PROBLEM] * 1500 + [file["pddl_problem"] for file, _ in varied for _ in range(3)]
    for text in texts:
        for _ in range(draws.randint(0, 2)):
            start = draws.randrange(len(text))
            end = start + draws.choice([0, 0, 1, 2, 9])
            text = text[:start] + draws.choice(pieces) + text[end:]
        assert answer(text) == slow_answer(text, monkeypatch), text
