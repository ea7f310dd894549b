"""Context keys and memories agree: what a key counts is what the window of that size shows."""

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from worlds.number_guess import NUMBER_GUESS, NumberGuess

import hgpo_envs
from hgpo_envs.context import (
    Context,
    ContextWrapper,
    Template,
    Turn,
    context_key,
    default_template,
    make_memory,
)

STATES = Template("{% for turn in turns %}{{ turn.observation }}\n{% endfor %}{{ observation }}\n")
"""What was seen alone; the default template also shows actions, and the number of each step."""
DEEDS = Template(
    "{% for turn in turns %}{{ turn.observation }}\n> {{ turn.action }}\n{% endfor %}"
    "{{ observation }}\n"
)


class Step(NamedTuple):
    """What two steps are compared by.

    Attributes:
        key: of the states.
        deeds_key: of the states and the actions.
        states: the states that the window shows, as text.
        deeds: the same with the actions.
    """

    key: int | None
    deeds_key: int | None
    states: str
    deeds: str


def step(anchors: Sequence[str], actions: Sequence[str], k: int) -> Step:
    turns = [Turn(*pair, 0.0, {}) for pair in zip(anchors[:-1], actions, strict=True)]
    memory = make_memory("window", size=k) if k else make_memory("none")
    shown = memory.recall("task", turns).turns

    def text(template: Template) -> str:
        return template.render(
            instruction="task",
            turns=shown,
            notes=(),
            observation=anchors[-1],
            admissible_actions=None,
            step=len(turns),
        )

    return Step(
        context_key(anchors, k), context_key(anchors, k, actions=actions), text(STATES), text(DEEDS)
    )


SEEN = st.lists(st.sampled_from(["a", "b", "a\nb", ""]), min_size=1, max_size=6)
DONE = st.lists(st.sampled_from(["x", "y"]), min_size=5, max_size=5)


@settings(deadline=None, derandomize=True, max_examples=400)
@given(SEEN, SEEN, DONE, DONE, st.integers(0, 4))
def test_equal_keys_mean_equal_histories(
    seen: list[str], also_seen: list[str], done: list[str], also_done: list[str], k: int
) -> None:
    one = step(seen, done[: len(seen) - 1], k)
    other = step(also_seen, also_done[: len(also_seen) - 1], k)
    assume(one.key is not None and other.key is not None)
    if one.key == other.key:
        assert one.states == other.states
    if one.deeds_key == other.deeds_key:
        assert one.key == other.key
        assert one.deeds == other.deeds


class Moment(NamedTuple):
    """A step of a played episode.

    Attributes:
        turns: the turns before it.
        anchors: the anchors up to it.
        keys: ``context_key(k)`` for k = 0 to 4.
        deeds_keys: the same with the actions.
    """

    turns: tuple[Turn, ...]
    anchors: tuple[str, ...]
    keys: tuple[int | None, ...]
    deeds_keys: tuple[int | None, ...]

    def shown(self, k: int) -> tuple[Turn, ...]:
        memory = make_memory("window", size=k) if k else make_memory("none")
        return memory.recall("task", self.turns).turns


@lru_cache
def played(world: str) -> tuple[Moment, ...]:
    """Play twenty episodes of one task at random, nine steps each."""
    draw, moments = random.Random(world), []
    guesses = NumberGuess(spec=NUMBER_GUESS, split="exam", max_steps=9)
    env = ContextWrapper(guesses if world == "NumberGuess" else hgpo_envs.make("ALFWorld-v0"))
    for number in range(180):
        if number % 9 == 0:
            env.begin(options={"task": env.unwrapped.panel.ids[0]})
        keys = tuple(env.context_key(k) for k in range(5))
        deeds_keys = tuple(env.context_key(k, actions=True) for k in range(5))
        moments.append(Moment(env.turns, tuple(env.anchors), keys, deeds_keys))
        offered = env.context.admissible_actions or ("1", "99")
        env.advance(draw.choice([offered[0], "xyzzy"]))
    return tuple(moments)


@pytest.mark.parametrize("k", range(5))
@pytest.mark.parametrize("world", ["NumberGuess", "ALFWorld"])
def test_in_played_episodes_equal_keys_show_equal_windows(world: str, k: int) -> None:
    seen: dict[int | None, list[str]] = {}
    deeds: dict[int | None, list[tuple[str, str]]] = {}
    known = [moment for moment in played(world) if moment.keys[k] is not None]
    for moment in known:
        window = moment.shown(k)
        observations = [turn.observation for turn in window]
        pairs = [(turn.observation, turn.action) for turn in window]
        assert seen.setdefault(moment.keys[k], observations) == observations
        assert deeds.setdefault(moment.deeds_keys[k], pairs) == pairs
    # Steps met again, without and with what was done there.
    assert len(seen) < len(known)
    assert len(seen) <= len(deeds) < len(known)
    assert len(known) == 180 - 20 * k


@pytest.mark.parametrize("world", ["NumberGuess", "ALFWorld"])
def test_a_key_is_made_of_the_turns_that_the_window_shows(world: str) -> None:
    for moment in played(world):
        for k in range(5):
            anchors = [str(turn.info["anchor"]) for turn in moment.shown(k)]
            whole = len(anchors) == k
            key = context_key([*anchors, moment.anchors[-1]], k) if whole else None
            assert moment.keys[k] == key


def test_two_ways_between_the_same_states_are_one_context_and_two_histories() -> None:
    assert context_key(["room", "room"], 1) == context_key(["room", "room"], 1)
    looked = context_key(["room", "room"], 1, actions=["look"])
    assert looked != context_key(["room", "room"], 1, actions=["sing"])
    # What lies before the k last turns takes no part.
    assert looked == context_key(["hall", "room", "room"], 1, actions=["go", "look"])


def test_a_prompt_shows_what_its_key_counts() -> None:
    def context(turns: tuple[Turn, ...]) -> Context:
        return Context(
            instruction="task",
            turns=turns,
            notes=(),
            observation="o",
            admissible_actions=None,
            step=2,
            template=default_template(),
        )

    one, other = Turn("a", "x", 0.0, {}), Turn("a", "x", 9.0, {"anchor": "else"})
    assert context((one,)).text == context((other,)).text
    assert context((one,)).text != context((one._replace(action="y"),)).text
