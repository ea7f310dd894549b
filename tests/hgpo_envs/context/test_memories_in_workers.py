"""A memory shows the same in a worker process as in this one."""

import pytest

from hgpo_envs.context import EpisodeStore, PastEpisode, RetrievalMemory, open_template
from hgpo_envs.vector import EnvRecipe, GroupVectorEnv

SHOWN = [
    {"kind": "full", "budget": 60, "tokenizer": "shlex:split"},
    {"kind": "summary", "recent": 1},
    {"kind": "summary", "recent": 0, "summarise": "textwrap:dedent", "every": 2},
    {"kind": "worlds.own_memory:EveryOther", "most": 2},
    {"kind": "combined", "parts": [{"kind": "window", "size": 2}, {"kind": "summary"}]},
]


def told(recipe: EnvRecipe, *, workers: int, memory: RetrievalMemory | None = None) -> list[object]:
    tasks = recipe.make().unwrapped.panel.ids[:2]
    seen: list[object] = []
    with GroupVectorEnv(recipe, group_size=2, workers=workers, memory=memory) as vector:
        vector.reset(tasks)
        for step in range(6):
            contexts = vector.contexts()
            seen += [(c.notes, [turn[:3] for turn in c.turns], c.text) for c in contexts]
            choices = [c.admissible_actions for c in contexts]
            vector.step(
                ["dance" if step == 2 else c[(step + m) % len(c)] for m, c in enumerate(choices)]
            )
    return seen


@pytest.mark.parametrize("memory", SHOWN, ids=str)
def test_a_worker_makes_a_memory_again_and_shows_the_same(memory: dict[str, object]) -> None:
    template = open_template("default").source
    recipe = EnvRecipe(
        id="alfworld", options={"difficulty": "easy"}, memory=memory, template=template
    )
    here = told(recipe, workers=0)
    assert told(recipe, workers=1) == here
    assert any(notes or turns for notes, turns, _ in here)  # type: ignore[misc]


def test_past_episodes_are_recalled_here_for_members_in_workers() -> None:
    store = EpisodeStore()
    store.add(
        PastEpisode("p", "Your task is to: put some mug on desk.", ("o",), ("look",), 1.0, True)
    )
    recipe = EnvRecipe(id="alfworld", options={"difficulty": "easy"})
    memory = RetrievalMemory(recent=2, store=store)
    here = told(recipe, workers=0, memory=memory)
    assert told(recipe, workers=1, memory=memory) == here
    assert all(len(notes) == 1 for notes, _, _ in here)  # type: ignore[misc]
