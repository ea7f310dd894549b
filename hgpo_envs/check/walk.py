"""Episodes that the check plays and remembers, to look at them and to play them again."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

import numpy as np

from hgpo_envs.check.told import Told, told
from hgpo_envs.open_actions import fill, is_open
from hgpo_envs.text_env import TextEnv

WORDS = ("look", "help", "inventory", "go north", "wait", "yes", "1", "2", "7", "25", "red shoes")
"""What is said where an environment lists nothing."""

Chooser = Callable[["Moment"], str]
"""Chooses the next action."""


class Moment(NamedTuple):
    """One answer of an environment.

    Attributes:
        observation: the text.
        reward: what the action earned; 0 after ``reset``.
        terminated: whether the world ended the episode.
        truncated: whether the step cap ended it.
        info: the object that came with it, kept as it is.
        told: all of it, written down when it came.
    """

    observation: object
    reward: object
    terminated: object
    truncated: object
    info: Mapping[str, object]
    told: Told

    @property
    def is_end(self) -> bool:
        """Whether the episode is over."""
        return bool(self.terminated or self.truncated)

    @property
    def listed(self) -> tuple[str, ...]:
        """The actions that are told to be admissible; none where the set is open."""
        found = self.info.get("admissible_actions")
        return tuple(a for a in found if isinstance(a, str)) if isinstance(found, tuple) else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """One episode.

    Attributes:
        task: the task that was asked for.
        seed: the seed of ``reset``.
        by: who chose the actions: ``"chance"`` or ``"the expert"``.
        actions: what was done up to the episode's end or the walk's.
        moments: what was answered, ``reset`` first: one more than the actions.
    """

    task: str
    seed: int
    by: str
    actions: tuple[str, ...]
    moments: tuple[Moment, ...]

    def places(self) -> Iterator[tuple[str, Moment]]:
        """Yield every moment with its place in words."""
        for number, moment in enumerate(self.moments):
            yield f"after {f'step {number}' if number else 'reset'} of task {self.task!r}", moment

    @property
    def told(self) -> list[Told]:
        """What was told up to the walk's end."""
        return [moment.told for moment in self.moments]


def begin(env: TextEnv, task: str, seed: int | None) -> Moment:
    """Start an episode of a task."""
    observation, info = env.reset(seed=seed, options={"task": task})
    return Moment(observation, 0.0, False, False, info, told(observation, 0.0, False, False, info))


def do(env: TextEnv, action: str) -> Moment:
    """Do an action."""
    answer = env.step(action)
    return Moment(*answer, told=told(*answer))


def follow(env: TextEnv, actions: Sequence[str]) -> list[Told]:
    """Do actions one by one; return what was told."""
    return [do(env, action).told for action in actions]


def play_again(env: TextEnv, walk: Walk, *, seed: int | None = None) -> list[Told]:
    """Play a walk's actions anew, with its own seed or another; return what was told."""
    first = begin(env, walk.task, walk.seed if seed is None else seed)
    return [first.told, *follow(env, walk.actions)]


def play(
    env: TextEnv, task: str, seed: int, choose: Chooser, *, steps: int, by: str = "chance"
) -> Walk:
    """Play a task until its episode ends or ``steps`` are done."""
    moments = [begin(env, task, seed)]
    actions: list[str] = []
    while len(actions) < steps and not moments[-1].is_end:
        actions.append(choose(moments[-1]))
        moments.append(do(env, actions[-1]))
    return Walk(task=task, seed=seed, by=by, actions=tuple(actions), moments=tuple(moments))


def by_chance(rng: np.random.Generator) -> Chooser:
    """Return a player that takes the listed actions that it has taken least, and fills in words.

    Args:
        rng: decides among equals.
    """
    taken: dict[str, int] = {}

    def choose(moment: Moment) -> str:
        listed = moment.listed or WORDS
        least = min(taken.get(action, 0) for action in listed)
        fresh = [action for action in listed if taken.get(action, 0) == least]
        action = fresh[int(rng.integers(len(fresh)))]
        taken[action] = least + 1
        return filled(action, moment, rng)

    return choose


def filled(action: str, moment: Moment, rng: np.random.Generator) -> str:
    """Return an action with words of the instruction in it where it is open."""
    if not is_open(action):
        return action
    words = str(moment.info.get("instruction", "")).split() or ["anything"]
    start = int(rng.integers(len(words)))
    return fill(action, " ".join(words[start : start + 3]))


def by_expert(env: TextEnv) -> Chooser | None:
    """Return the environment's own expert, or None where it has none."""
    make_expert = getattr(env, "make_expert", None)
    if make_expert is None:
        return None
    expert = make_expert()
    has_begun = False

    def choose(moment: Moment) -> str:
        nonlocal has_begun
        if not has_begun:
            expert.reset(moment.observation)
            has_begun = True
        return cast(str, expert.act(moment.observation, moment.listed))

    return choose
