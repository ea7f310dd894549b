"""A world whose advantages are known: two choices, and only left and left again is paid."""

from collections.abc import Sequence
from typing import cast

from hgpo_envs import EnvSpec, Scene, TaskPanel, TextEnv

DOORS = ("left", "right")


class TwoDoors(TextEnv):
    """Walk through two doors."""

    def __init__(
        self,
        *,
        spec: EnvSpec,
        split: str,
        max_steps: int,
        extras: Sequence[str] = (),
        render_mode: str | None = None,
    ) -> None:
        ids = tuple(f"house-{number}" for number in range(12))
        panel = TaskPanel(env_id=spec.id, split=split, version="1", ids=ids)
        super().__init__(panel=panel, max_steps=max_steps, extras=extras, render_mode=render_mode)
        self._taken: tuple[str, ...] = ()

    def begin(self, task: str) -> tuple[str, Scene]:
        self._taken = ()
        return "Find the prize.", Scene("hall", DOORS)

    def act(self, action: str) -> Scene:
        self._taken = (*self._taken, action)
        won = self._taken == ("left", "left")
        text = " then ".join(self._taken)
        return Scene(text, DOORS, won=won, reward=float(won), terminated=len(self._taken) == 2)

    def save(self) -> tuple[str, ...]:
        return self._taken

    def load(self, state: object) -> None:
        self._taken = cast("tuple[str, ...]", state)


TWO_DOORS = EnvSpec(
    id="TwoDoors-v0",
    entry_point="worlds.two_doors:TwoDoors",
    splits=("houses",),
    default_split="houses",
    max_steps=5,
    description="Two doors.",
)
