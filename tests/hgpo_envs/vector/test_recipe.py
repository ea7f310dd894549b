from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

from hgpo_envs.errors import EnvInputError
from hgpo_envs.vector import EnvRecipe
from hgpo_envs.vector.messages import make_request, read_request


def recipe(value: object) -> EnvRecipe:
    return EnvRecipe(id="alfworld", options=MappingProxyType({"given": value}))


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (MappingProxyType({"a": MappingProxyType({"b": (1,)})}), {"a": {"b": (1,)}}),
        ([Path("x/y"), (Path("z"),)], ["x/y", ("z",)]),
        (frozenset({1}), frozenset({1})),
        (np.int64(3), 3),
        (np.float32(0.5), 0.5),
        (np.float64(0.1), 0.1),
        ({"on": np.bool_(True)}, {"on": True}),
    ],
)
def test_options_travel_as_plain_data_of_the_same_value(value: object, told: object) -> None:
    _, plain, _ = read_request(make_request(recipe(value).to_plain()))
    assert isinstance(plain, dict)
    options = EnvRecipe.from_plain(plain).options
    assert repr(options) == repr({"given": told})


def test_a_recipe_of_mappings_that_cannot_be_changed_arrives_whole() -> None:
    told = EnvRecipe(
        id="alfworld",
        split="gen_train",
        options=MappingProxyType({"max_steps": 5}),
        memory=MappingProxyType({"kind": "window", "size": 2}),
        template="{{ observation }}",
    )
    _, plain, _ = read_request(make_request(told.to_plain()))
    assert isinstance(plain, dict)
    assert EnvRecipe.from_plain(plain) == told


@pytest.mark.parametrize(
    ("value", "kind"), [({3}, "set"), (np.zeros(2), "ndarray"), (1j, "complex")]
)
def test_options_that_are_not_plain_are_refused_with_their_place(value: object, kind: str) -> None:
    with pytest.raises(EnvInputError) as error:
        make_request(recipe((value,)).to_plain())
    assert str(error.value).startswith(
        f"the recipe['recipe']['options']['given'][0] is of type {kind}, which can't be sent"
    )
