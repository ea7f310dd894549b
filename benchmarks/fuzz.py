"""Say a million hostile texts to the engine and to the environment.

A text that is an admissible command once the blanks around it are taken off does what that
command does; any other is answered by "Nothing happens." and changes nothing at all.

Example::

    python -m benchmarks.fuzz --actions 1000000
"""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TypeVar

from benchmarks.games import open_source
from benchmarks.hostile import hostile
from hgpo_envs import make
from hgpo_envs.alfworld import Play, load_game
from hgpo_envs.text_env import TextEnv

T = TypeVar("T")

BATCH = 50
ENVIRONMENT_SHARE = 5
NOT_UNDERSTOOD = "Nothing happens."


class FuzzError(AssertionError):
    """A text did what it should not have done."""


@dataclass(slots=True, kw_only=True)
class Findings:
    """What was said.

    Attributes:
        said: texts by the name of what made them.
        understood: how many of them were commands with blanks around them.
        slowest_s: the longest that one text took.
    """

    said: Counter[str] = field(default_factory=Counter)
    understood: int = 0
    slowest_s: float = 0.0


def fuzz(paths: Sequence[str], *, actions: int, seed: int) -> Findings:
    """Say ``actions`` texts, a fifth of them to the environment, the others to the engine.

    Raises:
        FuzzError: a text was not answered, or changed something, as it should not have.
    """
    chance = Random(seed)
    findings = Findings()
    batches = max(1, actions // BATCH)
    for number in range(batches):
        path = paths[number * len(paths) // batches]
        if number == 0 or path != paths[(number - 1) * len(paths) // batches]:
            play, twin = (load_game(path).start() for _ in range(2))
            env = make("ALFWorld-v0", games=[path], max_steps=2 * actions, extras=["facts"])
            env.reset()
        if number % ENVIRONMENT_SHARE == 0:
            fuzz_environment(env, chance, findings)
        else:
            fuzz_engine(play, twin, chance, findings)
    return findings


def fuzz_engine(play: Play, twin: Play, chance: Random, findings: Findings) -> None:
    """Say a batch of texts to a play; its twin is told only what should be understood."""
    step = chance.choice(play.admissible)
    play.command(step)
    twin.command(step)
    for _ in range(BATCH):
        maker, text = hostile(chance, play.admissible)
        answer = _timed(play.command, text, findings)
        findings.said[maker] += 1
        expected = NOT_UNDERSTOOD
        understood = text.strip() in twin.admissible
        if understood:
            expected = twin.command(text.strip())
            findings.understood += 1
        _check("the answer", text, answer, expected)
        _check("whether it was understood", text, play.understood, understood)
        for fact in ("admissible", "won", "moves"):
            _check(fact, text, getattr(play, fact), getattr(twin, fact))
    _check("the facts after a batch", text, play.facts(), twin.facts())
    _check("a look after a batch", text, play.command("look"), twin.command("look"))


def fuzz_environment(env: TextEnv, chance: Random, findings: Findings) -> None:
    """Say a batch of texts to an environment that shows its facts."""
    _, _, _, _, info = env.step("look")
    _, _, _, _, info = env.step(chance.choice(_commands(info)))
    for _ in range(BATCH):
        state = info
        maker, text = hostile(chance, _commands(state))
        before = env.snapshot()
        observation, reward, _, truncated, info = _timed(env.step, text, findings)
        findings.said[maker] += 1
        understood = text.strip() in _commands(state)
        expected = {**state, "anchor": NOT_UNDERSTOOD, "inadmissible": True}
        bare: list[object] = [NOT_UNDERSTOOD, 0.0]
        if understood:
            findings.understood += 1
            env.restore(before)
            *bare, _, _, expected = env.step(text.strip())
        _check("the info", text, info, expected)
        _check("observation and reward", text, [observation, reward], bare)
        _check("an early end", text, truncated, False)


def _commands(info: dict[str, object]) -> tuple[str, ...]:
    commands: tuple[str, ...] = info["admissible_actions"]  # type: ignore[assignment]
    return commands


def _timed(say: Callable[[str], T], text: str, findings: Findings) -> T:
    start = time.perf_counter()
    answer = say(text)
    findings.slowest_s = max(findings.slowest_s, time.perf_counter() - start)
    return answer


def _check(what: str, text: str, found: object, expected: object) -> None:
    if found != expected:
        raise FuzzError(
            f"after the text {text[:200]!r} ({len(text)} characters) {what}: "
            f"found {found!r}, expected {expected!r}"
        )


def main() -> None:
    """Say the texts and tell what they were."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz", description=__doc__)
    parser.add_argument("--data", help="folder that holds json_2.1.1 (default: ALFWORLD_DATA)")
    parser.add_argument("--actions", type=int, default=1_000_000, help="texts to say")
    parser.add_argument("--games", type=int, default=20, help="games to say them in")
    parser.add_argument("--seed", type=int, default=0, help="of the texts")
    given = parser.parse_args()
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="games-") as scratch:
        source = open_source(given.data or os.environ.get("ALFWORLD_DATA"), Path(scratch))
        findings = fuzz(source.choose(given.games), actions=given.actions, seed=given.seed)
    sys.stdout.write(
        f"{findings.said.total():,} texts in {time.perf_counter() - start:.0f} s on "
        f"{given.games} games ({source.name}): none crashed, hung or changed what it should not\n"
        f"{findings.understood:,} were commands with blanks around them, and did what those do\n"
        f"the slowest took {findings.slowest_s * 1e3:.1f} ms\n"
    )
    for maker, count in sorted(findings.said.items()):
        sys.stdout.write(f"{count:9,} {maker.replace('_', ' ')}\n")


if __name__ == "__main__":
    main()
