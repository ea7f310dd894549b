"""The words of a game: its domain and grammar, with rooms and doors where it has several."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files

from hgpo_envs.alfworld.generate import dialects
from hgpo_envs.alfworld.generate.dialects import PUT, Dialect
from hgpo_envs.alfworld.generate.measured.naming import Naming
from hgpo_envs.alfworld.generate.measured.plans import Step

_ROOM_DOMAIN = {
    "(:types agent location receptacle object rtype otype)": (
        "(:types agent location receptacle object rtype otype room door)"
    ),
    "    (checked ?x - object))": (
        "    (checked ?x - object)\n"
        "    (inRoom ?l - location ?m - room)\n"
        "    (entry ?m - room ?l - location)\n"
        "    (joins ?d - door ?m1 - room ?m2 - room))"
    ),
    ":precondition (and (atLocation ?a ?lStart) (receptacleAtLocation ?r ?lEnd))": (
        ":precondition (and (atLocation ?a ?lStart) (receptacleAtLocation ?r ?lEnd)\n"
        "      (exists (?m - room) (and (inRoom ?lStart ?m) (inRoom ?lEnd ?m))))"
    ),
}
_HERE = "atlocation(a:agent, l:location) & inroom(l:location, m:room)"
_BESIDE = "inroom(l2:location, m:room) & receptacleatlocation(r:receptacle, l2:location)"
_ANYWHERE = "receptacleatlocation(r:receptacle, l:location)"
_A_RECEPTACLE = "r.indefinite + ' ' + r.name"
_A_DOOR = "d.indefinite + ' ' + d.name"
_ROOM_GRAMMAR = {
    "You are in the middle of a room.": (f"You are in the middle of the [{{m.name | {_HERE}}}]."),
    "you see #furniture#.": (
        "you see #furniture#. You also see"
        f" [{{{_A_DOOR} | {_HERE} & joins(d:door, m:room, m2:room)}}]."
    ),
    f'"condition": "{_ANYWHERE}"': f'"condition": "{_HERE} & {_BESIDE}"',
    f"[{{{_A_RECEPTACLE} | {_ANYWHERE}}}]": f"[{{{_A_RECEPTACLE} | {_HERE} & {_BESIDE}}}]",
    '  "OpenObject.feedback"': (
        '  "GoThroughDoor.feedback": [{"rhs": "You go through the {d.name} into the {m.name}.'
        f" Looking quickly around you, you see [{{{_A_RECEPTACLE} | {_BESIDE}}}]."
        " Besides the {d.name}, you see"
        f' [{{{_A_DOOR.replace("d.", "d2.")} | joins(d2:door, m:room, m2:room)}}]."}}],\n'
        '  "OpenObject.feedback"'
    ),
    "\\n  open (receptacle)": "\\n  go through (door)\\n  open (receptacle)",
    "action OpenObject {": (
        'action GoThroughDoor { template :: "go through {d}";'
        ' feedback :: "#GoThroughDoor.feedback#"; }\naction OpenObject {'
    ),
}
"""What a game of several rooms says otherwise: where one is, and what one sees from there."""


@lru_cache(maxsize=4)
def domain(dialect: Dialect, *, has_rooms: bool) -> str:
    """Return the PDDL domain of a game."""
    text = dialects.domain(dialect)
    if not has_rooms:
        return text
    door = files(__package__).joinpath("doors.pddl").read_text(encoding="utf-8")
    return _replaced(
        text, {**_ROOM_DOMAIN, "  (:action OpenObject": f"{door}  (:action OpenObject"}
    )


@lru_cache(maxsize=4)
def grammar(dialect: Dialect, *, has_rooms: bool) -> str:
    """Return the grammar of a game, with its sentence still to be filled in for ``<TASK>``."""
    text = dialects.grammar(dialect)
    return _replaced(text, _ROOM_GRAMMAR) if has_rooms else text


def commands(steps: Iterable[Step], naming: Naming, dialect: Dialect) -> list[str]:
    """Say the steps of a plan in the words of a dialect."""
    return [_command(step, naming, dialect) for step in steps]


def _command(step: Step, naming: Naming, dialect: Dialect) -> str:
    verb, first, second = step
    if verb == "through":
        return f"go through {naming.door_names[first]}"
    if verb == "go":
        return f"go to {naming.receptacle_names[first]}"
    if verb == "open":
        return f"open {naming.receptacle_names[first]}"
    thing = naming.thing_names[first]
    if verb == "use":
        return f"use {thing}"
    receptacle = naming.receptacle_names[second]
    if verb == "take":
        return f"take {thing} from {receptacle}"
    if verb == "put":
        return PUT[dialect].format(o=thing, r=receptacle)
    return f"{verb} {thing} with {receptacle}"


def _replaced(text: str, changes: Mapping[str, str]) -> str:
    for old, new in changes.items():
        if text.count(old) != 1:
            raise AssertionError(f"unreachable: the shipped text has no single {old!r}")
        text = text.replace(old, new)
    return text
