"""Write a scene down as a PDDL problem, with no more declarations than it needs."""

from collections.abc import Iterable
from itertools import combinations

from hgpo_envs.alfworld.generate.measured.figures import figures
from hgpo_envs.alfworld.generate.measured.naming import Naming
from hgpo_envs.alfworld.generate.measured.scene import Scene
from hgpo_envs.alfworld.generate.measured.tasks import TREATMENTS, Errand, Goal

_DOMAIN_RTYPES = ("fridge", "microwave", "sinkbasin")
_DOMAIN_OTYPES = ("butterknife", "knife")


def problem_text(name: str, scene: Scene, naming: Naming) -> str:
    """Return the PDDL problem of a scene under the given name."""
    facts = (
        f"(atLocation agent1 {naming.middles[scene.start]})",
        *(_room_facts(scene, naming) if scene.home.doors else ()),
        *_receptacle_facts(scene, naming),
        *_thing_facts(scene, naming),
        *_capacity_facts(scene),
    )
    return (
        f"(define (problem {name})\n(:domain alfred)\n"
        f"(:objects\n{_lines(_declarations(scene, naming))})\n(:init\n{_lines(facts)})\n"
        f"(:goal {goal_text(scene.goal)}))\n"
    )


def goal_text(goal: Goal) -> str:
    """Return a goal as a PDDL formula."""
    if not goal.is_look:
        texts = [_errand_text(errand) for errand in goal.errands]
        return texts[0] if len(texts) == 1 else f"(and {' '.join(texts)})"
    (errand,) = goal.errands
    return (
        "(and (exists (?ot - object ?r - receptacle ?a - agent ?l - location)"
        f" (and (objectType ?ot {errand.target}Type) (toggleable ?ot) (isToggled ?ot)"
        " (inReceptacle ?ot ?r) (receptacleAtLocation ?r ?l) (atLocation ?a ?l)))"
        f" (exists (?o - object ?a - agent) (and (objectType ?o {errand.thing}Type)"
        " (holds ?a ?o))))"
    )


def _errand_text(errand: Errand) -> str:
    things = [f"?o{at}" for at in range(1, errand.count + 1)]
    conditions = [f"(receptacleType ?r {errand.target}Type)"]
    for thing in things:
        conditions.append(f"(objectType {thing} {errand.thing}Type)")
        conditions.append(f"(inReceptacle {thing} ?r)")
        conditions += [f"({TREATMENTS[name].state} {thing})" for name in errand.treatments]
    conditions += [f"(not (= {one} {other}))" for one, other in combinations(things, 2)]
    variables = " ".join(f"{thing} - object" for thing in things)
    return f"(exists (?r - receptacle {variables}) (and {' '.join(conditions)}))"


def _declarations(scene: Scene, naming: Naming) -> list[str]:
    rtypes = sorted({*scene.home.types, *_DOMAIN_RTYPES})
    otypes = sorted({*(thing.kind for thing in scene.things), *_DOMAIN_OTYPES})
    places = {*naming.middles, *naming.receptacle_places, *naming.thing_places}
    groups = [
        (["agent1"], "agent"),
        (sorted(places), "location"),
        (naming.receptacles, "receptacle"),
        (naming.things, "object"),
        ([f"{kind}Type" for kind in rtypes], "rtype"),
        ([f"{kind}Type" for kind in otypes], "otype"),
    ]
    if scene.home.doors:
        groups += [(naming.rooms, "room"), (naming.doors, "door")]
    return [f"{' '.join(names)} - {kind}" for names, kind in groups]


def _room_facts(scene: Scene, naming: Naming) -> Iterable[str]:
    home = scene.home
    for room, middle in zip(naming.rooms, naming.middles, strict=True):
        yield f"(entry {room} {middle})"
        yield f"(inRoom {middle} {room})"
    for place, owner in sorted(set(zip(naming.receptacle_places, home.rooms, strict=True))):
        yield f"(inRoom {place} {naming.rooms[owner]})"
    for door, (one, other) in zip(naming.doors, home.doors, strict=True):
        yield f"(joins {door} {naming.rooms[one]} {naming.rooms[other]})"
        yield f"(joins {door} {naming.rooms[other]} {naming.rooms[one]})"


def _receptacle_facts(scene: Scene, naming: Naming) -> Iterable[str]:
    for at, kind in enumerate(scene.home.types):
        me = naming.receptacles[at]
        yield f"(receptacleType {me} {kind}Type)"
        yield f"(receptacleAtLocation {me} {naming.receptacle_places[at]})"
        if at in scene.home.openable:
            yield f"(openable {me})"
            if at not in scene.closed:
                yield f"(opened {me})"


def _thing_facts(scene: Scene, naming: Naming) -> Iterable[str]:
    for at, thing in enumerate(scene.things):
        me = naming.things[at]
        yield f"(objectType {me} {thing.kind}Type)"
        yield f"(objectAtLocation {me} {naming.thing_places[at]})"
        for receptacle in thing.receptacles:
            yield f"(inReceptacle {me} {naming.receptacles[receptacle]})"
        if thing.container is not None:
            yield f"(inReceptacleObject {me} {naming.things[thing.container]})"
        for word in thing.properties:
            yield f"({word} {me})"
        if thing.cool:
            yield f"(isCool {me})"


def _capacity_facts(scene: Scene) -> Iterable[str]:
    present = {thing.kind for thing in scene.things}
    holds = figures().holds
    for kind in sorted(set(scene.home.types) & holds.keys()):
        for thing in holds[kind]:
            if thing in present:
                yield f"(canContain {kind}Type {thing}Type)"


def _lines(items: Iterable[str]) -> str:
    return "\n".join(items)
