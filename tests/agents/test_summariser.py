import numpy as np
import pytest

import hgpo_envs
from agents import Actions, make_agent
from agents.summariser import Summariser
from hgpo_envs.context import ContextWrapper, SummaryMemory
from hgpo_envs.errors import EnvInputError


class Clerk:
    """Writes down how many lines it read, and what it was asked with."""

    name = "clerk"

    def __init__(self) -> None:
        self.asked: list[tuple[str, float, list[float]]] = []

    def flops(self, contexts):
        return 100 * len(contexts)

    def act(self, contexts, *, members, draws, temperature=1.0):
        self.asked += [(c.text, temperature, np.asarray(draws).tolist()) for c in contexts]
        texts = tuple(f" {len(context.text.splitlines())} lines\n" for context in contexts)
        return Actions(texts=texts, prompt_tokens=50, generated_tokens=3)


def test_a_policy_answers_the_text_and_nothing_else() -> None:
    clerk = Clerk()
    assert Summariser(clerk)("one\ntwo {{ three }}") == "2 lines"
    assert clerk.asked == [("one\ntwo {{ three }}", 0.0, [0.0])]


def test_an_episode_is_summarised_by_a_policy_and_charged() -> None:
    spent: dict[str, int] = {}

    def spend(**amounts: int) -> None:
        for unit, amount in amounts.items():
            spent[unit] = spent.get(unit, 0) + amount

    memory = SummaryMemory(1, summarise=Summariser(Clerk(), spend=spend), every=2)
    env = ContextWrapper(hgpo_envs.make("ALFWorld-v0"), memory)
    env.reset(options={"task": env.unwrapped.panel.ids[0]})
    for _ in range(5):
        env.step("look")
    # Two summaries, after 3 and after 5 steps, of 2 turns each: the second reads the first.
    assert spent == {"flops": 200, "prompt_tokens": 100, "generated_tokens": 6}
    assert env.context.notes[0].endswith(" lines")
    assert [turn.action for turn in env.context.turns] == ["look"]


def test_a_policy_that_only_chooses_is_no_writer() -> None:
    env = hgpo_envs.make("ALFWorld-v0")
    with pytest.raises(EnvInputError):
        Summariser(make_agent("random", env))("Write a summary.")
