import pytest

from hgpo_envs.context import FullMemory, Turn, describe_memory, make_memory
from hgpo_envs.errors import EnvInputError

# Tokens as words and marks, observation + action: 3 + 1, 2 + 2, 4 + 1.
TURNS = (
    Turn("a room .", "look", 0.0, {}),
    Turn("a desk", "open desk", 0.0, {}),
    Turn("it is open .", "close", 0.0, {}),
)


def left_out(first: int) -> tuple[str, ...]:
    notes = {
        1: ("The first of 3 steps is left out: there is no room for it.",),
        2: ("The first 2 of 3 steps are left out: there is no room for them.",),
        3: ("The first 3 of 3 steps are left out: there is no room for them.",),
    }
    return notes.get(first, ())


@pytest.mark.parametrize(
    ("budget", "first"),
    # From the newest on: 5, 9, 13 tokens.
    [(1, 3), (4, 3), (5, 2), (8, 2), (9, 1), (12, 1), (13, 0), (99, 0)],
)
def test_the_newest_turns_that_fit_are_shown_whole(budget: int, first: int) -> None:
    recalled = make_memory("full", budget=budget).recall("task", TURNS)
    assert recalled.turns == TURNS[first:]
    assert recalled.notes == left_out(first)


def test_a_short_turn_behind_a_long_one_is_not_shown() -> None:
    # 2 + 1, then 20 + 1, then 2 + 1 tokens: with 6 there is room for the newest alone, though
    # the oldest would fit as well.
    turns = (
        Turn("a b", "c", 0.0, {}),
        Turn("w " * 20, "c", 0.0, {}),
        Turn("a b", "c", 0.0, {}),
    )
    assert make_memory("full", budget=6).recall("task", turns).turns == turns[2:]


def test_a_caller_s_tokenizer_counts() -> None:
    # Characters of observation + action from the newest on: 12 + 5, then 6 + 9.
    memory = FullMemory(32, tokenizer=list)
    assert memory.recall("task", TURNS).turns == TURNS[1:]
    assert FullMemory(31, tokenizer=list).recall("task", TURNS).turns == TURNS[2:]
    assert memory.name == "full(32,builtins:list)"
    assert describe_memory(memory) == {"kind": "full", "budget": 32, "tokenizer": "builtins:list"}


def test_a_tokenizer_without_a_name_can_not_be_told_in_plain_data() -> None:
    memory = FullMemory(32, tokenizer=lambda text: list(text))
    assert describe_memory(memory) is None
    assert memory.name == "full(32,function)"


@pytest.mark.parametrize("budget", [0, -1, 2.0, True, "2"])
def test_a_budget_that_is_none_is_refused(budget: object) -> None:
    with pytest.raises(EnvInputError) as error:
        make_memory("full", budget=budget)
    assert str(error.value) == f"budget is {budget!r}; expected a whole number of at least 1."


def test_a_tokenizer_without_a_budget_is_refused() -> None:
    with pytest.raises(EnvInputError) as error:
        make_memory("full", tokenizer="words")
    assert str(error.value) == "the full memory counts tokens only with a budget. Give budget=."
