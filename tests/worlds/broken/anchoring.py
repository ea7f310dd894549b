"""Halls whose anchors tell too much or too little, and those that can't be many."""

from typing import cast

from worlds.hall import Hall, State, broken

from hgpo_envs import Scene

IS_OPEN = [False]
"""Set by the session that has the key."""

ALL = [State()]

LONG = "A long corridor. " * 64_000
"""Over a million characters."""


class Remembering(Hall):
    """Its anchor has the last action, which is no part of its state."""

    def act(self, action: str) -> Scene:
        scene = super().act(action)
        return scene._replace(anchor=f"{action}: {scene.text}")


class Counting(Hall):
    """Its anchor has the number of the step."""

    def begin(self, task: str) -> tuple[str, Scene]:
        self._steps = 0
        return super().begin(task)

    def act(self, action: str) -> Scene:
        self._steps += 1
        scene = super().act(action)
        return scene._replace(anchor=f"{self._steps}: {scene.text}")

    def save(self) -> object:
        return (self.state, self._steps)

    def load(self, state: object) -> None:
        self.state, self._steps = cast("tuple[State, int]", state)


class Uniform(Hall):
    """Has one anchor for all that it shows."""

    def scene(self, text: str) -> Scene:
        return super().scene(text)._replace(anchor="the hall")


class Verbose(Hall):
    """Begins with a text that no context has room for."""

    def furnish(self) -> None:
        self.observation_space = type(self.observation_space)(1 << 21)

    def begin(self, task: str) -> tuple[str, Scene]:
        instruction, scene = super().begin(task)
        return instruction, scene._replace(text=LONG + scene.text)


class Private(Hall):
    """Can only be made where somebody has opened it."""

    def furnish(self) -> None:
        if not IS_OPEN[0]:
            raise PermissionError("the hall is locked")


class Shared(Hall):
    """Keeps the episode where all halls do."""

    @property
    def state(self) -> State:  # type: ignore[override]
        return ALL[0]

    @state.setter
    def state(self, state: State) -> None:
        ALL[0] = state


BROKEN = {
    "side-by-side": broken(Shared),
    "anchor-of-state": broken(Remembering),
    "anchor-recurs": broken(Counting),
    "anchor-differs": broken(Uniform),
    "context": broken(Verbose),
    "worker": broken(Private),
}
