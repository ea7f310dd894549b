"""Halls that list, take, count or end wrongly."""

from dataclasses import replace
from typing import cast

from worlds.hall import Expert, Hall, broken

from hgpo_envs import Scene
from hgpo_envs.text_env import Episode, Info

Answer = tuple[str, float, bool, bool, Info]


class Untidy(Hall):
    """Lists actions in another order than the alphabet's."""

    def listed(self) -> tuple[str, ...]:
        return super().listed()[::-1]


class Boastful(Hall):
    """Lists an action that it refuses."""

    def listed(self) -> tuple[str, ...]:
        return ("fly away", *super().listed())

    def act(self, action: str) -> Scene:
        return self.refuse(action) if action == "fly away" else super().act(action)


class Polite(Hall):
    """Never tells that it refused something."""

    def refuse(self, action: str) -> Scene:
        return super().refuse(action)._replace(inadmissible=False)


class Generous(Hall):
    """Doesn't count what it refuses."""

    def step(self, action: str) -> Answer:
        answer = super().step(action)
        if answer[4]["inadmissible"]:
            episode = cast(Episode, self._episode)
            self._episode = replace(episode, steps=episode.steps - 1)
        return answer


class Speechless(Expert):
    def act(self, observation: str, admissible: tuple[str, ...]) -> str:
        return cast(str, None)


class Misguided(Hall):
    """Its expert has nothing to say."""

    def make_expert(self) -> Expert:
        return Speechless()


class Late(Hall):
    """Truncates one step too late."""

    def step(self, action: str) -> Answer:
        observation, reward, terminated, truncated, info = super().step(action)
        late = truncated and cast(Episode, self._episode).steps > self.max_steps
        return observation, reward, terminated, late, info


class Doubly(Hall):
    """Calls an episode that the world ended truncated too."""

    def step(self, action: str) -> Answer:
        observation, reward, terminated, truncated, info = super().step(action)
        return observation, reward, terminated, truncated or terminated, info


class Lavish(Hall):
    """Pays more than its entry says."""

    def win(self) -> Scene:
        return super().win()._replace(reward=2.0)


class Endless(Hall):
    """Goes on when the goal holds."""

    def win(self) -> Scene:
        return super().win()._replace(terminated=False)


class Strict(Hall):
    """Raises after the end."""

    def step(self, action: str) -> Answer:
        if self._episode is not None and self._episode.is_over:
            raise RuntimeError("the episode is over")
        return super().step(action)


BROKEN = {
    "actions-sorted": broken(Untidy),
    "actions-admissible": broken(Boastful),
    "actions-invalid": broken(Polite),
    "actions-counted": broken(Generous),
    "expert": broken(Misguided),
    "step-cap": broken(Late),
    "one-end": broken(Doubly),
    "rewards": broken(Lavish),
    "won-ends": broken(Endless),
    "after-end": broken(Strict),
}
