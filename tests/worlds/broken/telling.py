"""Halls that tell the wrong facts in ``info``."""

from collections.abc import Sequence
from dataclasses import dataclass

from worlds.hall import Hall, broken

from hgpo_envs import EnvSpec, Scene
from hgpo_envs.text_env import Episode, Info


@dataclass(frozen=True)
class Place:
    number: int


class Wordless(Hall):
    """Has no instruction."""

    def begin(self, task: str) -> tuple[str, Scene]:
        return "", super().begin(task)[1]


class Objective(Hall):
    """Tells a thing of its own making, where plain values are wanted."""

    def scene(self, text: str) -> Scene:
        return super().scene(text)._replace(facts={"at": Place(self.state.room)})


class Rewriting(Hall):
    """Takes back what it told a while ago."""

    def furnish(self) -> None:
        self._paths: list[list[int]] = []

    def scene(self, text: str) -> Scene:
        self._paths.append([self.state.room])
        for path in self._paths[:-8]:
            path.clear()
        return super().scene(text)._replace(facts={"path": self._paths[-1]})


class Wavering(Hall):
    """Wants something else as time goes by."""

    def _info(self, episode: Episode) -> Info:
        info = super()._info(episode)
        return info | {"instruction": f"{info['instruction']} {episode.steps} steps are gone."}


class Talkative(Hall):
    """Tells where the lamp is without being asked."""

    def scene(self, text: str) -> Scene:
        scene = super().scene(text)
        return scene._replace(facts=scene.extras)


class Deaf(Hall):
    """Leaves out extras that it doesn't know, without a word."""

    def __init__(
        self,
        *,
        spec: EnvSpec,
        split: str,
        max_steps: int,
        extras: Sequence[str] = (),
        render_mode: str | None = None,
        rooms: int = 5,
    ) -> None:
        super().__init__(
            spec=spec,
            split=split,
            max_steps=max_steps,
            extras=[name for name in extras if name in self.known_extras],
            render_mode=render_mode,
            rooms=rooms,
        )


BROKEN = {
    "info-contract": broken(Wordless),
    "info-plain": broken(Objective),
    "info-kept": broken(Rewriting),
    "info-episode": broken(Wavering),
    "extras": broken(Talkative),
    "extras-unknown": broken(Deaf),
}
