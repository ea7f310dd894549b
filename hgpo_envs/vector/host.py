"""A worker's side: owns wrapped environments and answers requests, whatever they travel by."""

import traceback
from collections.abc import Callable, Sequence
from typing import cast

from hgpo_envs.context.wrapper import ContextWrapper
from hgpo_envs.errors import EnvInputError
from hgpo_envs.text_env import TextEnv
from hgpo_envs.vector.messages import (
    SPEECH,
    Member,
    Moment,
    failed_answer,
    moments_answer,
    read_request,
    ready_answer,
)
from hgpo_envs.vector.moments import moment_of
from hgpo_envs.vector.recipe import EnvRecipe


class Host:
    """Environments in slots; they are made when a slot is first used, and used again after."""

    def __init__(self) -> None:
        self._make: Callable[[], ContextWrapper] | None = None
        self._envs: dict[int, ContextWrapper] = {}

    def answer(self, request: bytes) -> bytes:
        """Do what a request of ``hgpo_envs.vector.messages`` asks for and answer it.

        An error of the environment is an answer too: the side that steers raises it.
        """
        try:
            verb, *rest = read_request(request)
            return _VERBS[cast(str, verb)](self, *rest)
        except Exception as error:  # noqa: BLE001  (an environment's error is filed under env)
            name, trace = type(error).__name__, traceback.format_exc()
            return failed_answer(name, str(error), trace)

    def make(self, plain: dict[str, object], speech: str = "unnamed") -> bytes:
        """Take a recipe and try it out: what is wrong with it is told at once.

        Raises:
            EnvInputError: the side that steers speaks other messages, or as ``EnvRecipe`` says.
        """
        if speech != SPEECH:
            raise EnvInputError(
                f"the process that steers speaks messages {speech}, and its worker {SPEECH}. "
                "Install the same version of hgpo-bench on every machine; where it was changed "
                "while the process ran, start the process again."
            )
        self._make = EnvRecipe.from_plain(plain).make
        first = self._make()
        self._envs = {0: first}
        return ready_answer(cast(TextEnv, first.unwrapped).extras)

    def begin(self, members: Sequence[Member], prompts: bool) -> bytes:
        """Start episodes and do the actions that go with them."""
        moments: list[Moment] = []
        for slot, task, seed, actions in members:
            env = self._env(slot)
            info = env.begin(seed=seed, options={"task": task})
            moments.append(moment_of(env, info, prompt=prompts and not actions))
            for done, action in enumerate(actions, start=1):
                moments.append(_after(env, action, prompt=prompts and done == len(actions)))
        return moments_answer(moments)

    def step(self, slots: Sequence[int], actions: Sequence[str], prompts: bool) -> bytes:
        """Do one action in each slot."""
        return moments_answer(
            [
                _after(self._envs[slot], action, prompt=prompts)
                for slot, action in zip(slots, actions, strict=True)
            ]
        )

    def _env(self, slot: int) -> ContextWrapper:
        if self._make is None:
            raise EnvInputError("a worker was asked to play before it had a recipe: make first.")
        env = self._envs.get(slot)
        if env is None:
            self._envs[slot] = env = self._make()
        return env


def _after(env: ContextWrapper, action: str, *, prompt: bool) -> Moment:
    reward, terminated, truncated, info = env.advance(action)
    return moment_of(
        env, info, reward=reward, terminated=terminated, truncated=truncated, prompt=prompt
    )


_VERBS: dict[str, Callable[..., bytes]] = {
    "make": Host.make,
    "begin": Host.begin,
    "step": Host.step,
}
