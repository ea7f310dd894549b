"""Rules of anchors and contexts: what step-level groups, and HGPO's hierarchy, are built on."""

from collections.abc import Iterator
from typing import NamedTuple

from hgpo_envs.check.capped import NONSENSE
from hgpo_envs.check.lab import Lab
from hgpo_envs.check.rule import Breach, NotTried, Rule
from hgpo_envs.check.rules.infos import contract_breaches
from hgpo_envs.check.told import shown, written
from hgpo_envs.check.walk import Moment, Walk, begin, by_chance, do
from hgpo_envs.context import ContextWrapper, WindowMemory, context_key, default_template

REFUSALS = 4
DEEPEST = 4
DECLARED = "anchor_has_history"
"""Class attribute that says that anchors tell of more than the state, on purpose."""


class Stood(NamedTuple):
    """A moment, and what save returned in it."""

    moment: Moment
    state: object


def of_state(lab: Lab) -> Iterator[Breach]:
    """Compare the anchors of equal states that were reached in different ways."""
    _refuse_declared(lab)
    came_again = False
    for walk in lab.walks:
        seen: dict[str, list[Stood]] = {}
        for stood in _stops(lab, walk):
            earlier = seen.setdefault(written(stood.moment.observation), [])
            twin = next((other for other in earlier if _equal(other.state, stood.state)), None)
            if twin is None:
                earlier.append(stood)
                continue
            came_again = True
            anchors = [of.moment.info.get("anchor") for of in (twin, stood)]
            if anchors[0] != anchors[1]:
                yield Breach(
                    f"in task {walk.task!r} one state, with observation "
                    f"{shown(stood.moment.observation)}, has the anchors {shown(anchors[0])} and "
                    f"{shown(anchors[1])}.",
                    "Make the anchor of what save returns, or leave Scene(anchor=) out, which "
                    f"takes the observation; or declare {DECLARED} = True on the class.",
                )
    if not came_again:
        raise NotTried("no state, as save tells it, came up twice in one episode.")


def _stops(lab: Lab, walk: Walk) -> Iterator[Stood]:
    """Play a walk's task by chance, with nonsense in between; yield what save tells on the way."""
    choose = by_chance(lab.rng())
    moment = begin(lab.env, walk.task, walk.seed)
    for step in range(lab.steps):
        yield Stood(moment, lab.env.save())
        if moment.is_end:
            return
        moment = do(lab.env, NONSENSE if step % 4 > 1 else choose(moment))


def _equal(one: object, other: object) -> bool:
    try:
        return bool(one == other)
    except ValueError:  # arrays are not equal as a whole
        return written(one) == written(other)


def recurs(lab: Lab) -> Iterator[Breach]:
    """Say nonsense, which changes nothing, and look whether anchors come again."""
    _refuse_declared(lab)
    moments = [begin(lab.env, lab.tasks[0], lab.seed)]
    for _ in range(REFUSALS):
        moments.append(do(lab.env, NONSENSE))
    if any(m.is_end or not m.info.get("inadmissible") for m in moments[1:]):
        raise NotTried("what means nothing is not refused, or ends the episode.")
    anchors = [written(moment.info.get("anchor")) for moment in moments[1:]]
    if len(set(anchors)) == REFUSALS:
        yield Breach(
            f"{REFUSALS} refused actions in a row gave as many anchors, such as "
            f"{shown(moments[1].info.get('anchor'))} and {shown(moments[2].info.get('anchor'))}.",
            "Leave step numbers, clocks and earlier actions out of the anchor: steps are grouped "
            f"by equal anchors. Where that is meant, declare {DECLARED} = True on the class.",
        )


def differs(lab: Lab) -> Iterator[Breach]:
    """Look for one anchor that stands for all."""
    tried = False
    for walk in lab.walks:
        texts = {written(moment.observation) for moment in walk.moments}
        anchors = {written(moment.info.get("anchor")) for moment in walk.moments}
        tried = tried or len(texts) > 2
        if len(texts) > 2 and len(anchors) == 1:
            yield Breach(
                f"task {walk.task!r} showed {len(texts)} observations, all with the anchor "
                f"{shown(walk.moments[0].info.get('anchor'))}.",
                "Give states that differ anchors that differ, or leave Scene(anchor=) out.",
            )
    if not tried:
        raise NotTried("no episode showed three observations.")


def context(lab: Lab) -> Iterator[Breach]:
    """Play through ContextWrapper, with a memory of two turns."""
    if any(list(contract_breaches(m)) for walk in lab.walks for m in walk.moments):
        raise NotTried("info lacks what contexts are made of; see the rule 'info-contract'.")
    env = ContextWrapper(lab.env, WindowMemory(2), default_template())
    for walk in lab.walks:
        yield from _rendered(env, walk)


def _rendered(env: ContextWrapper, walk: Walk) -> Iterator[Breach]:
    text, _ = env.reset(seed=walk.seed, options={"task": walk.task})
    anchors = [env.anchor]
    for number, action in enumerate(["", *walk.actions]):
        if number:
            text, *_ = env.step(action)
            anchors.append(env.anchor)
        if text not in env.observation_space:
            yield Breach(
                f"in task {walk.task!r} the context of step {number} has {len(text)} characters, "
                f"more than {env.observation_space} holds.",
                "Show less in an observation.",
            )
        told = [moment.info["anchor"] for moment in walk.moments[: number + 1]]
        for k in range(DEEPEST + 1):
            if anchors == told and env.context_key(k) != context_key(anchors, k):
                yield Breach(
                    f"in task {walk.task!r} the context key {k} of step {number} is not that of "
                    "its anchors.",
                    "Give anchors as plain str.",
                )


def _refuse_declared(lab: Lab) -> None:
    if getattr(lab.env, DECLARED, False):
        raise NotTried(f"the class declares {DECLARED}.")


RULES = (
    Rule(
        name="anchor-of-state",
        says="Equal states with equal observations have equal anchors, however they were reached.",
        look=of_state,
    ),
    Rule(
        name="anchor-recurs",
        says="Anchors come again where nothing changes: no step number, no clock is in them.",
        look=recurs,
    ),
    Rule(
        name="anchor-differs",
        says="Not every observation of an episode has one and the same anchor.",
        look=differs,
    ),
    Rule(
        name="context",
        says="ContextWrapper shows its contexts, and their keys are those of the anchors.",
        look=context,
    ),
)
