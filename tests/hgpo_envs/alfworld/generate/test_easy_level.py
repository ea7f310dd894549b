"""The easy level is a real task: many choices, rarely won by chance, soon won by an expert."""

import random
import statistics
from collections import Counter
from functools import cache

import pytest

from hgpo_envs.alfworld import generate
from hgpo_envs.alfworld.engine import read_game
from hgpo_envs.alfworld.expert import ExploringExpert

CAP = 30


@cache
def compiled(task):
    return read_game(generate.game(task), name=task)


def episode(task, choose):
    """Return (won, admissible commands at each step) of one episode."""
    play = compiled(task).start()
    text, choices = play.text, []
    for _ in range(CAP):
        choices.append(len(play.admissible))
        text = play.command(choose(text, play.admissible))
        if play.won:
            break
    return play.won, choices


def test_every_room_has_ten_to_twelve_receptacles():
    counts = Counter(
        compiled(task).start().text.partition("Your task")[0].partition("you see")[2].count(" a ")
        for task in generate.task_ids("gen_unseen")
    )
    assert set(counts) == {10, 11, 12}


@pytest.mark.slow
def test_random_play_rarely_wins_and_has_many_choices():
    # Measured: 5 of 400 won (1.3 %), median 16 choices.
    draws = random.Random(0)
    tasks = generate.task_ids("gen_unseen")
    results = [
        episode(tasks[run % len(tasks)], lambda _, admissible: draws.choice(admissible))
        for run in range(400)
    ]
    assert sum(won for won, _ in results) < 40
    assert statistics.median(count for _, choices in results for count in choices) >= 15


@pytest.mark.slow
def test_the_expert_wins_soon_and_has_many_choices():
    # Measured: 200 of 200 won, in 6.1 steps on average, median 16 choices.
    results = []
    for task in generate.task_ids("gen_unseen"):
        expert = ExploringExpert()
        expert.reset(compiled(task).start().text)
        results.append(episode(task, expert.act))
    lengths = [len(choices) for won, choices in results if won]
    assert len(lengths) >= 196
    assert statistics.mean(lengths) < 8
    assert statistics.median(count for _, choices in results for count in choices) >= 15
