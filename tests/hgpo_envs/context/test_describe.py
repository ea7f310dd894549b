"""Memories as plain data, so that another process can make them again."""

import json
from collections.abc import Sequence

import pytest

from hgpo_envs.context import Recollection, Turn, describe_memory, make_memory

TURNS = tuple(Turn(f"o{n}", f"a{n}", 0.0, {}) for n in range(5))
DESCRIPTIONS: list[dict[str, object]] = [
    {"kind": "none"},
    {"kind": "window", "size": 3},
    {"kind": "full"},
    {"kind": "full", "budget": 9},
    {"kind": "full", "budget": 9, "tokenizer": "shlex:split"},
    {"kind": "summary", "recent": 1, "entries": 3, "width": 40},
    {"kind": "summary", "recent": 1, "summarise": "textwrap:dedent", "every": 2},
    {"kind": "combined", "parts": [{"kind": "window", "size": 2}, {"kind": "none"}]},
    {"kind": "worlds.own_memory:EveryOther", "most": 2},
]


@pytest.mark.parametrize("description", DESCRIPTIONS, ids=str)
def test_a_memory_is_made_again_from_what_json_keeps_of_it(description: dict[str, object]) -> None:
    memory = make_memory(**description)  # type: ignore[arg-type]
    told = describe_memory(memory)
    assert told == description
    again = make_memory(**json.loads(json.dumps(told)))
    assert again.name == memory.name
    assert again.recall("task", TURNS) == memory.recall("task", TURNS)


def test_a_class_that_does_not_describe_itself_can_not_be_told() -> None:
    class Forgetful:
        name = "forgetful"

        def recall(self, instruction: str, turns: Sequence[Turn]) -> Recollection:
            return Recollection(())

    assert describe_memory(Forgetful()) is None
