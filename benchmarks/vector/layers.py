"""The same walks through the engine alone, through environments, and through the vectoriser.

The layers take a step each in turns, in one process: whatever slows the machine down for some
milliseconds slows them all, and a share of one in another is what it was. Each has its own copies
of the games, so that none finds answered what another has asked.
"""

import gc
import random
import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from benchmarks.vector.work import Games, Walks
from hgpo_envs import make
from hgpo_envs.alfworld import Play, load_game
from hgpo_envs.alfworld.data.layout import GAME
from hgpo_envs.context import ContextWrapper, WindowMemory
from hgpo_envs.text_env import TextEnv
from hgpo_envs.vector import GroupVectorEnv

WINDOW = 4
NO_CAP = 10**9

#: Does one command in each member.
Layer: TypeAlias = Callable[[Sequence[str]], None]


def draw_walks(games: Games) -> dict[str, object]:
    """Draw uniformly random admissible commands that don't win, a walk a member."""
    walks = []
    for number, path in enumerate(games["paths"]):
        game = load_game(path)
        for member in range(games["group_size"]):
            chance = random.Random(f"{games['seed']}/{number}/{member}")
            walks.append(_walk(game.start(), chance, games["steps"]))
    return {"walks": walks}


def _walk(play: Play, chance: random.Random, steps: int) -> list[str]:
    commands: list[str] = []
    while len(commands) < steps:
        before = play.snapshot()
        command = chance.choice(play.admissible)
        play.command(command)
        if play.won:
            play.restore(before)
        else:
            commands.append(command)
    return commands


def copies(paths: Sequence[str], folder: Path) -> list[str]:
    """Copy the games; what is remembered of a game is remembered by its path."""
    made = []
    for number, path in enumerate(paths):
        copy = folder / f"{number:03d}" / GAME
        copy.parent.mkdir(parents=True)
        shutil.copyfile(path, copy)
        made.append(str(copy))
    return made


def measure(work: Walks) -> dict[str, object]:
    """Return layer -> CPU seconds of one step of one member.

    The layers of ``work["paths"]`` take turns at every step; who begins, changes too. The garbage
    of them all is collected when Python sees fit, mostly at the expense of who keeps most.
    """
    steps = {
        name: _LAYERS[name](paths, work["group_size"]) for name, paths in work["paths"].items()
    }
    order = list(steps)
    taken = dict.fromkeys(order, 0)
    gc.collect()
    for commands in zip(*work["walks"], strict=True):
        for name in order:
            begun = time.process_time_ns()
            steps[name](commands)
            taken[name] += time.process_time_ns() - begun
        order.append(order.pop(0))
    count = sum(map(len, work["walks"]))
    return {name: taken[name] / count / 1e9 for name in steps}


def engine(paths: Sequence[str], group_size: int) -> Layer:
    """Give the commands to the engine; take the text and the admissible commands from it."""
    plays = [game.start() for game in map(load_game, paths) for _ in range(group_size)]

    def step(commands: Sequence[str]) -> None:
        for play, command in zip(plays, commands, strict=True):
            _ = (play.command(command), play.admissible)

    return step


def environment(paths: Sequence[str], group_size: int) -> Layer:
    """Take the steps in environments; take the observation and what ``info`` says."""
    envs = [houses(paths) for _ in range(len(paths) * group_size)]
    for number, env in enumerate(envs):
        env.reset(options={"task": env.panel.ids[number // group_size]})

    def step(commands: Sequence[str]) -> None:
        for env, command in zip(envs, commands, strict=True):
            observation, _, _, _, info = env.step(command)
            _ = (observation, info["admissible_actions"])

    return step


def vector(paths: Sequence[str], group_size: int) -> Layer:
    """Take them in the vectoriser; read contexts and anchors as a policy and a trainer do."""
    played = started(paths, group_size)

    def step(commands: Sequence[str]) -> None:
        for context in played.contexts():
            _ = (context.observation, context.turns, context.admissible_actions)
        played.anchors()
        played.step(commands)

    return step


def prompts(paths: Sequence[str], group_size: int) -> Layer:
    """Do the same and read every prompt."""
    played = started(paths, group_size)

    def step(commands: Sequence[str]) -> None:
        for context in played.contexts():
            _ = (context.text, context.admissible_actions)
        played.anchors()
        played.step(commands)

    return step


def started(paths: Sequence[str], group_size: int) -> GroupVectorEnv:
    """Return a rollout that has begun."""
    played = GroupVectorEnv(
        lambda: ContextWrapper(houses(paths), WindowMemory(WINDOW)), group_size=group_size
    )
    played.reset(houses(paths).panel.ids)
    return played


def houses(paths: Sequence[str]) -> TextEnv:
    """Return an environment of these games, without a step cap."""
    return make("ALFWorld-v0", games=list(paths), max_steps=NO_CAP)


_LAYERS = {"engine": engine, "environment": environment, "vector": vector, "prompts": prompts}
