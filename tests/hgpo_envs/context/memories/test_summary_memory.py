import pytest

import hgpo_envs
from hgpo_envs.context import ContextWrapper, SummaryMemory, Turn, describe_memory, make_memory
from hgpo_envs.errors import EnvInputError

TASK = "gen_train/easy/pick_and_place_simple-000000"


def test_a_summary_by_rules_of_a_household_task() -> None:
    env = ContextWrapper(hgpo_envs.make("ALFWorld-v0"), make_memory("summary", recent=1))
    env.begin(options={"task": TASK})
    for action in (
        "go to toilet 1",
        "xyzzy",
        "go to sinkbasin 1",
        "xyzzy",
        "go to toilet 1",
        "look",
    ):
        env.advance(action)
    assert [turn.action for turn in env.context.turns] == ["look"]
    assert env.context.notes == (
        "What came of the first 5 steps:\n"
        "Places been to:\n"
        "- sinkbasin 1: You arrive at sinkbasin 1. On the sinkbasin 1, you see a soapbar 1.\n"
        "- toilet 1 (2 times): You arrive at toilet 1. On the toilet 1, you see nothing.\n"
        "Refused:\n"
        "- xyzzy (2 times)",
    )
    assert env.context.notes[0] in env.context.text


def test_before_there_is_anything_to_summarise_there_is_no_note() -> None:
    turns = [Turn("A room.", "look", 0.0, {})] * 2
    assert make_memory("summary").recall("task", turns) == (tuple(turns), ())
    assert make_memory("summary", recent=0).recall("task", []) == ((), ())


def test_what_was_earned_is_told_and_long_texts_are_cut() -> None:
    turns = [
        Turn("A room.", "open the door", 0.25, {}),
        Turn("A very long corridor.", "go to the end", 0.5, {}),
        Turn("The end.", "look", 1.0, {}),
    ]
    memory = make_memory("summary", recent=1, width=20)
    assert memory.recall("task", turns).notes == (
        "What came of the first 2 steps:\n"
        "Places been to:\n"
        "- the end: The end.\n"
        "Also done:\n"
        "- open the door: A ve…\n"
        "Earned: 0.75",
    )


def test_of_many_entries_the_latest_are_told_and_the_others_counted() -> None:
    turns = [Turn("A shelf.", f"take book {number}", 0.0, {}) for number in range(5)]
    memory = make_memory("summary", recent=0, entries=2)
    assert memory.recall("task", turns).notes == (
        "What came of the first 5 steps:\nTaken (3 earlier left out):\n- book 3\n- book 4",
    )


class Writer:
    """Writes down what it was given, in short."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def __call__(self, text: str) -> str:
        self.read.append(text)
        return f"summary {len(self.read)}"


def test_a_writer_is_called_once_for_every_so_many_turns_with_its_last_summary() -> None:
    writer = Writer()
    memory = SummaryMemory(1, summarise=writer, every=2)
    turns = [Turn(f"o{n}", f"a{n}", 0.0, {}) for n in range(6)]
    told = [memory.recall("Find it.", turns[:n]) for n in range(7)]
    # With one turn shown at least, 2 are summarised from 3 turns on, 4 from 5 on.
    assert [len(recalled.turns) for recalled in told] == [0, 1, 2, 1, 2, 1, 2]
    assert [recalled.notes for recalled in told[3:]] == [
        ("summary 1",),
        ("summary 1",),
        ("summary 2",),
        ("summary 2",),
    ]
    head = (
        "Below is the record of somebody at work on a task. Write a summary of all of it: what was "
        "found and where, what was done, what failed, what is still to do. Be short.\n\n"
        "Task: Find it.\n\n"
    )
    assert writer.read == [
        head + "Observation 1: o0\nAction 1: a0\n\nObservation 2: o1\nAction 2: a1\n",
        head + "Summary of the first 2 steps:\nsummary 1\n\n"
        "Observation 3: o2\nAction 3: a2\n\nObservation 4: o3\nAction 4: a3\n",
    ]
    # Another episode with the same beginning needs no new summary; one with another does.
    assert memory.recall("Find it.", turns[:3]).notes == ("summary 1",)
    assert memory.recall("Find her.", turns[:3]).notes == ("summary 3",)
    assert memory.recall("Find it.", [turns[1], *turns[1:3]]).notes == ("summary 4",)


def test_a_writer_that_writes_no_text_is_refused() -> None:
    memory = SummaryMemory(0, summarise=lambda text: None, every=1)  # type: ignore[arg-type,return-value]
    with pytest.raises(EnvInputError) as error:
        memory.recall("task", [Turn("o", "a", 0.0, {})])
    assert str(error.value) == "summarise returned a NoneType; expected the summary as a str."


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"recent": -1}, "recent is -1; expected a whole number of at least 0."),
        ({"entries": 0}, "entries is 0; expected a whole number of at least 1."),
        ({"width": "9"}, "width is '9'; expected a whole number of at least 1."),
        (
            {"every": 2},
            "the summary memory takes no every without summarise=, which writes the summary; 2 "
            "was given. Leave one of them out.",
        ),
        (
            {"summarise": str, "width": 9},
            "the summary memory takes no width together with summarise=, which writes the whole "
            "summary; 9 was given. Leave one of them out.",
        ),
        (
            {"summarise": 3},
            "summarise is a int; expected a callable from a text to its summary, or the name "
            "'module:function' of one.",
        ),
        (
            {"summarise": "no_such_module:write"},
            "the summariser 'no_such_module:write' can't be imported: No module named "
            "'no_such_module'. Expected 'package.module:name' of an installed package, or of a "
            "folder in PYTHONPATH.",
        ),
    ],
)
def test_a_parameter_that_can_not_be_used_is_refused(
    parameters: dict[str, object], message: str
) -> None:
    with pytest.raises(EnvInputError) as error:
        make_memory("summary", **parameters)
    assert str(error.value) == message


def test_a_summary_is_named_after_what_writes_it() -> None:
    assert make_memory("summary").name == "summary(2,12,120)"
    assert make_memory("summary", summarise="textwrap:dedent").name == (
        "summary(2,every=4,textwrap:dedent)"
    )
    memory = make_memory("summary", summarise=lambda text: text)
    assert memory.name == "summary(2,every=4,own)"
    assert describe_memory(memory) is None
