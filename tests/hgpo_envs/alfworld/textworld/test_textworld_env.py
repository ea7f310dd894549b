"""The environment on the original engine is the same environment."""

import json

import pytest
from worlds.soapbottle import TASK, UNDO, WIN

import hgpo_envs
from hgpo_envs.alfworld import generate
from hgpo_envs.alfworld.textworld.play import TextWorldPlay

pytestmark = pytest.mark.slow


def episode(env, actions, task=TASK):
    """Return everything that an episode gives."""
    return [env.reset(options={"task": task}), *[env.step(action) for action in actions]]


def test_an_episode_is_the_same_to_the_last_fact():
    ours = hgpo_envs.make("ALFWorld-v0", engine="fast", extras=("facts",))
    original = hgpo_envs.make("ALFWorldTextWorld-v0", extras=("facts",))
    actions = ("dance", *WIN, UNDO, "look", WIN[-1])
    assert episode(original, actions) == episode(ours, actions)
    assert isinstance(original._play, TextWorldPlay)
    assert original.panel.ids == ours.panel.ids


def test_the_engine_is_an_option_of_the_ordinary_environment():
    env = hgpo_envs.make("ALFWorld-v0", engine="textworld", max_steps=3)
    assert env.reset(seed=3)[1]["task"] == hgpo_envs.make("ALFWorld-v0").reset(seed=3)[1]["task"]
    assert isinstance(env._play, TextWorldPlay)
    assert [env.step("look")[2:4] for _ in range(3)] == [(False, False)] * 2 + [(False, True)]


def test_a_snapshot_is_exact_and_outlives_other_episodes():
    env = hgpo_envs.make("ALFWorldTextWorld-v0")
    episode(env, [*WIN, UNDO])
    moment = env.snapshot()
    first = env.step(WIN[-1])
    assert first[1:4] == (0.0, True, False)  # the reward was paid before
    env.reset(options={"task": env.panel.ids[1]})
    env.restore(moment)
    assert env.step(WIN[-1]) == first


def test_given_games_are_played_on_the_original_engine(tmp_path):
    path = tmp_path / "soap"
    path.write_text(json.dumps(generate.game(TASK, dialect="older")))
    ours = hgpo_envs.make("ALFWorld-v0", games=[path], engine="fast")
    original = hgpo_envs.make("ALFWorldTextWorld-v0", games=[path])
    actions = (*WIN[:3], "put soapbottle 4 in/on toilet 1")
    assert episode(original, actions, "soap") == episode(ours, actions, "soap")
    assert original._episode.is_over
