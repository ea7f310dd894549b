"""Halls that don't start, don't play, or that Gymnasium doesn't take."""

from worlds.hall import Hall, broken

from hgpo_envs import Scene
from hgpo_envs.text_env import Info
from hgpo_envs.text_space import UnicodeText


class Locked(Hall):
    """Can't be reset."""

    def begin(self, task: str) -> tuple[str, Scene]:
        raise KeyError(task)


class Trapped(Hall):
    """Raises at an action that it lists."""

    def act(self, action: str) -> Scene:
        if action == "go right":
            raise ZeroDivisionError("there is no floor")
        return super().act(action)


class OldFashioned(Hall):
    """Has a method that Gymnasium has given up."""

    def seed(self, seed: int) -> None:
        self.reset(seed=seed)


class Obliging(Hall):
    """Takes anything for an action."""

    def step(self, action: str) -> tuple[str, float, bool, bool, Info]:
        return super().step(str(action))


class Narrow(Hall):
    """Lists actions that are longer than its space allows."""

    def furnish(self) -> None:
        self.action_space = UnicodeText(5)


BROKEN = {
    "starts": broken(Locked),
    "plays": broken(Trapped),
    "gymnasium": broken(OldFashioned),
    "misuse": broken(Obliging),
    "spaces": broken(Narrow),
}
