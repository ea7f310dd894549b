"""Halls whose entry or panel of tasks is not what it should be."""

from collections.abc import Mapping, Sequence

from worlds.hall import TASKS, Hall, broken

from hgpo_envs import EnvSpec, TaskPanel
from hgpo_envs.text_env import Info


class Secretive(Hall):
    """Takes an option that its entry doesn't explain."""

    def __init__(
        self,
        *,
        spec: EnvSpec,
        split: str,
        max_steps: int,
        extras: Sequence[str] = (),
        render_mode: str | None = None,
        rooms: int = 5,
        haunted: bool = False,
    ) -> None:
        super().__init__(
            spec=spec,
            split=split,
            max_steps=max_steps,
            extras=extras,
            render_mode=render_mode,
            rooms=rooms,
        )


class Hurried(Hall):
    """Has a cap of its own."""

    def furnish(self) -> None:
        self.max_steps = min(self.max_steps, 15)


class HalfBuilt(Hall):
    """Has a split that can't be opened, and says so in no orderly way."""

    def ids(self, split: str) -> tuple[str, ...]:
        if split == "test":
            raise FileNotFoundError("test.json")
        return super().ids(split)


class Misnamed(Hall):
    """Its panel is another environment's."""

    def furnish(self) -> None:
        self.panel = TaskPanel(env_id="Barn-v0", split="train", version="1", ids=self.panel.ids)


class Shuffled(Hall):
    """The order of its tasks comes from a set of texts."""

    def ids(self, split: str) -> tuple[str, ...]:
        return tuple({f"{split}-{number:02d}" for number in range(TASKS)})


class Stubborn(Hall):
    """Plays the first task where the last one is named."""

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[str, Info]:
        if options and options.get("task") == self.panel.ids[-1]:
            options = {"task": self.panel.ids[0]}
        return super().reset(seed=seed, options=options)


class Forgiving(Hall):
    """Plays the first task where an unknown one is named."""

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[str, Info]:
        if options and "task" in options and options["task"] not in self.panel:
            options = {"task": self.panel.ids[0]}
        return super().reset(seed=seed, options=options)


class Monotonous(Hall):
    """Draws the same task from every seed."""

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[str, Info]:
        return super().reset(seed=seed, options=options or {"task": self.panel.ids[0]})


BROKEN = {
    "entry-texts": broken(Hall, id="Unlicensed-v0", licence=" "),
    "entry-options": broken(Secretive),
    "entry-splits": broken(HalfBuilt),
    "entry-limits": broken(Hurried),
    "entry-template": broken(Hall, id="Unwritten-v0", template="worlds.broken:nothing.j2"),
    "panel": broken(Misnamed),
    "panel-elsewhere": broken(Shuffled),
    "task-named": broken(Stubborn),
    "task-unknown": broken(Forgiving),
    "task-drawn": broken(Monotonous),
}
