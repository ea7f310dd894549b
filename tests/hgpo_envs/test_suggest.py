import pytest

from hgpo_envs.suggest import unknown_name


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("ful", "unknown memory 'ful'. Did you mean 'full'? Known: full, none, window."),
        ("WINDOW", "unknown memory 'WINDOW'. Did you mean 'window'? Known: full, none, window."),
        ("", "unknown memory ''. Known: full, none, window."),
        ("zzz", "unknown memory 'zzz'. Known: full, none, window."),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest_and_all_known(
    given: str, message: str
) -> None:
    assert unknown_name("memory", given, ("none", "window", "full")) == message


def test_the_order_of_the_known_names_does_not_matter() -> None:
    known = ["b1", "b2", "b3"]
    assert unknown_name("x", "b", known) == unknown_name("x", "b", known[::-1])


def test_where_nothing_is_known_the_answer_says_so() -> None:
    assert unknown_name("extra", "facts", ()) == "unknown extra 'facts'. Known: none."
