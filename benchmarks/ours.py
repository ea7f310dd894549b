"""What is measured on our engine; each function runs in a process of its own."""

import gc
import random
from collections.abc import Callable, Sequence

from benchmarks.clock import Timer
from benchmarks.transcript import Said, digest
from benchmarks.work import Draw, Walk, Work
from hgpo_envs import make
from hgpo_envs.alfworld import Game, load_game
from hgpo_envs.text_env import TextEnv

RESETS = 200
REPEATS = 10


def draw_walks(draw: Draw) -> dict[str, list[Walk]]:
    """Draw uniformly random admissible commands, to be replayed where a clock runs."""
    walks: list[Walk] = []
    for number, path in enumerate(draw["paths"]):
        chance = random.Random(f"{draw['seed']}/{number}")
        play = load_game(path).start()
        commands: list[str] = []
        for _ in range(draw["steps"]):
            commands.append(chance.choice(play.admissible))
            play.command(commands[-1])
        walks.append({"path": path, "commands": commands})
    return {"walks": walks}


def engine(work: Work) -> dict[str, object]:
    """Load and play one game after the other, then replay and reset each.

    Each game is played right after it was loaded, as on the original engine.
    """
    first = _warm_up(work)
    games: list[Game] = []
    answer: dict[str, list[object]] = {"first": [first]}
    gc.collect()
    for walk in work["walks"]:
        (game,), (opening,), cold = _load([walk["path"]])
        timer = Timer()
        said = [opening, *_play(game, walk, timer)]
        games.append(game)
        answer.setdefault("cold", []).extend(cold)
        answer.setdefault("step", []).append(timer.each(len(walk["commands"])))
        answer.setdefault("digests", []).append(digest(said))
    gc.collect()
    plays = list(zip(games, work["walks"], strict=True))
    answer["step_repeated"] = [_replay(game, walk) for game, walk in plays]
    answer["reset"] = [_reset(game) for game in games]
    return dict(answer)


def cached(work: Work) -> dict[str, object]:
    """Load each game from a disk cache that has it."""
    first = _warm_up(work)
    return {"first": [first], "cold": _load([walk["path"] for walk in work["walks"]])[2]}


def _warm_up(work: Work) -> list[float]:
    """Load and play the game that no row is about; return what the process's first load took."""
    games, _, (first,) = _load([work["warm_up"]["path"]])
    _play(games[0], work["warm_up"], Timer())
    return first


def _load(paths: Sequence[str]) -> tuple[list[Game], list[Said], list[list[float]]]:
    games: list[Game] = []
    openings: list[Said] = []
    cold = []
    for path in paths:
        timer = Timer()
        with timer:
            game = load_game(path)
            play = game.start()
            openings.append((play.text, play.admissible))
        games.append(game)
        cold.append(timer.each(1))
    return games, openings, cold


def _play(game: Game, walk: Walk, timer: Timer) -> list[Said]:
    """Play a walk; return the observation and the admissible commands after every step."""
    play = game.start()
    said: list[Said] = []
    commands = walk["commands"]
    with timer:
        for command in commands:
            said.append((play.command(command), play.admissible))
    return said


def _replay(game: Game, walk: Walk) -> list[float]:
    timer = Timer()
    for _ in range(REPEATS):
        _play(game, walk, timer)
    return timer.each(REPEATS * len(walk["commands"]))


def _reset(game: Game) -> list[float]:
    timer = Timer()
    with timer:
        for _ in range(RESETS):
            play = game.start()
            _ = (play.text, play.admissible)
    return timer.each(RESETS)


def environment(work: Work) -> dict[str, object]:
    """Play and reset each game through the Gymnasium environment, right after it was loaded."""
    warm_up = work["warm_up"]
    _walk(make("ALFWorld-v0", games=[warm_up["path"]]), warm_up, Timer())
    gc.collect()
    answer: dict[str, list[list[float]]] = {"step": [], "step_repeated": [], "reset": []}
    for walk in work["walks"]:
        env = make("ALFWorld-v0", games=[walk["path"]], max_steps=10**9)
        answer["step"].append(_walks(env, walk, 1))
        answer["step_repeated"].append(_walks(env, walk, REPEATS))
        answer["reset"].append(_environment_resets(env))
    return dict(answer)


def _walks(env: TextEnv, walk: Walk, times: int) -> list[float]:
    timer = Timer()
    for _ in range(times):
        _walk(env, walk, timer)
    return timer.each(times * len(walk["commands"]))


def _walk(env: TextEnv, walk: Walk, timer: Timer) -> None:
    env.reset()
    step: Callable[[str], tuple[str, float, bool, bool, dict[str, object]]] = env.step
    with timer:
        for command in walk["commands"]:
            observation, _, _, _, info = step(command)
            _ = (observation, info["admissible_actions"])


def _environment_resets(env: TextEnv) -> list[float]:
    timer = Timer()
    with timer:
        for _ in range(RESETS):
            observation, info = env.reset()
            _ = (observation, info["admissible_actions"])
    return timer.each(RESETS)
