"""Halls in which the same is not the same twice."""

import random
from typing import cast

from worlds.hall import Hall, State, broken

from hgpo_envs import Scene


class Moody(Hall):
    """Puts the lamp where the seed of reset says."""

    def place_of_lamp(self, task: str) -> int:
        return 1 + int(self.np_random.integers(self.rooms - 1))


class Haunted(Hall):
    """Keeps something of episodes that were won."""

    def furnish(self) -> None:
        self._has_shone = False

    def begin(self, task: str) -> tuple[str, Scene]:
        instruction, scene = super().begin(task)
        glow = " It still smells of oil." if self._has_shone else ""
        return instruction, scene._replace(text=scene.text + glow)

    def win(self) -> Scene:
        self._has_shone = True
        return super().win()


class Hashed(Hall):
    """Shows a number that depends on the process."""

    def look(self) -> str:
        return f"{super().look()} The clock says {hash(self.state.task) % 100_000}."


class Gambling(Hall):
    """Moves the random generator that all share."""

    def begin(self, task: str) -> tuple[str, Scene]:
        random.random()
        return super().begin(task)


class Leaking(Hall):
    """Plays on in what save returned."""

    def save(self) -> object:
        return [self.state]

    def load(self, state: object) -> None:
        self._shared = cast("list[State]", state)
        self.state = self._shared[0]

    def furnish(self) -> None:
        self._shared: list[State] = [State()]

    def begin(self, task: str) -> tuple[str, Scene]:
        self._shared = [State()]
        return super().begin(task)

    def act(self, action: str) -> Scene:
        scene = super().act(action)
        self._shared[0] = self.state
        return scene


class Homebound(Hall):
    """Its snapshots are numbers of a list that no other environment has."""

    def furnish(self) -> None:
        self._kept: list[State] = []

    def save(self) -> object:
        self._kept.append(self.state)
        return len(self._kept) - 1

    def load(self, state: object) -> None:
        self.state = self._kept[cast(int, state)]


class Shy(Hall):
    """Shows how often it was looked at from outside."""

    def begin(self, task: str) -> tuple[str, Scene]:
        self._looks = 0
        return super().begin(task)

    def look(self) -> str:
        return super().look() + " You feel watched." * self._looks

    def save(self) -> object:
        self._looks = min(self._looks + 1, 3)
        return (self.state, self._looks)

    def load(self, state: object) -> None:
        self.state, self._looks = cast("tuple[State, int]", state)


BROKEN = {
    "same-episode": broken(Moody),
    "replay": broken(Haunted),
    "same-elsewhere": broken(Hashed),
    "own-randomness": broken(Gambling),
    "snapshot-restores": broken(Leaking),
    "snapshot-travels": broken(Homebound),
    "snapshot-silent": broken(Shy),
}
