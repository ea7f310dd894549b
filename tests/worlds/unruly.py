"""A world that does to its process what it is told: hang, end, fail, remember what it must not."""

import json
import os
import time
from pathlib import Path
from typing import cast

from hgpo_envs import EnvSpec, Scene, TaskPanel, TextEnv


class Unruly(TextEnv):
    """Does what its actions say; some of them only while a file is not there yet."""

    def __init__(
        self, *, spec: EnvSpec, split: str, max_steps: int, render_mode: str | None = None
    ) -> None:
        panel = TaskPanel(
            env_id=spec.id, split=split, version="1", ids=("a", "b", "c", "hanging", "ending")
        )
        super().__init__(panel=panel, max_steps=max_steps, render_mode=render_mode)
        self._said: list[str] = []

    def begin(self, task: str) -> tuple[str, Scene]:
        self._said = []
        if task == "hanging":
            hang()
        if task == "ending":
            os._exit(4)
        return f"task {task}", self._scene()

    def act(self, action: str) -> Scene:
        self._said.append(action)
        verb, _, rest = action.partition(" ")
        if verb == "once":
            verb, _, flag = rest.partition(" ")
            if Path(flag).exists():
                return self._scene()
            Path(flag).touch()
        if verb == "offer":
            offered = json.loads(rest)
            actions = None if offered is None else tuple(offered)
            return self._scene()._replace(admissible_actions=actions, facts={"offered": (rest,)})
        return self._done(verb)

    def _done(self, verb: str) -> Scene:
        if verb == "hang":
            hang()
        if verb == "end":
            os._exit(3)
        if verb == "fail":
            raise ZeroDivisionError("told to fail")
        if verb == "process":
            return self._scene(f"process {os.getpid()}")
        if verb == "print":
            print("noise of an environment")
        if verb == "object":
            return self._scene()._replace(facts={"thing": {"deep": [object()]}})
        if verb == "win":
            return self._scene("won")._replace(won=True, reward=1.0, terminated=True)
        return self._scene()

    def save(self) -> tuple[str, ...]:
        return tuple(self._said)

    def load(self, state: object) -> None:
        self._said = list(cast("tuple[str, ...]", state))

    def _scene(self, text: str | None = None) -> Scene:
        told = f"{len(self._said)} done" if text is None else text
        return Scene(told, ("look", "win"), anchor=f"after {self._said[-1:]}")


def hang() -> None:
    """Take an hour."""
    time.sleep(3600)


UNRULY = EnvSpec(
    id="Unruly-v0",
    entry_point="worlds.unruly:Unruly",
    splits=("only",),
    default_split="only",
    max_steps=9,
)
