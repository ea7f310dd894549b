"""Read a one-room PDDL problem, official or generated, as a scene."""

import re
from collections import defaultdict

from hgpo_envs.alfworld.generate.measured.scene import Home, Scene, Thing
from hgpo_envs.alfworld.generate.measured.tasks import LOOK, Goal, goal_of

_FACT = re.compile(r"\(\s*(\w+)\s+([^()]+?)\s*\)")
_TYPE_OF_THING = re.compile(r"\(objectType \S+ (\w+)Type\)")
_TYPE_OF_TARGET = re.compile(r"\(receptacleType \S+ (\w+)Type\)")
PROPERTIES = (
    "pickupable",
    "isreceptacleobject",
    "cleanable",
    "heatable",
    "coolable",
    "sliceable",
    "toggleable",
)
"""The predicates that hold of a thing for ever."""

Facts = dict[str, list[list[str]]]


def read_scene(problem: str, *, kind: str, goal: Goal) -> Scene:
    """Read the scene of a problem whose room kind and goal are known.

    Args:
        problem: PDDL text of a game with one room.
        kind: the kind of the room, which the text doesn't say.
        goal: what the game asks for.
    """
    facts = read_facts(problem)
    home = _read_home(facts, kind)
    order = {name: at for at, (name, _) in enumerate(facts["receptacletype"])}
    opened = {order[name] for (name,) in facts["opened"]}
    return Scene(
        home=home,
        things=_read_things(facts, order),
        closed=home.openable - opened,
        goal=goal,
    )


def read_goal(problem: str, task: str) -> Goal:
    """Read the goal of a generated problem of a task type.

    Example:
        >>> text = "(:goal (exists (?r) (and (receptacleType ?r bedType) (objectType ?o penType)"
        >>> read_goal(text, "pick_and_place_simple").errands[0].target
        'bed'
    """
    parts = problem.partition("(:goal")[2].split("(exists")[1:]
    things = [_TYPE_OF_THING.findall(part) for part in parts]
    if task == LOOK:
        (lamp, *_), (thing, *_) = things
        return goal_of(task, (thing, lamp))
    targets = [_TYPE_OF_TARGET.findall(part) for part in parts]
    pairs = [(thing[0], target[0]) for thing, target in zip(things, targets, strict=True)]
    return goal_of(task, *pairs)


def read_facts(problem: str) -> Facts:
    """Return the arguments of the initial facts by predicate, all in lower case."""
    facts: Facts = defaultdict(list)
    init = problem.lower().partition("(:init")[2].partition("(:goal")[0]
    for name, arguments in _FACT.findall(init):
        facts[name].append(arguments.split())
    return facts


def _read_home(facts: Facts, kind: str) -> Home:
    types = [(name, type_name.removesuffix("type")) for name, type_name in facts["receptacletype"]]
    place_of = {pair[0]: pair[1] for pair in facts["receptacleatlocation"]}
    numbers = {place: at for at, place in enumerate(sorted(set(place_of.values())))}
    openable = {name for (name,) in facts["openable"]}
    return Home(
        kinds=(kind,),
        types=tuple(type_name for _, type_name in types),
        rooms=(0,) * len(types),
        places=tuple(numbers[place_of[name]] for name, _ in types),
        openable=frozenset(at for at, (name, _) in enumerate(types) if name in openable),
    )


def _read_things(facts: Facts, order: dict[str, int]) -> tuple[Thing, ...]:
    where: dict[str, list[int]] = defaultdict(list)
    for name, receptacle in facts["inreceptacle"]:
        where[name].append(order[receptacle])
    number = {name: at for at, (name, _) in enumerate(facts["objecttype"])}
    holding = {word: {name for (name,) in facts[word]} for word in (*PROPERTIES, "iscool")}
    container = {inner: number[outer] for inner, outer in facts["inreceptacleobject"]}
    return tuple(
        Thing(
            kind=type_name.removesuffix("type"),
            receptacles=tuple(sorted(where[name])),
            properties=tuple(word for word in PROPERTIES if name in holding[word]),
            cool=name in holding["iscool"],
            container=container.get(name),
        )
        for name, type_name in facts["objecttype"]
    )
