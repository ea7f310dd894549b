import pytest

from hgpo_envs.context import CombinedMemory, Turn, WindowMemory, describe_memory, make_memory
from hgpo_envs.errors import EnvInputError, UnknownNameError

TURNS = tuple(Turn("o", "a", 0.0, {}) for _ in range(5))
PARTS = [{"kind": "window", "size": 2}, {"kind": "summary", "recent": 1}]


def test_each_turn_is_shown_once_and_all_notes_are() -> None:
    memory = make_memory("combined", parts=[*PARTS, {"kind": "window", "size": 3}])
    recalled = memory.recall("task", TURNS)
    # The turns are equal in value, so that only which they are tells them apart.
    assert [id(turn) for turn in recalled.turns] == [id(turn) for turn in TURNS[2:]]
    assert recalled.notes == make_memory("summary", recent=1).recall("task", TURNS).notes
    assert len(recalled.notes) == 1
    assert memory.name == "window(2)+summary(1,12,120)+window(3)"


def test_turns_stand_in_the_order_of_the_episode() -> None:
    turns = [Turn(f"o{n}", f"a{n}", 0.0, {}) for n in range(5)]
    own = {"kind": "worlds.own_memory:EveryOther", "most": 2}
    memory = make_memory("combined", parts=[{"kind": "window", "size": 1}, own])
    assert memory.recall("task", turns).turns == (turns[2], turns[4])


def test_a_part_that_makes_turns_up_is_refused() -> None:
    memory = make_memory(
        "combined", parts=[{"kind": "worlds.own_memory:Shouting"}, {"kind": "none"}]
    )
    with pytest.raises(EnvInputError) as error:
        memory.recall("task", TURNS)
    assert str(error.value) == (
        "a part of the memory 'shouting+none' shows a turn that it made itself. In a combination "
        "turns are shown as they were: put other text into a note."
    )


def test_a_combination_of_what_can_not_be_told_can_not_be_told() -> None:
    silent = make_memory("summary", summarise=lambda text: text)
    assert describe_memory(CombinedMemory([WindowMemory(2), silent])) is None
    assert describe_memory(CombinedMemory([WindowMemory(2), WindowMemory(3)])) == {
        "kind": "combined",
        "parts": [{"kind": "window", "size": 2}, {"kind": "window", "size": 3}],
    }


@pytest.mark.parametrize("parts", [[], [{"kind": "none"}], "ab", {"kind": "none"}])
def test_fewer_than_two_parts_are_refused(parts: object) -> None:
    with pytest.raises(EnvInputError) as error:
        make_memory("combined", parts=parts)
    assert str(error.value) == (
        f"the combined memory's parts are {parts!r}; expected two or more, for example "
        "parts=[{'kind': 'window', 'size': 2}, {'kind': 'summary'}]."
    )


def test_a_combination_needs_parts_with_their_kinds() -> None:
    with pytest.raises(EnvInputError) as error:
        make_memory("combined")
    assert str(error.value) == (
        "the combined memory needs parts, for example "
        "parts=[{'kind': 'window', 'size': 2}, {'kind': 'summary'}]."
    )
    with pytest.raises(EnvInputError) as error:
        make_memory("combined", parts=[{"size": 2}, {"kind": "none"}])
    assert str(error.value) == (
        "a part of the combined memory is {'size': 2}; expected its kind among its keys, for "
        "example {'kind': 'window', 'size': 2}."
    )
    with pytest.raises(UnknownNameError):
        make_memory("combined", parts=[{"kind": "windw"}, {"kind": "none"}])
