"""Find a way to win a scene: the proof, by construction, that the game can be won."""

from hgpo_envs.alfworld.generate.dialects import PUT, Dialect
from hgpo_envs.alfworld.generate.first.goals import LAMP, LOOK, TREATMENTS, TWO
from hgpo_envs.alfworld.generate.first.naming import Naming
from hgpo_envs.alfworld.generate.first.scenes import Scene


def walkthrough(scene: Scene, naming: Naming, dialect: Dialect) -> list[str]:
    """Return commands that win the game: fetch, treat, put, by way of the first things listed."""
    walk = _Walk(scene, naming)
    if scene.goal.task_type == LOOK:
        lamp = next(at for at, item in enumerate(scene.items) if item.kind == LAMP)
        walk.take(0)
        walk.go(scene.items[lamp].receptacle)
        walk.commands.append(f"use {naming.item_names[lamp]}")
        return walk.commands
    treatment = TREATMENTS.get(scene.goal.task_type)
    target = scene.layout.types.index(scene.goal.target)
    for item in range(2 if scene.goal.task_type == TWO else 1):
        name = naming.item_names[item]
        walk.take(item)
        if treatment:
            tool = scene.layout.types.index(treatment.tool)
            walk.go(tool)
            walk.commands.append(f"{treatment.verb} {name} with {naming.receptacle_names[tool]}")
        walk.go(target)
        walk.open(target)
        walk.commands.append(PUT[dialect].format(o=name, r=naming.receptacle_names[target]))
    return walk.commands


class _Walk:
    """The commands so far, and what they have changed."""

    def __init__(self, scene: Scene, naming: Naming) -> None:
        self.commands: list[str] = []
        self._scene, self._naming = scene, naming
        self._closed = set(scene.closed)
        self._place = 0

    def go(self, receptacle: int) -> None:
        place = self._scene.layout.places[receptacle]
        if place != self._place:
            self.commands.append(f"go to {self._naming.receptacle_names[receptacle]}")
            self._place = place

    def open(self, receptacle: int) -> None:
        if receptacle in self._closed:
            self.commands.append(f"open {self._naming.receptacle_names[receptacle]}")
            self._closed.discard(receptacle)

    def take(self, item: int) -> None:
        source = self._scene.items[item].receptacle
        self.go(source)
        self.open(source)
        names = self._naming
        self.commands.append(f"take {names.item_names[item]} from {names.receptacle_names[source]}")
