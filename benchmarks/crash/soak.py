"""Kill a comparison at random moments until enough kills were done; compare with a quiet run."""

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.crash.phases import phase_of
from benchmarks.crash.work import (
    FOLDER,
    Forked,
    gone,
    is_done,
    records,
    started,
    words_of,
    workers_of,
)
from harness.config.load import load_compare
from harness.ledger import Ledger
from harness.run_comparison import compare

COMMANDS_SHARE = 0.2
"""Part of the kills that hit ``hgpo compare`` or ``hgpo resume`` with workers; the others hit a
forked process, which has its imports behind it and dies within what counts."""
AIMED = 0.5
"""Part of the kills that wait for one of `PHASES`; the others come at any time of the run."""
PHASES = ("rollout", "evaluation", "checkpoint", "warm_start", "between")
WHOLE, DRIVER, WORKER = "whole group", "driver", "a worker"
PATIENCE_S = 60.0


@dataclass(slots=True)
class Soak:
    """What came of it.

    Attributes:
        kills: process groups, drivers and workers that were killed while at work.
        comparisons: comparisons that were brought to their end among the kills.
        phases: phase -> kills in it.
        victims: who was killed -> how often.
        wrong: what was not as in the quiet run.
    """

    kills: int = 0
    comparisons: int = 0
    phases: Counter[str] = field(default_factory=Counter)
    victims: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """Say whether there were kills and nothing came of them."""
        return self.kills > 0 and self.comparisons > 0 and not self.wrong


class Killer:
    """Kills a comparison again and again, until it is finished or enough were killed."""

    def __init__(self, kills: int, seed: int, say: Callable[[str], object]) -> None:
        self.found = Soak()
        self._wanted = kills
        self._chance = random.Random(seed)
        self._say = say
        self._length_s = 1.0

    def run(self, scratch: Path) -> Soak:
        """Kill as often as wanted; folders of comparisons that went well are removed by nobody.

        Args:
            scratch: an empty folder, in which all comparisons are made.
        """
        wanted = self._quiet(scratch / "quiet")
        while self.found.kills < self._wanted:
            folder = scratch / f"comparison-{self.found.comparisons}"
            while not is_done(folder) and self.found.kills < self._wanted:
                self._once(folder)
            self._finish(folder, wanted)
        return self.found

    def _quiet(self, folder: Path) -> dict[str, bytes]:
        compare(load_compare(words_of(folder, 1)))  # imports, first calls and compiled games
        again = folder.with_name("quiet-again")
        began = time.monotonic()
        compare(load_compare(words_of(again, 1)))
        self._length_s = time.monotonic() - began
        first = records(folder)
        if first != records(again):
            self.found.wrong.append("two quiet comparisons differ")
        return first

    def _once(self, folder: Path) -> None:
        """Work on a comparison until it is killed, or done."""
        if self._chance.random() < COMMANDS_SHARE:
            self._kill_a_command(folder)
        else:
            self._kill_a_fork(folder)

    def _kill_a_fork(self, folder: Path) -> None:
        child = Forked(folder)
        self._wait_for_the_moment(folder, child.poll)
        phase = phase_of(folder / FOLDER)
        code = child.kill()
        if code == -signal.SIGKILL:
            self._count(phase, WHOLE)
        elif code != 0:
            raise RuntimeError(f"{folder}: a process that nobody killed ended with {code}.")

    def _kill_a_command(self, folder: Path) -> None:
        begun = (folder / FOLDER / "compare.yaml").exists()
        command = started(folder, resume=begun and self._chance.random() < 0.5)
        victim = self._chance.choice((WHOLE, DRIVER, WORKER))
        self._wait_for_cells(command.pid, folder)
        self._wait_for_the_moment(folder, command.poll)
        phase = phase_of(folder / FOLDER)
        if command.poll() is None:
            self._strike(command.pid, victim)
            self._count(phase, victim)
        if victim == WORKER:
            command.wait(timeout=PATIENCE_S)
        said = command.communicate(timeout=PATIENCE_S)[1].decode()
        if not gone(command.pid):
            self.found.wrong.append(f"{folder.name}: workers outlived their driver")
        if command.returncode not in {0, -signal.SIGKILL}:
            self.found.wrong.append(f"{folder.name}: exit code {command.returncode}: {said}")

    def _strike(self, driver: int, victim: str) -> None:
        workers = workers_of(driver)
        if victim == WHOLE:
            os.killpg(driver, signal.SIGKILL)
        elif victim == WORKER and workers:
            os.kill(self._chance.choice(workers), signal.SIGKILL)
        else:
            os.kill(driver, signal.SIGKILL)

    def _wait_for_cells(self, driver: int, folder: Path) -> None:
        """Wait until a command's workers have begun, most of the time; importing takes longest."""
        if self._chance.random() < 0.1:
            return
        until = time.monotonic() + PATIENCE_S
        cells = folder / FOLDER / "cells"
        before = _sizes(cells)
        while time.monotonic() < until and _sizes(cells) == before and _lives(driver):
            time.sleep(0.01)

    def _wait_for_the_moment(self, folder: Path, ended: Callable[[], int | None]) -> None:
        at = time.monotonic() + self._chance.uniform(0.0, self._length_s / 4)
        aim = self._chance.choice(PHASES) if self._chance.random() < AIMED else None
        while time.monotonic() < at and ended() is None:
            time.sleep(0.002)
        until = time.monotonic() + self._length_s / 4
        while aim is not None and time.monotonic() < until and ended() is None:
            if aim in phase_of(folder / FOLDER):
                return

    def _count(self, phase: str, victim: str) -> None:
        self.found.kills += 1
        self.found.phases[phase] += 1
        self.found.victims[victim] += 1
        if self.found.kills % 10 == 0:
            self._say(f"{self.found.kills} kills, {self.found.comparisons} comparisons done\n")

    def _finish(self, folder: Path, wanted: dict[str, bytes]) -> None:
        if not is_done(folder):
            compare(load_compare(words_of(folder, 1)))
        self.found.comparisons += 1
        found = records(folder)
        names = sorted(name for name in {*found, *wanted} if found.get(name) != wanted.get(name))
        if names:
            self.found.wrong.append(f"{folder.name}: {', '.join(names)} differ")
        for ledger in sorted((folder / FOLDER).glob("cells/*/ledger.jsonl")):
            Ledger.open(ledger)  # raises where the chain does not hold


def _sizes(cells: Path) -> dict[str, int]:
    return {str(path): path.stat().st_size for path in cells.glob("*/ledger.jsonl")}


def _lives(process: int) -> bool:
    try:
        with Path(f"/proc/{process}/stat").open() as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def verdict(found: Soak) -> str:
    """Say what came of it."""
    by_phase = ", ".join(f"{name} {count}" for name, count in sorted(found.phases.items()))
    by_victim = ", ".join(f"{name} {count}" for name, count in sorted(found.victims.items()))
    told = "\n".join(found.wrong) or "all ended as the undisturbed one did, byte for byte"
    return (
        f"{found.kills} kills over {found.comparisons} comparisons ({by_victim}; while: "
        f"{by_phase}): {told}"
    )
