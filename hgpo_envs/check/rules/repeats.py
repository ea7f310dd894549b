"""Rules of sameness: the same task and the same actions tell the same, wherever and whenever."""

import random
from collections.abc import Iterator

import numpy as np

from hgpo_envs.check.lab import Lab
from hgpo_envs.check.rule import Breach, Rule
from hgpo_envs.check.told import difference
from hgpo_envs.check.walk import Walk, play_again

OTHER_SEED = 1000


def same_episode(lab: Lab) -> Iterator[Breach]:
    """Play every walk in an environment of its own, from another seed of reset."""
    for walk in lab.walks:
        env = lab.fresh()
        parts = difference(walk.told, play_again(env, walk, seed=walk.seed + OTHER_SEED))
        lab.release()
        if parts is not None:
            yield _parted(
                walk,
                f"in another environment, with another seed of reset, {parts}",
                "Let the task's id alone decide what an episode is like: draw from "
                "np.random.default_rng(...) seeded from the id, not from np_random, chance or a "
                "counter.",
            )


def replay(lab: Lab) -> Iterator[Breach]:
    """Play every walk again in the environment that played all of them."""
    for walk in lab.walks:
        parts = difference(walk.told, play_again(lab.env, walk))
        if parts is not None:
            yield _parted(
                walk,
                f"in the same environment, after other episodes, {parts}",
                "Let begin set all of the world's state: something is left of earlier episodes.",
            )


def elsewhere(lab: Lab) -> Iterator[Breach]:
    """Compare with what other processes were told, where it is another day."""
    for answer in lab.others_that_answered():
        for walk, play in zip(lab.walks, answer.plays, strict=True):
            parts = difference(walk.told, play)
            if parts is not None:
                yield _parted(
                    walk,
                    f"in a process with {answer.place} {parts}",
                    "Sort what comes from sets and folders; use no hash() of texts, no id(), no "
                    "clock and no date.",
                )


def own_randomness(lab: Lab) -> Iterator[Breach]:
    """Look whether the generators that all share have moved, or were seeded."""
    walk, kept = lab.walks[0], (random.getstate(), np.random.get_state())  # noqa: NPY002
    try:
        random.random()  # where they were left, seeding them as ever would not be seen
        np.random.random_sample()  # noqa: NPY002
        before = _global_state()
        lab.env.reset()
        play_again(lab.env, walk)
        after = _global_state()
    finally:
        random.setstate(kept[0])
        np.random.set_state(kept[1])  # noqa: NPY002
    if after != before:
        yield Breach(
            "reset and step changed the global state of random or numpy.random.",
            "Use generators of your own: self.np_random, or np.random.default_rng(...).",
        )


def _global_state() -> tuple[object, ...]:
    name, keys, *rest = np.random.get_state()  # noqa: NPY002
    return (random.getstate(), name, bytes(keys), *rest)  # type: ignore[arg-type]


def _parted(walk: Walk, parts: str, fix: str) -> Breach:
    return Breach(f"task {walk.task!r}, played by {walk.by}: {parts}.", fix)


RULES = (
    Rule(
        name="same-episode",
        says="A task's id decides the episode: another environment and seed tell the same.",
        look=same_episode,
    ),
    Rule(
        name="replay",
        says="Recorded actions tell the same again, whatever was played in between.",
        look=replay,
    ),
    Rule(
        name="same-elsewhere",
        says="Recorded actions tell the same where texts hash differently and it is another day.",
        look=elsewhere,
    ),
    Rule(
        name="own-randomness",
        says="The global random generators are left alone.",
        look=own_randomness,
    ),
)
