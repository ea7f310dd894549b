"""Rules of an episode's end: the cap, the rewards, winning, and what comes after."""

import math
from collections.abc import Iterator

from hgpo_envs.check.capped import CAP, to_cap
from hgpo_envs.check.lab import Lab
from hgpo_envs.check.rule import Breach, NotTried, Rule
from hgpo_envs.check.told import shown
from hgpo_envs.check.walk import Moment, begin, do, follow
from hgpo_envs.text_env import TextEnv

AFTER_END = 3
TOLERANCE = 1e-9


def step_cap(lab: Lab) -> Iterator[Breach]:
    """Play to a low cap."""
    moments = to_cap(lab, lab.fresh(max_steps=CAP), listed=True)
    if moments is None:
        raise NotTried(f"every episode that was played ends by itself within {CAP} steps.")
    fix = "Leave truncation to TextEnv.step, and hand max_steps on to TextEnv.__init__."
    at = [number for number, moment in enumerate(moments) if moment.truncated]
    if not at:
        yield Breach(
            f"with max_steps={CAP} nothing is truncated after {len(moments) - 1} steps.", fix
        )
    elif at[0] != CAP:
        yield Breach(f"with max_steps={CAP} step {at[0]} was the first to be truncated.", fix)


def one_end(lab: Lab) -> Iterator[Breach]:
    """Look for steps that are terminated and truncated at once, and for flags that are no bool."""
    for walk in lab.walks:
        for number, moment in enumerate(walk.moments):
            flags = (moment.terminated, moment.truncated)
            if flags == (True, True) or any(type(flag) is not bool for flag in flags):
                yield Breach(
                    f"in task {walk.task!r} step {number} gave terminated={flags[0]!r} and "
                    f"truncated={flags[1]!r}.",
                    "Give bools; what the world ended is not truncated. TextEnv.step sees to it.",
                )


def rewards(lab: Lab) -> Iterator[Breach]:
    """Add rewards up."""
    spec = lab.subject.spec
    for walk in lab.walks:
        earned = [moment.reward for moment in walk.moments]
        for number, reward in enumerate(earned):
            if type(reward) not in {int, float} or not math.isfinite(reward):  # type: ignore[arg-type]
                yield Breach(
                    f"in task {walk.task!r} step {number} earned {shown(reward)}.",
                    "Give a finite float.",
                )
                return
        total = math.fsum(earned)  # type: ignore[arg-type]
        if spec is None:
            continue
        low, high = spec.reward_range
        if not low - TOLERANCE <= total <= high + TOLERANCE:
            yield Breach(
                f"task {walk.task!r} returned {total:g} in {len(walk.actions)} steps by {walk.by}, "
                f"and {spec.id} says reward_range={spec.reward_range}.",
                "Give the range that returns of whole episodes have, or mend the rewards.",
            )


def won_ends(lab: Lab) -> Iterator[Breach]:
    """Look for episodes that are won and go on."""
    for walk in lab.walks:
        for number, moment in enumerate(walk.moments[1:], start=1):
            if moment.info.get("won") is True and not moment.terminated:
                yield Breach(
                    f"in task {walk.task!r} step {number} ({shown(walk.actions[number - 1])}) won, "
                    "and terminated is False.",
                    "Set Scene(terminated=True) where the goal holds; won=True only there.",
                )


def after_end(lab: Lab) -> Iterator[Breach]:
    """Play on when the episode is over."""
    ended = False
    for walk in lab.walks:
        if walk.moments[-1].is_end:
            begin(lab.env, walk.task, walk.seed)
            follow(lab.env, walk.actions[:-1])
            last = do(lab.env, walk.actions[-1])
            ended = ended or last.is_end
            yield from _goes_on(lab.env, walk.task, last)
    if lab.subject.recipe is not None:
        env = lab.fresh(max_steps=CAP)
        moments = to_cap(lab, env, listed=True)
        if moments is not None and moments[-1].truncated:
            ended = True
            yield from _goes_on(env, str(moments[0].info.get("task")), moments[-1])
    if not ended:
        raise NotTried("no episode that was played came to its end.")


def _goes_on(env: TextEnv, task: str, last: Moment) -> Iterator[Breach]:
    if not last.is_end:
        return
    for number in range(1, AFTER_END + 1):
        action = last.listed[0] if last.listed else "look"
        try:
            moment = do(env, action)
        except Exception as error:  # noqa: BLE001  (an environment's error is filed under env)
            yield Breach(
                f"in task {task!r} step {number} after the end raised "
                f"{type(error).__name__}: {error}.",
                "Answer after the end as before it: an end is told, not enforced.",
            )
            return
        if last.terminated and not moment.terminated:
            yield Breach(
                f"in task {task!r} step {number} after the end gave terminated=False.",
                "An episode that is over stays over until reset; leave it to TextEnv.step.",
            )
            return
        if last.truncated and not moment.is_end:
            yield Breach(
                f"in task {task!r} step {number} after the cap gave truncated=False.",
                "Whatever is beyond the cap is truncated; leave it to TextEnv.step.",
            )
            return
        last = moment


RULES = (
    Rule(
        name="step-cap",
        says="An episode that doesn't end by itself is truncated at max_steps exactly.",
        look=step_cap,
    ),
    Rule(
        name="one-end",
        says="terminated and truncated are bools, and never both true.",
        look=one_end,
    ),
    Rule(
        name="rewards",
        says="Rewards are finite numbers, and add up to a return within the entry's range.",
        look=rewards,
    ),
    Rule(name="won-ends", says="A step that wins ends the episode.", look=won_ends),
    Rule(
        name="after-end",
        says="It keeps answering after the end, and what is over stays over.",
        look=after_end,
    ),
)
