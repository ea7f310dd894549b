"""Initial facts are read fast where they are simple, and to the same result either way."""

import random

import pytest

from hgpo_envs.alfworld.engine import pddl
from hgpo_envs.alfworld.engine.unplayable import UnplayableError

PROBLEM = """(define (problem p) (:domain d) (:objects a b - thing)
    (:init (Likes a b) (at b)) (:goal (at a)))"""


def answer(text):
    try:
        return pddl.read_problem(text)
    except UnplayableError as error:
        return str(error)


def slow_answer(text, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(pddl, "take_flat", lambda *given: None)
        return answer(text)


def test_simple_facts_are_taken_out_of_the_text():
    emptied, facts = pddl.take_flat(PROBLEM, "(:init", "(:goal")
    assert facts == [["likes", "a", "b"], ["at", "b"]]
    without = PROBLEM.lower().replace("(likes a b) (at b)", "")
    assert "".join(emptied.split()) == "".join(without.split())


@pytest.mark.parametrize(
    "odd", ["(= (cost a) 3)", "()", "(at (b))", "at b", "(= a b)", "(at ?x)", "; (at b)", "((at b"]
)
def test_what_is_not_simple_is_read_as_a_whole(odd, monkeypatch):
    text = PROBLEM.replace("(at b)", f"(at b) {odd}")
    assert pddl.take_flat(text, "(:init", "(:goal") is None
    assert answer(text) == slow_answer(text, monkeypatch)


def test_damaged_texts_get_the_same_answer_either_way(varied, monkeypatch):
    draws = random.Random(5)
    pieces = ["(", ")", " ", "(:init", "(:goal", "=", "?", "()", "(at b)", ":", "a"]
    texts = [PROBLEM] * 1500 + [file["pddl_problem"] for file, _ in varied for _ in range(3)]
    for text in texts:
        for _ in range(draws.randint(0, 2)):
            start = draws.randrange(len(text))
            end = start + draws.choice([0, 0, 1, 2, 9])
            text = text[:start] + draws.choice(pieces) + text[end:]
        assert answer(text) == slow_answer(text, monkeypatch), text
