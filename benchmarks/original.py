"""What is measured on the original engine (alfworld on textworld), in a process of its own.

It is called as its own environment calls it, without an adapter, and asked for no more than a
player needs.
"""

from importlib.metadata import version

import textworld
from alfworld.agents.environment.alfred_tw_env import AlfredDemangler, AlfredInfos

from benchmarks.clock import Timer
from benchmarks.transcript import digest
from benchmarks.work import Walk, Work

RESETS = 2


def engine(work: Work) -> dict[str, object]:
    """Load, play and reset each game."""
    warm_up = work["warm_up"]
    first: dict[str, list[object]] = {}
    _measure({"path": warm_up["path"], "commands": warm_up["commands"][:2]}, first)
    answer: dict[str, list[object]] = {"first": first["cold"]}
    for walk in work["walks"]:
        _measure(walk, answer)
    return dict(answer)


def _measure(walk: Walk, answer: dict[str, list[object]]) -> None:
    cold, step, reset = Timer(), Timer(), Timer()
    with cold:
        env = start(walk["path"])
        state = env.reset()
        said = [(state["feedback"], state["admissible_commands"])]
    with step:
        for command in walk["commands"]:
            state, _, _ = env.step(command)
            said.append((state["feedback"], state["admissible_commands"]))
    with reset:
        for _ in range(RESETS):
            state = env.reset()
            _ = (state["feedback"], state["admissible_commands"])
    answer.setdefault("cold", []).append(cold.each(1))
    answer.setdefault("step", []).append(step.each(len(walk["commands"])))
    answer.setdefault("reset", []).append(reset.each(RESETS))
    answer.setdefault("digests", []).append(digest(said))


def versions(_: object) -> dict[str, str]:
    """Return the versions of the packages that are measured."""
    return {name: version(name) for name in ("alfworld", "textworld", "fast_downward_textworld")}


def player_infos() -> textworld.EnvInfos:
    """Return a request for what a player needs."""
    return textworld.EnvInfos(admissible_commands=True, won=True)


def wrappers() -> list[object]:
    """Return the wrappers that the original puts around its engine."""
    return [AlfredDemangler(shuffle=False), AlfredInfos]


def start(path: str) -> textworld.Environment:
    """Return the engine with a game loaded."""
    return textworld.start(path, player_infos(), wrappers=wrappers())
