"""Write a scene down as a PDDL problem, with no more declarations than it needs."""

from collections.abc import Iterable

from hgpo_envs.alfworld.generate.first.goals import LOOK, TREATMENTS, TWO, Goal
from hgpo_envs.alfworld.generate.first.naming import START, Naming
from hgpo_envs.alfworld.generate.first.rooms import world
from hgpo_envs.alfworld.generate.first.scenes import Scene

_DOMAIN_RTYPES = ("fridge", "microwave", "sinkbasin")
_DOMAIN_OTYPES = ("butterknife", "knife")


def problem_text(name: str, scene: Scene, naming: Naming) -> str:
    """Return the PDDL problem of a scene under the given name."""
    rtypes = sorted({*scene.layout.types, *_DOMAIN_RTYPES})
    otypes = sorted({*(item.kind for item in scene.items), *_DOMAIN_OTYPES})
    places = sorted({START, *naming.places})
    objects = (
        "agent1 - agent",
        " ".join(places) + " - location",
        " ".join(naming.receptacle_ids) + " - receptacle",
        " ".join(naming.item_ids) + " - object",
        " ".join(f"{kind}Type" for kind in rtypes) + " - rtype",
        " ".join(f"{kind}Type" for kind in otypes) + " - otype",
    )
    facts = (
        f"(atLocation agent1 {START})",
        *_receptacle_facts(scene, naming),
        *_item_facts(scene, naming),
        *_capacity_facts(scene),
    )
    return (
        f"(define (problem {name})\n(:domain alfred)\n"
        f"(:objects\n{_lines(objects)})\n(:init\n{_lines(facts)})\n"
        f"(:goal {_goal_text(scene.goal)}))\n"
    )


def _lines(items: Iterable[str]) -> str:
    return "\n".join(items)


def _receptacle_facts(scene: Scene, naming: Naming) -> Iterable[str]:
    for at, kind in enumerate(scene.layout.types):
        me = naming.receptacle_ids[at]
        yield f"(receptacleType {me} {kind}Type)"
        yield f"(receptacleAtLocation {me} {naming.places[at]})"
        if kind in world().openable:
            yield f"(openable {me})"
            if at not in scene.closed:
                yield f"(opened {me})"


def _item_facts(scene: Scene, naming: Naming) -> Iterable[str]:
    for item, me in zip(scene.items, naming.item_ids, strict=True):
        yield f"(objectType {me} {item.kind}Type)"
        yield f"(inReceptacle {me} {naming.receptacle_ids[item.receptacle]})"
        yield f"(objectAtLocation {me} {naming.places[item.receptacle]})"
        for word in world().properties[item.kind]:
            yield f"({word} {me})"


def _capacity_facts(scene: Scene) -> Iterable[str]:
    present = {item.kind for item in scene.items}
    for kind in sorted(set(scene.layout.types) & world().holds.keys()):
        for thing in world().holds[kind]:
            if thing in present:
                yield f"(canContain {kind}Type {thing}Type)"


def _goal_text(goal: Goal) -> str:
    is_thing = f"(objectType ?o {goal.thing}Type)"
    if goal.task_type == LOOK:
        return (
            "(and (exists (?ot - object ?r - receptacle ?a - agent ?l - location)"
            f" (and (objectType ?ot {goal.target}Type) (toggleable ?ot) (isToggled ?ot)"
            " (inReceptacle ?ot ?r) (receptacleAtLocation ?r ?l) (atLocation ?a ?l)))"
            f" (exists (?o - object ?a - agent) (and {is_thing} (holds ?a ?o))))"
        )
    is_target = f"(receptacleType ?r {goal.target}Type)"
    if goal.task_type == TWO:
        return (
            f"(exists (?r - receptacle ?o - object ?o2 - object) (and {is_target}"
            f" {is_thing} (inReceptacle ?o ?r) (objectType ?o2 {goal.thing}Type)"
            " (inReceptacle ?o2 ?r) (not (= ?o ?o2))))"
        )
    treatment = TREATMENTS.get(goal.task_type)
    state = f" ({treatment.state} ?o)" if treatment else ""
    return (
        f"(exists (?r - receptacle ?o - object) (and {is_thing} {is_target}"
        f" (inReceptacle ?o ?r){state}))"
    )
