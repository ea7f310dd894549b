import pytest

from hgpo_envs.context import MEMORIES, Turn, make_memory
from hgpo_envs.errors import EnvInputError, UnknownNameError

TURNS = tuple(Turn(f"o{n}", f"a{n}", 0.0, {}) for n in range(5))


@pytest.mark.parametrize(
    ("kind", "size", "name", "shown"),
    [
        ("none", None, "none", ()),
        ("window", 1, "window(1)", TURNS[4:]),
        ("window", 2, "window(2)", TURNS[3:]),
        ("window", 5, "window(5)", TURNS),
        ("window", 9, "window(9)", TURNS),
        ("full", None, "full", TURNS),
    ],
)
def test_a_memory_shows_its_turns_oldest_first(
    kind: str, size: int | None, name: str, shown: tuple[Turn, ...]
) -> None:
    memory = make_memory(kind, size=size)
    assert memory.name == name
    assert memory.recall("task", list(TURNS)).turns == shown
    assert memory.recall("task", list(TURNS)).notes == ()
    assert memory.recall("task", []).turns == ()


def test_what_a_memory_showed_does_not_change_as_the_episode_goes_on() -> None:
    turns = list(TURNS)
    recalled = [make_memory(kind).recall("task", turns) for kind in ("none", "full")]
    recalled.append(make_memory("window", size=2).recall("task", turns))
    turns.append(TURNS[0])
    assert [len(recollection.turns) for recollection in recalled] == [0, 5, 2]


@pytest.mark.parametrize("size", [0, -1, 2.0, True, "2"])
def test_a_window_of_no_size_is_refused(size: object) -> None:
    with pytest.raises(EnvInputError) as error:
        make_memory("window", size=size)  # type: ignore[arg-type]
    assert str(error.value) == (
        f"the window memory's size is {size!r}; expected a whole number of at least 1. "
        "For no history use the memory 'none'."
    )


def test_a_window_without_a_size_is_refused() -> None:
    with pytest.raises(EnvInputError) as error:
        make_memory("window")
    assert str(error.value) == "the window memory needs a size, for example size=4."


@pytest.mark.parametrize("kind", ["none", "full"])
def test_a_size_that_means_nothing_is_refused(kind: str) -> None:
    with pytest.raises(EnvInputError) as error:
        make_memory(kind, size=4)
    assert str(error.value) == (
        f"the memory {kind!r} takes no size, but 4 was given. Leave it out, or use 'window'."
    )


def test_an_unknown_memory_is_answered_with_the_nearest() -> None:
    assert MEMORIES == ("none", "window", "full", "summary", "retrieval", "combined")
    with pytest.raises(UnknownNameError) as error:
        make_memory("windw")
    assert str(error.value) == (
        "unknown memory 'windw'. Did you mean 'window'? "
        "Known: combined, full, none, retrieval, summary, window."
    )
