from dataclasses import asdict, replace

import pytest

from hgpo_envs import EnvSpec
from hgpo_envs.errors import EnvInputError


def entry(id: str = "Maze-v0", default_split: str = "a") -> EnvSpec:
    return EnvSpec(
        id=id, entry_point="m:E", splits=("a", "b"), default_split=default_split, max_steps=5
    )


def test_the_name_is_the_id_without_its_version_in_lower_case() -> None:
    assert entry("Maze-vast-v12").name == "maze-vast"


@pytest.mark.parametrize("id", ["Maze", "Maze-v", "me/Maze-v0", "Maze v0", "-v0", "Maze-v0x"])
def test_an_id_of_another_form_is_refused(id: str) -> None:
    with pytest.raises(EnvInputError) as error:
        entry(id)
    assert str(error.value) == (
        f"the environment id is {id!r}; expected letters, digits, '_', '.', ':' or '-' and a "
        "version, for example 'Maze-v0'."
    )


def test_a_default_split_that_is_none_of_the_splits_is_refused() -> None:
    with pytest.raises(EnvInputError) as error:
        entry(default_split="c")
    assert str(error.value) == (
        "the default split of Maze-v0 is 'c'; expected one of its splits: a, b."
    )


def test_the_version_is_the_number_at_the_end_of_the_id() -> None:
    assert entry("Maze-v2-v12").version == 12


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("entry_point", "maze.env.Maze", "'module:Class'"),
        ("splits", ("a", "a"), "names in a tuple, each of them once"),
        ("splits", "a", "names in a tuple, each of them once"),
        ("max_steps", 0, "a whole number of at least 1"),
        ("max_steps", True, "a whole number of at least 1"),
        ("reward_range", (1.0, 0.0), "two finite numbers, (least, greatest)"),
        ("reward_range", (0.0, float("inf")), "two finite numbers, (least, greatest)"),
        ("baselines", "random", "names in a tuple, each of them once"),
    ],
)
def test_a_value_that_nothing_could_be_made_of_is_refused(
    name: str, value: object, expected: str
) -> None:
    with pytest.raises(EnvInputError) as error:
        replace(entry(), **{name: value})
    assert str(error.value) == f"{name} of Maze-v0 is {value!r}; expected {expected}."


def test_an_entry_comes_back_from_plain_data() -> None:
    plain = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in asdict(replace(entry(), options={"size": "cells"})).items()
    }
    assert EnvSpec(**plain) == replace(entry(), options={"size": "cells"})
