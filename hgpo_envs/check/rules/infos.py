"""Rules of ``info``: the facts of the contract, in plain values, told once and for all."""

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import cast

from hgpo_envs.check.lab import Lab
from hgpo_envs.check.rule import Breach, Rule
from hgpo_envs.check.told import shown, told, written
from hgpo_envs.check.walk import Moment, begin
from hgpo_envs.errors import EnvInputError

PLAIN = (str, int, float, bool, type(None))


def _is_text(value: object) -> bool:
    return type(value) is str


def _is_told_text(value: object) -> bool:
    return type(value) is str and bool(value.strip())


def _is_bool(value: object) -> bool:
    return type(value) is bool


def _are_actions(value: object) -> bool:
    return value is None or (type(value) is tuple and all(type(a) is str for a in value))


CONTRACT: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "task": (_is_told_text, "the task's id, a str"),
    "instruction": (_is_told_text, "the task in words, a str that is not empty"),
    "admissible_actions": (_are_actions, "a tuple of str, or None where any text will do"),
    "won": (_is_bool, "a bool"),
    "anchor": (_is_text, "a str"),
    "inadmissible": (_is_bool, "a bool"),
}
"""What ``info`` has to hold: how it is looked at, and in words."""


def contract_breaches(moment: Moment) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the facts of the contract: (what is there, what is expected)."""
    for name, (is_right, expected) in CONTRACT.items():
        if name not in moment.info:
            yield f"info has no {name!r}", expected
        elif not is_right(moment.info[name]):
            yield f"info[{name!r}] is {shown(moment.info[name])}", expected
    if "action_hints" in moment.info and not _are_hints(moment.info["action_hints"]):
        found = shown(moment.info["action_hints"])
        yield f"info['action_hints'] is {found}", "a dict from actions to texts"


def _are_hints(value: object) -> bool:
    if not isinstance(value, Mapping):
        return False
    return all(type(text) is str for pair in value.items() for text in pair)


def contract(lab: Lab) -> Iterator[Breach]:
    """Look for facts that are missing or of other kinds."""
    for place, moment in lab.places():
        for found, expected in contract_breaches(moment):
            yield Breach(
                f"{place} {found}; expected {expected}.",
                "Give Scene(...) these facts, and leave the making of info to TextEnv.",
            )
    for walk in lab.walks:
        if walk.moments[0].info.get("inadmissible") is True:
            yield Breach(
                f"after reset of task {walk.task!r} info['inadmissible'] is True.",
                "Nothing was refused yet: set it in act, not in begin.",
            )


def plain(lab: Lab) -> Iterator[Breach]:
    """Look for values that no other process could be sent."""
    moments = list(lab.places())
    if lab.env.known_extras and lab.subject.recipe is not None:
        env = lab.fresh(extras=tuple(lab.env.known_extras))
        first = begin(env, lab.tasks[0], lab.seed)
        moments.append(("with all extras, after reset", first))
    for place, moment in moments:
        for path, value in not_plain(moment.info, "info"):
            yield Breach(
                f"{place} {path} is a {type(value).__module__}.{type(value).__qualname__}.",
                "Tell it as str, int, float, bool, None, or as tuple, list, dict or frozenset of "
                "such, for example with int(...), tuple(...), dataclasses.asdict(...).",
            )


def not_plain(value: object, path: str) -> Iterator[tuple[str, object]]:
    """Yield what of a value is not plain, with its place."""
    if type(value) in PLAIN:
        return
    if type(value) is dict:
        for key, held in value.items():
            yield from not_plain(key, f"a key of {path}")
            yield from not_plain(held, f"{path}[{key!r}]")
    elif type(value) in {tuple, list, frozenset}:
        items = cast("tuple[object, ...]", value)
        for number, held in enumerate(items):
            yield from not_plain(held, f"{path}[{number}]")
    else:
        yield path, value


def kept(lab: Lab) -> Iterator[Breach]:
    """Look at what was told again, when the episode is over and others were played."""
    for place, moment in lab.places():
        now = told(*moment[:5])
        for name in (name for name, text in moment.told.items() if now.get(name) != text):
            yield Breach(
                f"what was told {place} changed later: {name} was {moment.told[name]} and is "
                f"{now.get(name, 'gone')}.",
                "Make a new info, and new values in it, for every answer.",
            )


def episode(lab: Lab) -> Iterator[Breach]:
    """Look for an episode that changes its task on the way."""
    for walk, name in product(lab.walks, ("task", "instruction")):
        first = walk.moments[0].info.get(name)
        for place, moment in walk.places():
            if name == "instruction" and _is_other_member(moment, walk.moments[0]):
                continue
            if written(moment.info.get(name)) != written(first):
                yield Breach(
                    f"{place} info[{name!r}] is {shown(moment.info.get(name))}, and was "
                    f"{shown(first)}.",
                    "What is to be done stays the same from reset to reset; put what changes into "
                    "the observation.",
                )


def _is_other_member(moment: Moment, first: Moment) -> bool:
    """Tell whether another member of a team moves, who may be told what to do by the first."""
    return bool(moment.info.get("member") != first.info.get("member"))


def extras(lab: Lab) -> Iterator[Breach]:
    """Look for privileged facts that nobody asked for, and ask for each."""
    names = lab.env.known_extras
    secret = set(names).difference(lab.env.extras)
    for place, moment in lab.places():
        for name in sorted(secret.intersection(moment.info)):
            yield Breach(
                f"{place} info has {name!r}, which was not asked for.",
                "Give it in Scene(extras=...), not in Scene(facts=...).",
            )
    if not names:
        return
    for name in names:
        _, info = lab.fresh(extras=(name,)).reset(seed=lab.seed)
        told_of = [other for other in names if other in info]
        lab.release()
        if told_of != [name]:
            yield Breach(
                f"with extras=({name!r},) info tells of {told_of}.",
                "Take extras= in __init__, hand it on to TextEnv.__init__, and give all known "
                "extras in Scene(extras=...).",
            )


def extras_unknown(lab: Lab) -> Iterator[Breach]:
    """Ask for an extra that doesn't exist."""
    unknown = "no_such_extra"
    try:
        lab.fresh(extras=(unknown,))
    except EnvInputError as error:
        if unknown not in str(error) and "extras" not in str(error):
            yield Breach(f"extras=({unknown!r},) raised {error}", "Name the unknown extra.")
    else:
        yield Breach(
            f"extras=({unknown!r},) was taken.",
            "Hand extras on to TextEnv.__init__, which refuses unknown ones.",
        )


RULES = (
    Rule(
        name="info-contract",
        says="info has the facts of the contract, each of its type.",
        look=contract,
    ),
    Rule(
        name="info-plain",
        says="All that info holds is plain values, so that workers can send it without pickle.",
        look=plain,
    ),
    Rule(name="info-kept", says="What was told once does not change later.", look=kept),
    Rule(
        name="info-episode",
        says="Task and instruction stay the same through an episode; members of a team may have "
        "instructions of their own.",
        look=episode,
    ),
    Rule(
        name="extras",
        says="Privileged facts are told where they were asked for, and only there.",
        look=extras,
    ),
    Rule(
        name="extras-unknown",
        says="An extra that the environment doesn't have is refused.",
        look=extras_unknown,
    ),
)
