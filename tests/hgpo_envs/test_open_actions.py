import pytest

from hgpo_envs.errors import EnvInputError
from hgpo_envs.open_actions import fill, is_open


@pytest.mark.parametrize(
    ("action", "answer"),
    [
        ("search[...]", True),
        ("[...]", True),
        ("search[]", False),
        ("search[...", False),
        ("search[... ]", False),
        ("search[red]", False),
        ("go to desk 1", False),
        ("", False),
    ],
)
def test_an_entry_is_open_if_dots_in_brackets_end_it(action: str, answer: bool) -> None:
    assert is_open(action) is answer


def test_what_is_filled_in_takes_the_place_of_the_dots() -> None:
    assert fill("search[...]", "red [shoes]") == "search[red [shoes]]"
    assert fill("note[a][...]", "b") == "note[a][b]"


def test_an_action_that_is_not_open_cannot_be_filled_in() -> None:
    with pytest.raises(EnvInputError) as error:
        fill("click[buy now]", "red")
    assert str(error.value) == (
        "'click[buy now]' is not open, so that nothing can be filled in; "
        "expected an action that ends in '[...]'."
    )
