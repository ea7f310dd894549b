"""Workers are killed while they play, and nothing comes of it."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from benchmarks.vector import soak
from benchmarks.vector.soak import Soak, verdict
from hgpo_envs.vector import EnvRecipe, GroupVectorEnv, Outcome

HOUSES = EnvRecipe(id="alfworld", memory={"kind": "window", "size": 4})

SOUND = Soak(
    episodes=10_000, steps=500_000, kills=40, losses=39, unnoticed=1, again=60_000, same=True
)


@pytest.mark.slow
def test_five_hundred_episodes_among_kills_are_the_undisturbed_ones() -> None:
    found = soak.soak(HOUSES, episodes=512, workers=2, every_s=1.0)
    assert found.episodes == 512
    assert found.is_sound, verdict(found)


@pytest.mark.parametrize(
    "fault", [{"same": False}, {"kills": 0, "losses": 0, "unnoticed": 0}, {"losses": 40}]
)
def test_what_is_not_sound_is_told(fault: dict[str, object]) -> None:
    assert SOUND.is_sound
    assert not replace(SOUND, **fault).is_sound  # type: ignore[arg-type]


def test_the_verdict_has_all_numbers() -> None:
    assert verdict(SOUND) == (
        "10,000 episodes, 500,000 steps: 40 workers killed, 39 losses recorded, 1 killed too late "
        "to matter; 60,000 steps done again; everything told was the same as without workers"
    )


def test_a_digest_tells_of_every_reward(monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = replace(HOUSES, options={"max_steps": 3})
    tasks = recipe.make().unwrapped.panel.ids[:1]  # type: ignore[attr-defined]
    vector = GroupVectorEnv(recipe, group_size=2)
    first = soak.play(vector, tasks, 0)
    assert first[1] == 6
    assert soak.play(vector, tasks, 0) == first
    assert soak.play(vector, tasks, 1)[0] != first[0]
    step = vector.step

    def generous(actions: Sequence[str]) -> list[Outcome]:
        return [outcome._replace(reward=0.5) for outcome in step(actions)]

    monkeypatch.setattr(vector, "step", generous)
    assert soak.play(vector, tasks, 0)[0] != first[0]
