"""Halls with the mistakes that are made every day, some of which break many rules at once."""

import random
import time
from collections.abc import Mapping, Sequence
from typing import ClassVar, cast

from worlds.hall import Hall, broken

from hgpo_envs import EnvSpec, Scene
from hgpo_envs.text_env import Info


class Hoarding(Hall):
    """Notes the rooms that were seen in a list of its class, which no reset empties."""

    seen: ClassVar[list[int]] = []

    def look(self) -> str:
        if self.state.room not in self.seen:
            self.seen.append(self.state.room)
        return f"{super().look()} You have seen {len(self.seen)} rooms."


class Dated(Hall):
    """Tells the day."""

    def look(self) -> str:
        return f"{super().look()} Today is {time.strftime('%A')}."


class Chatting(Hall):
    """Draws a word of welcome from the generator that all share."""

    def begin(self, task: str) -> tuple[str, Scene]:
        instruction, scene = super().begin(task)
        return instruction, scene._replace(text=f"{random.random():.6f}. {scene.text}")


class Reseeding(Hall):
    """Seeds the generator that all share, so that it always draws the same."""

    def begin(self, task: str) -> tuple[str, Scene]:
        random.seed(7)
        instruction, scene = super().begin(task)
        return instruction, scene._replace(text=f"{random.random():.6f}. {scene.text}")


class Refilling(Hall):
    """Has one list of actions, which it fills anew for every scene."""

    def furnish(self) -> None:
        self._actions: list[str] = []

    def scene(self, text: str) -> Scene:
        self._actions[:] = self.listed()
        return (
            super().scene(text)._replace(admissible_actions=cast("tuple[str, ...]", self._actions))
        )


class Updating(Hall):
    """Has one info, which it updates for every answer."""

    def furnish(self) -> None:
        self._told: Info = {}

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[str, Info]:
        text, info = super().reset(seed=seed, options=options)
        return text, self._updated(info)

    def step(self, action: str) -> tuple[str, float, bool, bool, Info]:
        *answer, info = super().step(action)
        return cast("tuple[str, float, bool, bool, Info]", (*answer, self._updated(info)))

    def _updated(self, info: Info) -> Info:
        self._told.update(info)
        return self._told


class Rolling(Hall):
    """Throws dice while it is played, with the generator that reset has seeded."""

    def act(self, action: str) -> Scene:
        scene = super().act(action)
        return scene._replace(text=f"{scene.text} You roll {self.np_random.integers(1000)}.")


class Unrendered(Hall):
    """Takes no render mode."""

    def __init__(
        self,
        *,
        spec: EnvSpec,
        split: str,
        max_steps: int,
        extras: Sequence[str] = (),
        rooms: int = 5,
    ) -> None:
        super().__init__(spec=spec, split=split, max_steps=max_steps, extras=extras, rooms=rooms)


EVERYDAY = {
    spec.id: spec
    for spec in map(
        broken,
        (
            Hoarding,
            Dated,
            Chatting,
            Reseeding,
            Refilling,
            Updating,
            Rolling,
            Unrendered,
        ),
    )
}
