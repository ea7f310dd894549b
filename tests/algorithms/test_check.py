"""The rules for an algorithm of one's own: the zoo keeps them, and each one bites."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import algorithms
from algorithms.check import RULES
from algorithms.grouping import segment_mean
from algorithms.returns import discounted_return

FOR_ALL = ("finite", "repeatable", "order", "names")
GROUP_RELATIVE = ("dr_grpo", "gigpo", "grpo", "hgpo", "rloo")


@pytest.mark.parametrize("rule", FOR_ALL)
@pytest.mark.parametrize("name", algorithms.names())
def test_every_algorithm_of_the_zoo_keeps_the_first_four(name, rule):
    RULES[rule](algorithms.make(name))


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule not in FOR_ALL])
@pytest.mark.parametrize("name", GROUP_RELATIVE)
def test_those_that_compare_within_a_group_keep_the_others_too(name, rule):
    RULES[rule](algorithms.make(name))


def divided_by_a_size_of_zero(batch):
    return np.where(batch.previous < 0, np.nan, batch.reward)


class Forgetful:
    """Gives other numbers each time."""

    def __init__(self):
        self.asked = 0

    def __call__(self, batch):
        self.asked += 1
        return np.full(len(batch), float(self.asked))


def changed_in_place(batch):
    batch.reward[:1] += 1.0
    return batch.reward.copy()


def by_row(batch):
    return np.cumsum(batch.reward)


def by_id(batch):
    return batch.trajectory * 1.0


def over_the_batch(batch):
    return batch.reward - batch.reward.mean()


def rounding(batch):
    # 0.1 three times, less their mean, is not 0.
    returns = discounted_return(batch, 0.9)
    return (returns - segment_mean(returns, batch.group)) + 1e-17


def bare_return(batch):
    return discounted_return(batch, 1.0)


@dataclass(frozen=True)
class Broken:
    """Its advantages are a function's."""

    function: Any

    def advantages(self, batch):
        return self.function(batch)


@pytest.mark.parametrize(
    ("rule", "function", "told"),
    [
        ("finite", divided_by_a_size_of_zero, "returned nan at row 0"),
        ("repeatable", Forgetful(), "gave other advantages, or other rewards, when it was asked"),
        ("repeatable", changed_in_place, "gave other advantages, or other rewards, when it was"),
        ("order", by_row, "when the rows of a batch were given in another order"),
        ("names", by_id, "when groups, trajectories and states had other ids"),
        ("groups_apart", over_the_batch, "of a group when another group's rewards changed"),
        ("no_contrast", rounding, "where every member of a group did the same"),
        ("alone", bare_return, "of a trajectory that is alone in its group"),
    ],
)
def test_a_broken_one_is_told_what_was_seen(rule, function, told):
    with pytest.raises(algorithms.AlgorithmContractError) as caught:
        RULES[rule](Broken(function))
    assert str(caught.value).startswith("Broken.advantages ")
    assert told in str(caught.value)
