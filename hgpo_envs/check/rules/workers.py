"""Rules of group rollouts: many side by side, and in other processes from plain data."""

from collections.abc import Iterator
from typing import cast

from hgpo_envs.check.lab import Lab
from hgpo_envs.check.rule import Breach, Rule
from hgpo_envs.check.rules.infos import not_plain
from hgpo_envs.check.told import difference, shown, written
from hgpo_envs.check.walk import Walk, begin, do
from hgpo_envs.context import default_template
from hgpo_envs.errors import EnvInputError
from hgpo_envs.spec import EnvSpec
from hgpo_envs.vector import EnvRecipe, GroupVectorEnv

FIX = (
    "Let the entry point import on its own and __init__ take plain values: nothing that only this "
    "session has registered, set or opened."
)


def side_by_side(lab: Lab) -> Iterator[Breach]:
    """Play two walks at once, a step of the one and a step of the other."""
    pair = (lab.walks[0], lab.walks[-1])
    envs = (lab.fresh(), lab.fresh())
    heard = [[begin(env, w.task, w.seed).told] for env, w in zip(envs, pair, strict=True)]
    for number in range(max(len(walk.actions) for walk in pair)):
        for env, walk, told in zip(envs, pair, heard, strict=True):
            if number < len(walk.actions):
                told.append(do(env, walk.actions[number]).told)
    for walk, told in zip(pair, heard, strict=True):
        parts = difference(walk.told, told)
        if parts is not None:
            yield Breach(
                f"task {walk.task!r}, played while another environment played "
                f"{pair[walk is pair[0]].task!r}: {parts}.",
                "Keep the state of an episode in the object, not in its class or module.",
            )


def worker(lab: Lab) -> Iterator[Breach]:
    """Look whether other processes could make and play it, and a worker of rollouts too."""
    failures = [answer.failure for answer in lab.others if answer.failure]
    for failure in failures:
        yield Breach(
            f"in a process of its own it could not be made and played: {failure}.",
            FIX,
        )
    recipe = lab.subject.recipe
    if failures or recipe is None or not recipe.is_registered or not _can_be_compared(lab):
        return
    rollouts = EnvRecipe(
        id=cast(EnvSpec, recipe.spec).id,
        split=recipe.split,
        options=dict(recipe.options),
        template=default_template().source,
    )
    with GroupVectorEnv(rollouts, group_size=1, workers=1, timeout_s=lab.timeout_s) as vector:
        yield from _rolled_out(vector, lab.walks[0])


def _can_be_compared(lab: Lab) -> bool:
    """Tell whether a worker can send all, and whether it is told the same in all processes.

    Where not, 'info-plain' or 'same-elsewhere' says so.
    """
    plain = not any(True for _, moment in lab.places() for _ in not_plain(moment.info, "info"))
    here = lab.walks[0].told
    return plain and all(difference(here, a.plays[0]) is None for a in lab.others)


def _rolled_out(vector: GroupVectorEnv, walk: Walk) -> Iterator[Breach]:
    try:
        vector.reset([walk.task], seed=walk.seed)
        for action, moment in zip(walk.actions, walk.moments, strict=False):
            told = written(vector.contexts()[0].observation)
            if told != moment.told["observation"]:
                yield Breach(
                    f"in a worker task {walk.task!r} shows {shown(told)} where it shows "
                    f"{shown(moment.told['observation'])} here.",
                    FIX,
                )
                return
            vector.step([action])
    except EnvInputError as error:
        yield Breach(f"in a worker of GroupVectorEnv it failed: {error}", FIX)


RULES = (
    Rule(
        name="side-by-side",
        says="Environments of one process don't disturb each other.",
        look=side_by_side,
    ),
    Rule(
        name="worker",
        says="Another process makes and plays it from plain data: entry, split and options.",
        look=worker,
    ),
)
