"""Rules of actions: what is listed is taken, and what means nothing is a step like any other."""

from collections.abc import Iterator
from typing import cast

from hgpo_envs.check.capped import CAP, FAR, to_cap
from hgpo_envs.check.lab import Lab
from hgpo_envs.check.rule import Breach, NotTried, Rule
from hgpo_envs.check.told import shown
from hgpo_envs.check.walk import Chooser, Moment, begin, by_expert, do
from hgpo_envs.open_actions import is_open

NONSENSE = (
    "",
    " ",
    "xyzzy plugh frotz",
    "?!\x00\x1b[0m",
    "one line\nanother line",
    "{{ action }} %s ../..",
    "zażółć 漢字 🦄",
    "a lone surrogate \ud800",
    "x" * 100_000,
)
"""Actions that no environment understands: empty, absurd, foreign, very long."""

MOST_TRIED = 24


def in_order(lab: Lab) -> Iterator[Breach]:
    """Look for actions that are out of order or stand there twice."""
    for walk in lab.walks:
        for moment in walk.moments:
            if list(moment.listed) != sorted(set(moment.listed)):
                yield Breach(
                    f"in task {walk.task!r} admissible_actions is {shown(moment.listed)}.",
                    "Give tuple(sorted(set(actions))).",
                )


def admissible(lab: Lab) -> Iterator[Breach]:
    """Do what is listed, on the way and one by one at the start."""
    tried = False
    for walk in lab.walks:
        for before, action, after in zip(
            walk.moments, walk.actions, walk.moments[1:], strict=False
        ):
            if action in before.listed and not is_open(action):
                tried = True
                yield from _not_taken(walk.task, action, after)
    for task in lab.tasks[:1]:
        listed = [a for a in begin(lab.env, task, lab.seed).listed if not is_open(a)]
        for action in listed[:: max(1, len(listed) // MOST_TRIED)]:
            begin(lab.env, task, lab.seed)
            yield from _not_taken(task, action, do(lab.env, action))
    if not tried:
        raise NotTried("no actions are listed in full.")


def _not_taken(task: str, action: str, after: Moment) -> Iterator[Breach]:
    if after.info.get("inadmissible"):
        yield Breach(
            f"in task {task!r} {shown(action)} was listed, and then refused with "
            f"{shown(after.observation)}.",
            "List only what the state allows, and set inadmissible only where it was refused.",
        )


def invalid(lab: Lab) -> Iterator[Breach]:
    """Say what means nothing."""
    for action in NONSENSE:
        before = begin(lab.env, lab.tasks[0], lab.seed)
        try:
            after = do(lab.env, action)
        except Exception as error:  # noqa: BLE001  (an environment's error is filed under env)
            yield Breach(
                f"step({shown(action)}) raised {type(error).__name__}: {shown(str(error))}.",
                "Answer any text with a scene; set inadmissible=True where it means nothing.",
            )
            continue
        if before.listed and action not in before.listed and not after.info.get("inadmissible"):
            yield Breach(
                f"step({shown(action)}) is not listed, and was answered with "
                f"{shown(after.observation)} and inadmissible=False.",
                "Set Scene(inadmissible=True) where an action was refused or not understood.",
            )


def counted(lab: Lab) -> Iterator[Breach]:
    """Count how many steps it takes to the cap: with what is listed, and with nonsense."""
    env = lab.fresh(max_steps=CAP)
    listed, nonsense = to_cap(lab, env, listed=True), to_cap(lab, env, listed=False)
    if listed is None or nonsense is None or not listed[-1].truncated:
        raise NotTried("no episode that was played was truncated.")
    if len(listed) != len(nonsense):
        after = str(len(nonsense) - 1) if nonsense[-1].truncated else f"more than {FAR}"
        yield Breach(
            f"with max_steps={CAP} an episode is truncated after {len(listed) - 1} steps that are "
            f"listed, and after {after} that mean nothing.",
            "Count every call of step; leave the counting to TextEnv.",
        )


def expert(lab: Lab) -> Iterator[Breach]:
    """Let the environment's own expert play."""
    if by_expert(lab.env) is None:
        raise NotTried("it has no make_expert().")
    for task in dict.fromkeys(walk.task for walk in lab.walks):
        choose = cast("Chooser", by_expert(lab.env))
        moment, steps = begin(lab.env, task, lab.seed), 0
        while not moment.is_end and steps < lab.env.max_steps:
            action: object = choose(moment)
            if type(action) is not str:
                yield Breach(f"in task {task!r} the expert did {shown(action)}.", "Return a str.")
                return
            moment, steps = do(lab.env, action), steps + 1


RULES = (
    Rule(name="actions-sorted", says="Listed actions are sorted, none twice.", look=in_order),
    Rule(
        name="actions-admissible",
        says="What is listed in full is not refused.",
        look=admissible,
    ),
    Rule(
        name="actions-invalid",
        says="Any text may be said: what means nothing is told to be inadmissible, not raised.",
        look=invalid,
    ),
    Rule(name="actions-counted", says="What means nothing is a step too.", look=counted),
    Rule(
        name="expert",
        says="An expert, where there is one, plays every task with texts.",
        look=expert,
    ),
)
