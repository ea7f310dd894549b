"""A second world, of another action style: any text may be said, and only numbers are understood.

It is what an environment author writes: one class of 40 lines and one entry of the registry.
"""

import zlib
from collections.abc import Sequence
from typing import cast

from hgpo_envs import EnvSpec, Scene, TaskPanel, TextEnv


class NumberGuess(TextEnv):
    """Find a number by being told whether it is higher or lower."""

    known_extras = ("secret",)

    def __init__(
        self,
        *,
        spec: EnvSpec,
        split: str,
        max_steps: int,
        extras: Sequence[str] = (),
        render_mode: str | None = None,
        highest: int = 50,
    ) -> None:
        ids = tuple(f"{split}-{number:02d}" for number in range(20))
        panel = TaskPanel(env_id=spec.id, split=split, version=f"1/{highest}", ids=ids)
        super().__init__(panel=panel, max_steps=max_steps, extras=extras, render_mode=render_mode)
        self._highest = highest
        self._secret = 0

    def begin(self, task: str) -> tuple[str, Scene]:
        self._secret = 1 + zlib.crc32(task.encode()) % self._highest
        return f"Find the number from 1 to {self._highest}.", self._scene("I have a number.")

    def act(self, action: str) -> Scene:
        said = action.strip()
        if not (said.isascii() and said.isdigit()):
            return self._scene("That is no number.", inadmissible=True)
        guess = int(said[-9:])
        if guess == self._secret:
            return self._scene(f"Yes, it is {guess}!", won=True, reward=1.0, terminated=True)
        return self._scene(f"It is {'higher' if guess < self._secret else 'lower'} than {guess}.")

    def save(self) -> int:
        return self._secret

    def load(self, state: object) -> None:
        self._secret = cast(int, state)

    def _scene(self, text: str, **facts: object) -> Scene:
        return Scene(text, None, extras={"secret": self._secret}, **facts)  # type: ignore[arg-type]


def stranger(*, spec: EnvSpec, split: str, max_steps: int) -> dict[str, object]:
    """What no registry should take for an environment."""
    return {"spec": spec, "split": split, "max_steps": max_steps}


def careless(*, split: str, max_steps: int) -> None:
    """What does not take all that an environment is made of."""


NUMBER_GUESS = EnvSpec(
    id="NumberGuess-v0",
    entry_point="worlds.number_guess:NumberGuess",
    splits=("practice", "exam"),
    default_split="practice",
    max_steps=8,
    description="Find a number by free text.",
    licence="Apache-2.0",
    data_version="1",
    options={"highest": "the greatest number that it can be (default: 50)"},
)
