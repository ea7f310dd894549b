"""Play to a step cap, with actions that are listed or with nonsense."""

from hgpo_envs.check.lab import Lab
from hgpo_envs.check.walk import Moment, begin, by_chance, do
from hgpo_envs.text_env import TextEnv

CAP = 3
"""A step cap that is low."""

FAR = 4 * CAP
"""Steps after which it is given up that an episode is ever truncated."""

NONSENSE = "xyzzy plugh frotz"


def to_cap(lab: Lab, env: TextEnv, *, listed: bool) -> list[Moment] | None:
    """Play until an episode is truncated, at most ``FAR`` steps.

    Args:
        lab: whose tasks are played.
        env: made with ``max_steps=CAP``.
        listed: whether to do what is listed, or what means nothing.

    Returns:
        What was answered, ``reset`` first; None where every episode ended by itself.

    Raises:
        NotTried: as ``Lab.walks`` says.
    """
    choose = by_chance(lab.rng())
    for number, task in enumerate([walk.task for walk in lab.walks] * 2):
        moments = [begin(env, task, lab.seed + number)]
        while len(moments) <= FAR and not moments[-1].is_end:
            moments.append(do(env, choose(moments[-1]) if listed else NONSENSE))
        if not moments[-1].terminated:
            return moments
    return None
