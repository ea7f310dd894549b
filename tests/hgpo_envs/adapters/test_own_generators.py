"""Global generators that a world has to itself, and plain values of what it tells."""

import random

import numpy as np
import pytest

from hgpo_envs.adapters.generators import OwnGenerators
from hgpo_envs.adapters.plain import plain
from hgpo_envs.adapters.seeds import seed_panel
from hgpo_envs.errors import EnvInputError


def draw(generators, *, keep=True):
    with generators.at_work(keep=keep):
        return random.random(), float(np.random.random())  # noqa: NPY002


def test_a_world_draws_on_as_if_nobody_else_drew():
    alone, disturbed = OwnGenerators(), OwnGenerators()
    expected = [draw(alone) for _ in range(3)]
    got = []
    for _ in range(3):
        random.seed(99)
        np.random.seed(99)  # noqa: NPY002
        got.append(draw(disturbed))
    assert got == expected
    # random.Random(0).random() and np.random.RandomState(0).random_sample()
    assert expected[0] == (0.8444218515250481, 0.5488135039273248)


def test_nobody_else_sees_that_it_drew():
    random.seed(5)
    before = random.getstate()
    draw(OwnGenerators())
    assert random.getstate() == before


def test_what_is_drawn_on_trial_is_drawn_again():
    generators = OwnGenerators()
    tried = draw(generators, keep=False)
    assert draw(generators) == tried != draw(generators)


def test_arrays_and_lists_become_tuples_and_numbers_plain():
    told = plain({"at": np.array([[1, 2]]), "left": np.float32(0.5), 3: [True, None]}, "facts")
    assert told == {"at": ((1, 2),), "left": 0.5, "3": (True, None)}
    assert type(told["left"]) is float


def test_what_is_not_plain_is_named_with_its_place():
    with pytest.raises(EnvInputError, match=r"facts\['inner'\]\[1\] is a object; expected plain"):
        plain({"inner": [1, object()]}, "facts")


@pytest.mark.parametrize("worlds", ["maze", [], ["maze", "maze"]])
def test_worlds_are_a_list_of_different_names(worlds):
    with pytest.raises(EnvInputError, match="expected a list of different names"):
        seed_panel("Maze-v0", "train", worlds=worlds, version="1")
