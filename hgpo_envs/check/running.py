"""Run the rules over an environment."""

import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path

from hgpo_envs.check.lab import Lab
from hgpo_envs.check.recipe import told_of
from hgpo_envs.check.report import Finding, Report, Status
from hgpo_envs.check.rule import Breach, NotTried, Rule
from hgpo_envs.check.subject import subject_of
from hgpo_envs.check.table import RULES
from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.suggest import unknown_name

MOST_BREACHES = 8
"""Breaches that are told of one rule."""

_HERE = Path(__file__).parent


def check(
    given: object,
    *,
    split: str | None = None,
    options: Mapping[str, object] | None = None,
    tasks: int = 3,
    steps: int = 30,
    seed: int = 0,
    only: Sequence[str] = (),
    skip: Sequence[str] = (),
    timeout_s: float = 300.0,
) -> Report:
    """Try every rule of the contract on an environment.

    An ``EnvSpec`` that is not registered yet is registered for the session.

    Args:
        given: an id (``"ALFWorld-v0"``), ``"module:Env"``, an ``EnvSpec``, a class, a function
            that makes an environment, or an environment. With an id or ``"module:Env"`` all
            rules can be tried; what only exists as an object can't be made again.
        split: the split to check; None takes the default.
        options: options of the environment.
        tasks: how many tasks of the split are played.
        steps: the longest episode that is played by chance.
        seed: what tasks and actions are drawn from.
        only: names of the rules to try; empty takes all.
        skip: names of rules to leave out.
        timeout_s: how long each of the two other processes may take.

    Raises:
        UnknownNameError: no such environment, option or rule.
        EnvInputError: nothing that can be checked, or a number out of range.
        DataError: the split's data is missing.

    Example:
        >>> print(check("ALFWorld-v0", tasks=1, steps=5, only=["task-named"]).summary)
        ALFWorld-v0 (split 'gen_train'): 1 kept.
    """
    chosen = _chosen(only, skip)
    for name, number in (("tasks", tasks), ("steps", steps)):
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            raise EnvInputError(f"{name} is {number!r}; expected a whole number of at least 1.")
    subject = subject_of(given, split=split, options=options)
    lab = Lab(subject, tasks=tasks, steps=steps, seed=seed, timeout_s=timeout_s)
    try:
        lab.started  # noqa: B018  (what can't be made of what was given is the caller's mistake)
        return Report(subject=subject.name, findings=tuple(_finding(rule, lab) for rule in chosen))
    finally:
        lab.close()


def _chosen(only: Sequence[str], skip: Sequence[str]) -> list[Rule]:
    names = [rule.name for rule in RULES]
    for name in (*only, *skip):
        if name not in names:
            raise UnknownNameError(unknown_name("rule", name, names))
    return [rule for rule in RULES if (not only or rule.name in only) and rule.name not in skip]


def _finding(rule: Rule, lab: Lab) -> Finding:
    kinds: dict[str, Breach] = {}  # breaches with one fix are of one kind; the first one is told
    reason = ""
    try:
        for breach in rule.look(lab):
            kinds.setdefault(breach.fix, breach)
            if len(kinds) == MOST_BREACHES:
                break
    except NotTried as why:
        reason = str(why)
    except (Exception, SystemExit) as error:  # noqa: BLE001  (filed under the environment)
        breach = raised(error)
        kinds.setdefault(breach.fix, breach)
    lab.release()
    status: Status = "broken" if kinds else "not tried" if reason else "kept"
    return Finding(
        rule=rule.name,
        says=rule.says,
        status=status,
        breaches=tuple(kinds.values()),
        reason="" if kinds else reason,
    )


def raised(error: BaseException) -> Breach:
    """Return the breach that an exception of the environment is."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if _HERE not in Path(frame.filename).parents
    ]
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return Breach(f"it raised {told_of(error)}{place}.", "Answer instead of raising here.")
