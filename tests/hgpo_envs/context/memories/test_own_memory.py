"""A memory of an author's own, by the name of its class."""

import pytest

from hgpo_envs.context import Turn, describe_memory, make_memory
from hgpo_envs.errors import EnvInputError, UnknownNameError

TURNS = tuple(Turn(f"o{n}", f"a{n}", 0.0, {}) for n in range(7))
KIND = "worlds.own_memory:EveryOther"


def test_a_class_is_made_with_its_parameters() -> None:
    memory = make_memory(KIND, most=2)
    assert memory.name == "every-other(2,other)"
    assert memory.recall("task", TURNS).turns == (TURNS[4], TURNS[6])


def test_what_it_was_made_of_makes_it_again() -> None:
    told = describe_memory(make_memory(KIND, most=2))
    assert told == {"kind": KIND, "most": 2}
    assert make_memory(**told).name == "every-other(2,other)"
    assert describe_memory(make_memory(KIND, label=object())) is None


@pytest.mark.parametrize(
    ("kind", "parameters", "message"),
    [
        (
            KIND,
            {"mots": 2},
            f"unknown parameter of the {KIND} memory 'mots'. Did you mean 'most'? "
            "Known: label, most.",
        ),
        (
            "worlds.own_memory:NOT_A_CLASS",
            {},
            "the memory 'worlds.own_memory:NOT_A_CLASS' is no class with a recall method. Write "
            "one with a name and recall(instruction, turns) -> Recollection.",
        ),
        (
            "worlds.own_memory:Nothing",
            {},
            "the memory 'worlds.own_memory:Nothing' can't be imported: module 'worlds.own_memory' "
            "has no attribute 'Nothing'. Expected 'package.module:name' of an installed package, "
            "or of a folder in PYTHONPATH.",
        ),
        (":Nothing", {}, "the memory is ':Nothing'; expected 'package.module:name'."),
    ],
)
def test_a_name_that_is_wrong_is_refused(
    kind: str, parameters: dict[str, object], message: str
) -> None:
    with pytest.raises(EnvInputError) as error:
        make_memory(kind, **parameters)
    assert str(error.value) == message


def test_a_memory_that_returns_nothing_is_refused() -> None:
    with pytest.raises(EnvInputError) as error:
        make_memory("worlds.own_memory:Silent").recall("task", TURNS)
    assert str(error.value) == (
        "recall of the memory 'silent' returned a NoneType; expected a Recollection(turns, notes)."
    )


def test_a_parameter_of_another_memory_is_answered_with_that_one() -> None:
    with pytest.raises(EnvInputError) as error:
        make_memory("window", size=2, recent=3)
    assert str(error.value) == (
        "the memory 'window' takes no recent, but 3 was given. "
        "Leave it out, or use 'summary' or 'retrieval'."
    )
    with pytest.raises(UnknownNameError) as error:
        make_memory("window", sise=2)
    assert str(error.value) == (
        "unknown parameter of the window memory 'sise'. Did you mean 'size'? Known: size."
    )
