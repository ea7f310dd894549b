from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds.number_guess import NUMBER_GUESS, NumberGuess

import hgpo_envs
from hgpo_envs import Scene
from hgpo_envs.context import ContextWrapper, Template, make_memory
from hgpo_envs.errors import EnvInputError, UnknownNameError

TASK = "gen_train/easy/pick_and_place_simple-000000"


def wrapped(kind: str = "window", size: int | None = 2, world: str = "ALFWorld") -> ContextWrapper:
    memory = make_memory(kind, size=size)
    if world == "ALFWorld":
        return ContextWrapper(hgpo_envs.make("ALFWorld-v0"), memory)
    return ContextWrapper(NumberGuess(spec=NUMBER_GUESS, split="exam", max_steps=8), memory)


def test_a_context_is_the_task_the_observation_and_what_the_memory_shows() -> None:
    env = wrapped()
    env.begin(options={"task": TASK})
    for action in ("go to toilet 1", "xyzzy", "look"):
        env.advance(action)
    context = env.context
    assert context.instruction == "Your task is to: put some soapbottle on toilet."
    assert context.observation.startswith("You are facing the toilet 1.")
    assert context.admissible_actions is not None
    assert "go to cabinet 1" in context.admissible_actions
    assert context.step == 3
    assert [turn.action for turn in context.turns] == ["xyzzy", "look"]
    assert [turn.observation[:12] for turn in context.turns] == ["You arrive a", "Nothing happ"]
    assert [turn.action for turn in env.turns] == ["go to toilet 1", "xyzzy", "look"]


def test_a_context_has_the_hints_that_the_environment_gives() -> None:
    class Labelled(NumberGuess):
        def act(self, action: str) -> Scene:
            return super().act(action)._replace(facts={"action_hints": {"1": "the least"}})

    env = ContextWrapper(Labelled(spec=NUMBER_GUESS, split="exam", max_steps=8))
    env.begin()
    assert env.context.hints == {}
    env.advance("51")
    assert env.context.hints == {"1": "the least"}
    assert "the least" not in env.context.text


def test_a_turn_has_the_reward_of_its_action_and_the_info_of_its_observation() -> None:
    env = wrapped("full", None, "NumberGuess")
    env.begin(options={"task": "exam-00"})
    env.advance("no number")
    secret = str(env.unwrapped.save())  # type: ignore[attr-defined]
    env.advance(secret)
    first, second = env.turns
    assert (first.reward, first.info["inadmissible"]) == (0.0, False)
    assert (second.reward, second.info["inadmissible"]) == (1.0, True)


def test_the_gymnasium_interface_answers_rendered_contexts() -> None:
    env = wrapped(world="NumberGuess")
    text, info = env.reset(options={"task": "exam-00"})
    assert text == env.context.text
    assert info["task"] == "exam-00"
    assert text in env.observation_space
    text, reward, terminated, truncated, info = env.step("x")
    assert (reward, terminated, truncated, info["inadmissible"]) == (0.0, False, False, True)
    assert text == env.context.text
    assert "Action 1: x" in text


def test_a_template_of_ones_own_is_what_is_rendered() -> None:
    world = NumberGuess(spec=NUMBER_GUESS, split="exam", max_steps=8)
    env = ContextWrapper(world, template=Template("{{ step }}: {{ observation }}"))
    assert env.reset()[0] == "0: I have a number."
    assert env.step("x")[0] == "1: That is no number."
    assert env.memory.name == "none"


def test_a_context_is_made_once_and_rendered_once() -> None:
    env = wrapped()
    env.begin(options={"task": TASK})
    before = env.context
    assert env.context is before
    assert before.text is before.text
    env.advance("look")
    assert env.context is not before
    assert before.step == 0


def test_without_reset_there_is_no_context() -> None:
    with pytest.raises(EnvInputError) as error:
        wrapped().context  # noqa: B018
    assert str(error.value) == "there is no context before reset. Call reset first."


def test_a_new_episode_forgets_the_last_one() -> None:
    env = wrapped("full", None)
    env.begin(options={"task": TASK})
    env.advance("look")
    env.begin(options={"task": TASK})
    assert env.turns == ()
    assert len(env.anchors) == 1
    assert env.context.step == 0


def test_an_unknown_task_leaves_the_episode_and_its_memory() -> None:
    env = wrapped("full", None)
    env.begin(options={"task": TASK})
    env.advance("look")
    before = env.context.text
    with pytest.raises(UnknownNameError):
        env.begin(options={"task": "nowhere"})
    assert env.context.text == before
    assert len(env.anchors) == 2


def test_a_context_key_is_of_the_anchors_so_far() -> None:
    env = wrapped(world="NumberGuess")
    assert env.context_key(0) is None
    env.begin(options={"task": "exam-00"})
    first = env.context_key(0)
    assert isinstance(first, int)
    assert env.context_key(1) is None
    env.advance("x")
    env.advance("y")
    assert env.anchors == ["I have a number.", "That is no number.", "That is no number."]
    assert env.context_key(0) != first
    assert env.context_key(2) is not None


MEMORY_DESCRIPTIONS: list[dict[str, object]] = [
    {"kind": "none"},
    {"kind": "window", "size": 3},
    {"kind": "full"},
    {"kind": "full", "budget": 60},
    {"kind": "summary", "recent": 1},
    {"kind": "summary", "recent": 1, "summarise": "textwrap:dedent", "every": 2},
    {"kind": "retrieval", "recent": 2},
    {"kind": "combined", "parts": [{"kind": "window", "size": 2}, {"kind": "summary"}]},
]
CHOICES = st.lists(st.integers(0, 1000), max_size=15)


def play(env: ContextWrapper, choices: list[int]) -> list[object]:
    told: list[object] = []
    for choice in choices:
        actions = ("junk", *(env.context.admissible_actions or map(str, range(51))))
        told.append(env.advance(actions[choice % len(actions)]))
        told += [env.context.text, list(env.anchors), env.turns]
        told += [env.context_key(k) for k in range(4)]
    return told


@settings(deadline=None, derandomize=True, max_examples=80)
@given(
    CHOICES,
    CHOICES,
    CHOICES,
    st.sampled_from(MEMORY_DESCRIPTIONS),
    st.sampled_from(["ALFWorld", "NumberGuess"]),
)
def test_restore_takes_the_episode_and_its_memory_back_exactly(
    before: list[int],
    away: list[int],
    after: list[int],
    memory: dict[str, object],
    world: str,
) -> None:
    env = ContextWrapper(wrapped(world=world).unwrapped, make_memory(**memory))
    panel = cast(hgpo_envs.TextEnv, env.unwrapped).panel
    env.begin(options={"task": panel.ids[2]})
    play(env, before)
    moment, text, turns = env.snapshot(), env.context.text, env.turns
    expected = play(env, after)
    env.begin(options={"task": panel.ids[3]})
    play(env, away)
    env.restore(moment)
    assert (env.context.text, env.turns) == (text, turns)
    assert play(env, after) == expected
