from collections import Counter

import numpy as np
import pytest
from worlds.contexts import context
from worlds.number_guess import NUMBER_GUESS, NumberGuess

import hgpo_envs
from agents import AGENTS, make_agent
from agents.expert_policy import ExpertPolicy
from agents.planner_policy import PlannerPolicy
from agents.random_policy import RandomPolicy
from hgpo_envs.context import ContextWrapper
from hgpo_envs.errors import EnvInputError, UnknownNameError


class Recorder:
    """An expert that answers with what it was told since its start."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def reset(self, opening_text: str) -> None:
        self.told = [f"reset {opening_text}"]

    def act(self, observation: str, admissible: tuple[str, ...]) -> str:
        self.told.append(observation)
        return " | ".join(self.told)


def guess() -> NumberGuess:
    return NumberGuess(spec=NUMBER_GUESS, split="exam", max_steps=8)


@pytest.mark.parametrize("count", [1, 2, 3, 7, 49])
def test_the_random_agent_gives_every_action_the_same_share_of_the_draws(count: int) -> None:
    actions = tuple(f"go to cabinet {n}" for n in range(count))
    # 100 draws an action, in the middle of their cells: no draw lies on an edge.
    draws = (np.arange(100 * count) + 0.5) / (100 * count)
    told = RandomPolicy().act(
        [context(*actions)] * len(draws), members=range(len(draws)), draws=draws
    )
    assert Counter(told.texts) == dict.fromkeys(actions, 100)


def test_the_random_agent_takes_the_ends_of_the_draws() -> None:
    draws = np.array([0.0, np.nextafter(1.0, 0.0)])
    told = RandomPolicy().act([context("a", "b", "c")] * 2, members=[0, 1], draws=draws)
    assert told.texts == ("a", "c")
    assert (told.samples, told.generated_tokens, told.format_invalid) == ((), 0, ())


def test_the_random_agent_costs_nothing_and_decides_by_draws_alone() -> None:
    policy, contexts = RandomPolicy(), [context("a", "b"), context("c", "d", "e")]
    assert policy.flops(contexts) == 0
    draws = np.array([0.7, 0.4])
    for temperature in (0.0, 1.0):
        told = policy.act(contexts, members=[5, 2], draws=draws, temperature=temperature)
        assert told.texts == ("b", "d")


def test_the_random_agent_needs_actions_to_choose_from() -> None:
    with pytest.raises(EnvInputError) as error:
        RandomPolicy().act([context()], members=[0], draws=np.zeros(1))
    assert str(error.value) == (
        "the random agent chooses among admissible actions, and this environment lists none. "
        "Use an agent that writes its own."
    )


def test_there_are_as_many_draws_as_contexts() -> None:
    with pytest.raises(ValueError, match="shorter"):
        RandomPolicy().act([context("a"), context("b")], members=[0, 1], draws=np.zeros(1))


def test_the_expert_keeps_one_script_a_member_and_starts_again_at_step_0() -> None:
    policy = ExpertPolicy(Recorder)
    draws = np.zeros(2)
    first = [context("x", observation="A"), context("x", observation="B")]
    policy.act(first, members=[4, 7], draws=draws)
    # The other order: a script belongs to the member, not to the place.
    second = [context("x", step=1, observation="b"), context("x", step=1, observation="a")]
    told = policy.act(second, members=[7, 4], draws=draws)
    assert told.texts == ("reset B | B | b", "reset A | A | a")
    third = [context("x", step=0, observation="C"), context("x", step=2, observation="bb")]
    told = policy.act(third, members=[4, 7], draws=draws)
    assert told.texts == ("reset C | C", "reset B | B | b | bb")
    assert policy.flops(third) == 0


def test_the_expert_cannot_come_late() -> None:
    with pytest.raises(EnvInputError) as error:
        ExpertPolicy(Recorder).act([context("x", step=3)], members=[2], draws=np.zeros(1))
    assert str(error.value) == (
        "the expert meets episode 2 at its step 4; it has to be asked from the first step on."
    )


def test_the_expert_wins_generated_games_where_the_random_agent_does_not() -> None:
    env = ContextWrapper(hgpo_envs.make("ALFWorld-v0", split="gen_unseen"))
    wins = Counter()
    rng = np.random.default_rng(1)
    for kind in ("expert", "random"):
        policy = make_agent(kind, env.unwrapped)  # type: ignore[arg-type]
        assert policy.name == kind
        for task in env.unwrapped.panel.ids[:12]:  # type: ignore[attr-defined]
            env.begin(options={"task": task})
            over = False
            while not over:
                told = policy.act([env.context], members=[0], draws=rng.random(1))
                _, terminated, truncated, info = env.advance(told.texts[0])
                over = terminated or truncated
            wins[kind] += bool(info["won"])
    assert wins["expert"] >= 11
    assert wins["random"] <= 3


def test_the_planner_plays_what_the_environment_shows_it() -> None:
    env = ContextWrapper(
        hgpo_envs.make("ALFWorld-v0", split="gen_unseen", extras=("expert_action",))
    )
    policy = make_agent("planner", env.unwrapped)  # type: ignore[arg-type]
    assert (policy.name, policy.flops([])) == ("planner", 0)
    steps = []
    for task in env.unwrapped.panel.ids[:6]:  # type: ignore[attr-defined]
        env.begin(options={"task": task})
        over = False
        while not over:
            assert "expert_action" not in env.context.text
            told = policy.act([env.context], members=[0], draws=np.zeros(1))
            _, over, truncated, info = env.advance(told.texts[0])
            assert not truncated
        assert info["won"]
        steps.append(env.context.step)
        # A won game has no expert action; the planner then does what is possible.
        told = policy.act([env.context], members=[0], draws=np.zeros(1))
        assert told.texts[0] == info["admissible_actions"][0]  # type: ignore[index]
    assert max(steps) <= 8


def test_the_planner_needs_an_environment_that_shows_its_actions() -> None:
    with pytest.raises(EnvInputError) as error:
        make_agent("planner", hgpo_envs.make("ALFWorld-v0").unwrapped)  # type: ignore[arg-type]
    assert str(error.value) == (
        "the planner agent needs an environment that shows 'expert_action'. "
        "Make it with extras=('expert_action',)."
    )
    with pytest.raises(EnvInputError) as error:
        PlannerPolicy().act([context("look")], members=[0], draws=np.zeros(1))
    assert str(error.value) == (
        "the planner agent plays what info['expert_action'] says, and the environment doesn't "
        "show it. Make it with extras=('expert_action',)."
    )
    with pytest.raises(EnvInputError) as error:
        make_agent("planner", guess())
    assert str(error.value) == (
        "NumberGuess-v0 has no planner. Choose another agent: random, scorer."
    )


def test_a_world_without_an_expert_says_so() -> None:
    with pytest.raises(EnvInputError) as error:
        make_agent("expert", guess())
    assert str(error.value) == (
        "NumberGuess-v0 has no expert. Choose another agent: random, scorer."
    )


def test_a_world_brings_its_scripts_along() -> None:
    class Scripted(NumberGuess):
        make_first_hit = Recorder

    policy = make_agent("first-hit", Scripted(spec=NUMBER_GUESS, split="exam", max_steps=8))
    assert policy.name == "first-hit"
    told = policy.act([context(observation="A")], members=[0], draws=np.zeros(1))
    assert told.texts == ("reset A | A",)
    with pytest.raises(EnvInputError) as error:
        policy.act([context(step=2)], members=[1], draws=np.zeros(1))
    assert str(error.value).startswith("the first-hit meets episode 1 at its step 3;")
    with pytest.raises(EnvInputError) as error:
        make_agent("first-hit", guess())
    assert str(error.value) == (
        "NumberGuess-v0 has no first-hit. Choose another agent: random, scorer."
    )


def test_a_scorer_is_named_by_its_run() -> None:
    with pytest.raises(EnvInputError) as error:
        make_agent("scorer", guess())
    assert str(error.value) == (
        "the agent 'scorer' is a trained network: name the run that it comes from, "
        "for example agent=scorer agent.run=DIR."
    )


def test_an_unknown_agent_is_answered_with_the_nearest() -> None:
    assert AGENTS == ("random", "expert", "first-hit", "planner", "scorer")
    with pytest.raises(UnknownNameError) as error:
        make_agent("exprt", guess())
    assert str(error.value) == (
        "unknown agent 'exprt'. Did you mean 'expert'? Known: expert, first-hit, planner, random, "
        "scorer."
    )
