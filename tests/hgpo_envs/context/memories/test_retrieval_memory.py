import pytest
from worlds.own_memory import letters

from hgpo_envs.context import (
    EpisodeStore,
    PastEpisode,
    RetrievalMemory,
    Turn,
    describe_memory,
    make_memory,
)
from hgpo_envs.errors import EnvInputError

TURNS = tuple(Turn(f"o{n}", f"a{n}", 0.0, {}) for n in range(6))
MUG, PEN, SHOE = "put a mug on the desk", "put a pen on the shelf", "buy red shoes"


def episode(
    task: str, instruction: str, *, won: bool = True, score: float = 1.0, steps: int = 2
) -> PastEpisode:
    seen = tuple(f"seen {n}" for n in range(steps))
    return PastEpisode(task, instruction, seen, tuple(f"do {n}" for n in range(steps)), score, won)


def tasks(memory: RetrievalMemory, instruction: str) -> list[str]:
    return [found.task for found in memory.retrieve(instruction)]


def test_the_most_alike_episode_is_told_beside_the_last_turns() -> None:
    store = EpisodeStore()
    store.add(
        episode("pen", PEN),
        PastEpisode("mug", MUG, ("A room\nwith a mug.", "x" * 30), ("take mug", "put it"), 1, True),
    )
    memory = RetrievalMemory(recent=2, width=20, store=store)
    recalled = memory.recall("put a clean mug in the sink", TURNS)
    assert recalled.turns == TURNS[4:]
    assert recalled.notes == (
        "An earlier episode, won in 2 steps.\n"
        "Its task: put a mug on the desk\n"
        "1. A room with a mug. -> take mug\n"
        "2. xxxxxxxxxxxxxxxxxxx… -> put it",
    )
    assert memory.recall("put a clean mug in the sink", ()).notes == recalled.notes


def test_an_empty_store_gives_no_notes_and_a_new_episode_is_seen_at_once() -> None:
    memory = RetrievalMemory()
    assert memory.recall(MUG, TURNS) == (TURNS[2:], ())
    memory.store.add(episode("mug", MUG, steps=1))
    assert memory.recall(MUG, TURNS).notes[0].startswith("An earlier episode, won in 1 step.\n")


def test_episodes_that_share_no_word_are_not_shown() -> None:
    memory = RetrievalMemory(3)
    memory.store.add(episode("mug", MUG), episode("shoe", SHOE))
    assert tasks(memory, "red lamp") == ["shoe"]
    assert tasks(memory, "lamp") == []


def test_a_task_gives_its_best_episode_alone() -> None:
    memory = RetrievalMemory(3, lost=True)
    memory.store.add(
        episode("mug", MUG, won=False, score=2.0),
        episode("mug", MUG, steps=4),
        episode("mug", MUG, steps=3),
        episode("mug", MUG, score=0.5, steps=1),
        episode("mug", MUG, won=False, steps=1),
    )
    # Won before lost, then the score, then the fewer steps.
    assert [len(found.actions) for found in memory.retrieve(MUG)] == [3]


def test_lost_episodes_are_shown_only_if_asked_for() -> None:
    memory, asked = RetrievalMemory(), RetrievalMemory(lost=True)
    for one in (memory, asked):
        one.store.add(episode("mug", MUG, won=False))
    assert memory.recall(MUG, ()).notes == ()
    assert asked.recall(MUG, ()).notes[0].startswith("An earlier episode, not won in 2 steps.")


def test_of_equally_alike_episodes_the_later_stands_first() -> None:
    memory = RetrievalMemory(2)
    memory.store.add(episode("one", MUG), episode("two", MUG), episode("three", MUG))
    assert tasks(memory, MUG) == ["three", "two"]


def test_a_caller_s_embedding_decides_what_is_alike() -> None:
    memory = RetrievalMemory(embed=letters)
    memory.store.add(episode("a", "aa b"), episode("c", "cc"))
    assert tasks(memory, "c c c a") == ["c"]
    assert memory.name == "retrieval(1,4,worlds.own_memory:letters)"
    assert RetrievalMemory(embed="worlds.own_memory:letters").name == memory.name


def test_a_memory_with_its_store_is_made_again_from_plain_data() -> None:
    memory = RetrievalMemory(2, recent=1, lost=True, width=30, embed=letters)
    memory.store.add(episode("a", "aa b"), episode("c", "cc", won=False))
    told = describe_memory(memory)
    assert told is not None
    again = make_memory(**told)  # type: ignore[arg-type]
    assert again.name == memory.name
    assert again.recall("ab", TURNS) == memory.recall("ab", TURNS)
    assert describe_memory(again) == told
    assert describe_memory(RetrievalMemory(embed=lambda texts: [])) is None


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"episodes": 0}, "episodes is 0; expected a whole number of at least 1."),
        ({"recent": -1}, "recent is -1; expected a whole number of at least 0."),
        ({"width": 0}, "width is 0; expected a whole number of at least 1."),
        ({"lost": "yes"}, "lost is 'yes'; expected true or false."),
        (
            {"embed": 3},
            "embed is a int; expected a callable from texts to vectors, or the name "
            "'module:function' of one.",
        ),
        ({"store": 3}, "store is a int; expected an EpisodeStore."),
    ],
)
def test_a_parameter_that_can_not_be_used_is_refused(
    parameters: dict[str, object], message: str
) -> None:
    with pytest.raises(EnvInputError) as error:
        make_memory("retrieval", **parameters)
    assert str(error.value) == message
