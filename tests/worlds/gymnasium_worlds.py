"""Gymnasium environments to adapt: one of text, and one of Gymnasium's own put into words."""

from collections.abc import Sequence

import gymnasium
import numpy as np
from gymnasium.spaces import Text
from gymnasium.wrappers import TransformAction, TransformObservation

from hgpo_envs.adapters.gymnasium import Reading, adapt
from hgpo_envs.text_space import UnicodeText

MOVES = {"left": 0, "down": 1, "right": 2, "up": 3}


class Countdown(gymnasium.Env[str, str]):
    """Count down from a number below ten to zero; saying anything else ends the game."""

    observation_space = UnicodeText(100)
    action_space = Text(8)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.at = int(self.np_random.integers(3, 9))
        return f"At {self.at}.", self.info()

    def step(self, action):
        if action == "loud":
            raise ValueError("not so loud")
        is_right = action == str(self.at - 1)
        self.at -= is_right
        ended = self.at == 0 or action == "stop"
        return f"At {self.at}.", float(self.at == 0), ended, False, self.info()

    def info(self):
        return {
            "todo": "Count down.",
            "choices": {str(self.at - 1), "stop", "wait"},
            "left": np.int64(self.at),
            "key": ("state", self.at),
        }


READING = Reading(
    instruction="todo", admissible="choices", anchor="key", facts=("left",), refusal=(ValueError,)
)


def countdown(*, max_steps: int = 30, extras: Sequence[str] = (), render_mode: str | None = None):
    """Return the countdown behind the contract."""
    return adapt(
        Countdown,
        reading=READING,
        version="1",
        max_steps=max_steps,
        extras=extras,
        render_mode=render_mode,
    )


def frozen_lake(
    *, max_steps: int = 100, extras: Sequence[str] = (), render_mode: str | None = None
):
    """A lake of Gymnasium's own, put into words; slippery, so that chance is part of it."""

    def world():
        lake = gymnasium.make("FrozenLake-v1", disable_env_checker=True)
        told = TransformObservation(lake, lambda at: f"You stand on field {at}.", UnicodeText(80))
        return TransformAction(told, MOVES.__getitem__, Text(8))

    reading = Reading(
        instruction=lambda *_: "Cross the lake.",
        admissible=lambda *_: sorted(MOVES),
        refusal=(KeyError,),
    )
    return adapt(
        world,
        reading=reading,
        env_id="Lake",
        version="1",
        max_steps=max_steps,
        extras=extras,
        render_mode=render_mode,
    )
