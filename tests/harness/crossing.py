"""A second world: open actions instead of a list, no expert, thirty lines."""

from typing import cast

from hgpo_envs import Scene, TaskPanel, TextEnv

LIGHTS = ("red", "green")


class Crossing(TextEnv):
    """Pass three lights: brake at red, go at green; one mistake and the drive is over."""

    def __init__(self, max_steps: int = 5) -> None:
        ids = tuple(f"{a}-{b}-{c}" for a in LIGHTS for b in LIGHTS for c in LIGHTS)
        panel = TaskPanel(env_id="Crossing-v0", split="all", version="1", ids=ids)
        super().__init__(panel=panel, max_steps=max_steps)
        self._lights: tuple[str, ...] = ()
        self._place = 0

    def begin(self, task: str) -> tuple[str, Scene]:
        self._lights, self._place = tuple(task.split("-")), 0
        return "Pass the lights.", self._see()

    def act(self, action: str) -> Scene:
        if action not in {"brake", "go"}:
            return self._see(inadmissible=True)
        right = (action == "brake") == (self._lights[self._place] == "red")
        self._place += 1
        won = right and self._place == len(self._lights)
        if won or not right:
            return Scene("The drive is over.", None, won, float(won), terminated=True)
        return self._see()

    def save(self) -> object:
        return (self._lights, self._place)

    def load(self, state: object) -> None:
        self._lights, self._place = cast("tuple[tuple[str, ...], int]", state)

    def _see(self, *, inadmissible: bool = False) -> Scene:
        text = f"The light is {self._lights[self._place]}."
        return Scene(text, None, inadmissible=inadmissible)
