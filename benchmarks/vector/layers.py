"""The same walks through the engine alone, through environments, and through the vectoriser.

Each layer is measured in a process of its own: none finds answered what another has asked, and
each pays for its own garbage.
"""

import gc
import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

from benchmarks.clock import Timer
from benchmarks.vector.work import Games, Walks
from hgpo_envs import make
from hgpo_envs.alfworld import Play, load_game
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


def measure(work: Walks) -> dict[str, object]:
    """Return the wall and CPU seconds of one step of one member on one layer."""
    step = _LAYERS[work["layer"]](work["paths"], work["group_size"])
    columns = list(zip(*work["walks"], strict=True))
    timer = Timer()
    gc.collect()
    with timer:
        for commands in columns:
            step(commands)
    return {"step": timer.each(len(columns) * len(work["walks"]))}


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
