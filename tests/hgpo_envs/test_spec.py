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
