import random
from collections.abc import Sequence
from typing import cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds.number_guess import NUMBER_GUESS, NumberGuess

import hgpo_envs
from hgpo_envs import EnvSpec, Scene, TextEnv
from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.text_env import CONTRACT_FACTS

PUBLIC = {"task", "instruction", "admissible_actions", "won", "anchor", "inadmissible"}


def guess(max_steps: int = 8, **options: object) -> NumberGuess:
    made: dict[str, object] = {"spec": NUMBER_GUESS, "split": "practice", "max_steps": max_steps}
    return NumberGuess(**{**made, **options})  # type: ignore[arg-type]


@pytest.fixture(params=["ALFWorld-v0", "NumberGuess-v0"])
def env(request: pytest.FixtureRequest, number_guess: EnvSpec) -> TextEnv:
    return hgpo_envs.make(request.param)


def test_the_contract_counts_its_facts() -> None:
    assert len(PUBLIC) == CONTRACT_FACTS


def test_reset_and_step_tell_what_the_contract_says_and_nothing_else(env: TextEnv) -> None:
    observation, info = env.reset(options={"task": env.panel.ids[0]})
    assert set(info) == PUBLIC
    assert info["task"] == env.panel.ids[0]
    assert info["instruction"]
    assert info["anchor"] == observation
    assert (info["won"], info["inadmissible"]) == (False, False)
    observation, reward, terminated, truncated, info = env.step("xyzzy")
    assert set(info) == PUBLIC
    assert info["anchor"] == observation
    assert (reward, terminated, truncated, info["won"]) == (0.0, False, False, False)
    assert info["inadmissible"] is True


def test_admissible_actions_are_a_sorted_tuple_or_open(env: TextEnv) -> None:
    _, info = env.reset()
    actions = info["admissible_actions"]
    if env.panel.env_id == "NumberGuess-v0":
        assert actions is None
    else:
        assert isinstance(actions, tuple)
        assert list(actions) == sorted(set(actions))


def test_the_same_seed_draws_the_same_tasks_and_another_seed_others(env: TextEnv) -> None:
    def tasks(seed: int) -> list[object]:
        first = env.reset(seed=seed)[1]["task"]
        return [first, *(env.reset()[1]["task"] for _ in range(9))]

    assert tasks(1) == tasks(1)
    assert tasks(1) != tasks(2)
    assert len(set(tasks(1))) > 3


def test_a_named_task_gives_the_same_episode_in_every_environment(env: TextEnv) -> None:
    other = hgpo_envs.make(env.panel.env_id)
    other.reset(seed=9)
    other.step("25")
    task = env.panel.ids[3]
    assert env.reset(seed=1, options={"task": task}) == other.reset(options={"task": task})
    for action in ("20", "look", "inventory", "30"):
        assert env.step(action) == other.step(action)


def test_no_global_random_generator_is_touched(env: TextEnv) -> None:
    random.seed(5)
    np.random.seed(5)  # noqa: NPY002
    before = (random.getstate(), np.random.get_state()[1].tolist())  # type: ignore[index]  # noqa: NPY002
    env.reset(seed=3)
    env.reset()
    env.step("25")
    env.action_space.sample()
    after = (random.getstate(), np.random.get_state()[1].tolist())  # type: ignore[index]  # noqa: NPY002
    assert before == after


def test_global_random_generators_decide_nothing(env: TextEnv) -> None:
    drawn = []
    for seed in (1, 2):
        random.seed(seed)
        np.random.seed(seed)  # noqa: NPY002
        drawn.append(env.reset(seed=0))
    assert drawn[0] == drawn[1]


def test_steps_and_snapshots_before_reset_are_refused(env: TextEnv) -> None:
    with pytest.raises(EnvInputError) as error:
        env.step("look")
    assert str(error.value) == "step was called before reset. Call reset first."
    with pytest.raises(EnvInputError) as error:
        env.snapshot()
    assert str(error.value) == "snapshot was called before reset. Call reset first."


@pytest.mark.parametrize(("action", "kind"), [(3, "int"), (None, "NoneType"), (b"look", "bytes")])
def test_an_action_that_is_no_string_is_refused_and_costs_no_step(
    action: object, kind: str
) -> None:
    world = guess(max_steps=1)
    world.reset()
    with pytest.raises(EnvInputError) as error:
        world.step(action)  # type: ignore[arg-type]
    assert str(error.value) == f"the action is a {kind}; expected a str such as 'look'."
    assert world.step("")[3] is True


def test_an_unknown_reset_option_is_answered_with_the_known_one(env: TextEnv) -> None:
    with pytest.raises(UnknownNameError) as error:
        env.reset(options={"tsk": "practice-00"})
    assert str(error.value) == ("unknown reset option 'tsk'. Did you mean 'task'? Known: task.")


def test_an_unknown_task_leaves_the_episode_as_it_was(env: TextEnv) -> None:
    env.reset(options={"task": env.panel.ids[0]})
    with pytest.raises(UnknownNameError):
        env.reset(options={"task": "nowhere"})
    with pytest.raises(EnvInputError) as error:
        env.reset(options={"task": 7})
    assert str(error.value) == (
        f"the task is 7; expected the id of a task such as {env.panel.ids[0]!r}."
    )
    assert env.step("25")[4]["task"] == env.panel.ids[0]


def test_the_step_cap_truncates_and_play_can_go_on() -> None:
    world = guess(max_steps=3, extras=("secret",))
    _, info = world.reset()
    wrong = str(int(cast(int, info["secret"])) + 1)
    ends = [world.step(wrong)[2:4] for _ in range(4)]
    assert ends == [(False, False), (False, False), (False, True), (False, True)]
    observation, reward, terminated, truncated, info = world.step(str(info["secret"]))
    assert observation.startswith("Yes")
    assert (reward, terminated, truncated, info["won"]) == (1.0, True, False, True)


def test_an_episode_that_was_over_stays_over_while_play_goes_on() -> None:
    world = guess(extras=("secret",), max_steps=4)
    secret = str(world.reset()[1]["secret"])
    assert world.step(secret)[2:4] == (True, False)
    for _ in range(5):
        _, reward, terminated, truncated, info = world.step("0")
        # The state is not won any more, and the episode is still the one that ended.
        assert (reward, terminated, truncated, info["won"]) == (0.0, True, False, False)
    assert world.reset()[1]["won"] is False
    assert world.step("0")[2:4] == (False, False)


def test_what_was_not_asked_for_is_not_told_and_what_was_is() -> None:
    assert "secret" not in guess().reset()[1]
    world = guess(extras=("secret",))
    _, info = world.reset()
    assert set(info) == PUBLIC | {"secret"}
    assert world.step(str(info["secret"]))[2] is True


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"extras": ("secrt",)}, "unknown extra 'secrt'. Did you mean 'secret'? Known: secret."),
        ({"extras": "secret"}, "extras is 'secret'; expected names in a tuple: ('secret',)."),
        ({"max_steps": 0}, "max_steps is 0; expected a whole number of at least 1."),
        ({"max_steps": True}, "max_steps is True; expected a whole number of at least 1."),
        ({"max_steps": 2.0}, "max_steps is 2.0; expected a whole number of at least 1."),
        ({"render_mode": "human"}, "render_mode is 'human'; expected 'ansi' or None."),
    ],
)
def test_arguments_that_mean_nothing_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(EnvInputError) as error:
        guess(**options)  # type: ignore[arg-type]
    assert str(error.value) == message


def test_an_author_who_forgets_an_extra_is_told() -> None:
    class Forgetful(NumberGuess):
        def act(self, action: str) -> Scene:
            return Scene("nothing", None)

    world = Forgetful(spec=NUMBER_GUESS, split="practice", max_steps=2, extras=("secret",))
    world.reset()
    with pytest.raises(EnvInputError) as error:
        world.step("1")
    assert str(error.value) == (
        "Forgetful names the extra 'secret' among its known_extras, and its scene has no such "
        "fact. Give it in Scene(extras=...)."
    )


def test_a_scene_can_name_another_anchor_than_its_text() -> None:
    class Anchored(NumberGuess):
        def act(self, action: str) -> Scene:
            return Scene("the text", None, anchor="the state")

    world = Anchored(spec=NUMBER_GUESS, split="practice", max_steps=2)
    world.reset()
    assert world.step("1")[4]["anchor"] == "the state"


def test_facts_of_a_scene_are_told_and_never_in_place_of_the_contract() -> None:
    class Labelled(NumberGuess):
        def act(self, action: str) -> Scene:
            facts = {"action_hints": {"1": "the least"}, "won": "surely"}
            return super().act(action)._replace(facts=facts)

    env = Labelled(spec=NUMBER_GUESS, split="practice", max_steps=8)
    assert set(env.reset()[1]) == PUBLIC
    info = env.step("51")[4]
    assert info["action_hints"] == {"1": "the least"}
    assert info["won"] is False


def test_render_shows_the_last_observation_where_it_was_asked_for() -> None:
    silent, spoken = guess(), guess(render_mode="ansi")
    silent.reset()
    assert silent.render() is None
    assert spoken.render() is None
    spoken.reset()
    assert spoken.render() == "I have a number."
    assert spoken.step("x")[0] == spoken.render() == "That is no number."


def play(env: TextEnv, choices: Sequence[int]) -> list[tuple[object, ...]]:
    """Play actions that are chosen by number; return everything that was answered."""
    answers: list[tuple[object, ...]] = []
    for choice in choices:
        assert env._episode is not None
        actions = env._episode.scene.admissible_actions or tuple(map(str, range(51)))
        told = ("junk", *actions)
        answers.append(env.step(told[choice % len(told)]))
    return answers


CHOICES = st.lists(st.integers(0, 1000), max_size=25)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(st.integers(0, 19), CHOICES, CHOICES, CHOICES, st.sampled_from(["ALFWorld", "NumberGuess"]))
def test_restore_takes_an_episode_back_exactly(
    task: int, before: list[int], away: list[int], after: list[int], world: str
) -> None:
    env: TextEnv = hgpo_envs.make("ALFWorld-v0", max_steps=20) if world == "ALFWorld" else guess()
    env.reset(options={"task": env.panel.ids[task]})
    play(env, before)
    moment = env.snapshot()
    expected = play(env, after)
    for _ in range(2):
        env.reset(options={"task": env.panel.ids[0]})
        play(env, away)
        env.restore(moment)
        assert play(env, after) == expected


def test_a_snapshot_of_other_tasks_is_refused_and_changes_nothing() -> None:
    practice, exam = guess(), guess(split="exam")
    practice.reset(options={"task": "practice-00"})
    exam.reset(options={"task": "exam-00"})
    with pytest.raises(UnknownNameError):
        exam.restore(practice.snapshot())
    assert exam.step("1")[4]["task"] == "exam-00"
