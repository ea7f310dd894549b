"""Play many episodes while workers are killed, and compare with a run that nothing disturbs.

Example::

    python -m benchmarks.vector.soak --episodes 10000 --every 2
"""

import argparse
import hashlib
import os
import random
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from math import ceil

from hgpo_envs.open_actions import fill, is_open
from hgpo_envs.vector import EnvRecipe, GroupVectorEnv
from hgpo_envs.vector.process import ProcessTransport

TASKS, GROUP_SIZE, WINDOW = 16, 8, 4
LIFE = 20
"""Messages that a worker has answered before it may be killed: on a machine that is so busy that
starting one takes seconds, something still gets done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Soak:
    """What came of it.

    Attributes:
        episodes: played with workers.
        steps: decisions taken in them.
        kills: workers that were killed.
        losses: workers that were found to be lost.
        unnoticed: of the killed, those that nobody has asked since.
        again: steps that were done again.
        same: whether everything told was the same as without workers, and as often.
    """

    episodes: int
    steps: int
    kills: int
    losses: int
    unnoticed: int
    again: int
    same: bool

    @property
    def is_sound(self) -> bool:
        """Tell whether nothing was lost, nothing counted twice, and somebody was killed."""
        return self.same and self.kills > 0 and self.losses + self.unnoticed == self.kills


class Victim(ProcessTransport):
    """A worker that remembers how often it answered, and whether its loss was found out."""

    answers = 0
    is_noticed = False

    def receive(self, timeout_s: float) -> bytes:
        """Return the answer."""
        answer = super().receive(timeout_s)
        self.answers += 1
        return answer

    def kill(self) -> None:
        """Clear away what is left of the worker."""
        self.is_noticed = True
        super().kill()


class Killer:
    """Starts workers, and kills one of them every few seconds."""

    def __init__(self, every_s: float, seed: int) -> None:
        self.killed: list[Victim] = []
        self._started: list[Victim] = []
        self._chance = random.Random(seed)
        self._every_s = every_s
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)

    def launch(self, number: int) -> Victim:
        """Start a worker that may be killed."""
        self._started.append(Victim(number))
        return self._started[-1]

    def __enter__(self) -> "Killer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()

    def _work(self) -> None:
        while not self._is_over.wait(self._every_s * self._chance.uniform(0.5, 1.5)):
            done = [one for one in self._started if one.answers >= LIFE]
            living = [one for one in done if one not in self.killed and one.alive]
            if living:
                victim = self._chance.choice(living)
                os.kill(victim.pid, signal.SIGKILL)
                self.killed.append(victim)


def soak(recipe: EnvRecipe, *, episodes: int, workers: int, every_s: float, seed: int = 0) -> Soak:
    """Play at least so many episodes without and with workers, the latter killed in turn."""
    batches = _batches(recipe, episodes)
    with GroupVectorEnv(recipe, group_size=GROUP_SIZE) as quiet:
        expected = [play(quiet, tasks, number) for number, tasks in enumerate(batches)]
    killer = Killer(every_s, seed)
    vector = GroupVectorEnv(recipe, group_size=GROUP_SIZE, workers=workers, launch=killer.launch)
    with vector:
        with killer:
            found = [play(vector, tasks, number) for number, tasks in enumerate(batches)]
        unnoticed = sum(not victim.is_noticed for victim in killer.killed)
    return Soak(
        episodes=len(batches) * TASKS * GROUP_SIZE,
        steps=sum(steps for _, steps in found),
        kills=len(killer.killed),
        losses=len(vector.losses),
        unnoticed=unnoticed,
        again=sum(loss.steps for loss in vector.losses),
        same=found == expected,
    )


def play(vector: GroupVectorEnv, tasks: Sequence[str], number: int) -> tuple[str, int]:
    """Play one rollout at random; return a digest of all that was told, and the steps."""
    digest = hashlib.blake2b(digest_size=16)
    vector.reset(tasks)
    chances = [random.Random(f"{number}/{member}") for member in range(len(vector))]
    steps = 0
    while vector.live:
        actions = []
        contexts, anchors = vector.contexts(), vector.anchors()
        for member, context, anchor in zip(vector.live, contexts, anchors, strict=True):
            digest.update(f"{member} {anchor}\n{context.text}\n".encode())
            action = chances[member].choice(context.admissible_actions or ("look",))
            actions.append(fill(action, "shoes") if is_open(action) else action)
        digest.update(repr(vector.step(actions)).encode())
        steps += len(actions)
    return digest.hexdigest(), steps


def _batches(recipe: EnvRecipe, episodes: int) -> list[list[str]]:
    ids = recipe.make().unwrapped.panel.ids  # type: ignore[attr-defined]
    tasks = cycle(ids)
    count = ceil(episodes / (TASKS * GROUP_SIZE))
    return [list(islice(tasks, TASKS)) for _ in range(count)]


def verdict(found: Soak) -> str:
    """Say what came of it."""
    told = "the same" if found.same else "NOT the same"
    return (
        f"{found.episodes:,} episodes, {found.steps:,} steps: {found.kills} workers killed, "
        f"{found.losses} losses recorded, {found.unnoticed} killed too late to matter; "
        f"{found.again:,} steps done again; everything told was {told} as without workers"
    )


def main(say: Callable[[str], object] = sys.stdout.write) -> int:
    """Play, tell, and return 0 only if nothing was lost and nothing counted twice."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.vector.soak", description=__doc__)
    parser.add_argument("--env", default="alfworld", help="id or name of the environment")
    parser.add_argument("--episodes", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between two kills")
    given = parser.parse_args()
    recipe = EnvRecipe(id=given.env, memory={"kind": "window", "size": WINDOW})
    found = soak(recipe, episodes=given.episodes, workers=given.workers, every_s=given.every)
    say(verdict(found) + "\n")
    return 0 if found.is_sound else 1


if __name__ == "__main__":
    sys.exit(main())
