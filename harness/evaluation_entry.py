"""From the answer of ``hgpo evaluate --json FILE`` to an entry of a leaderboard.

Its episodes become the entry's files; what the answer says of scores is only held against them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from harness.config.schema import Scalar
from harness.errors import RunError
from harness.prompting import Prompting
from harness.result import PanelFacts
from harness.run.journal import canonical
from leaderboards.board import SeedFiles
from leaderboards.decode import DecodeError, Json, decode, load_json
from leaderboards.entry import Entry, EntryPanel
from leaderboards.episodes import read_played

MAX_BYTES = 1 << 26
"""What is larger is no evaluation, and is not read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskAnswer:
    """The episodes of one task, one a repeat.

    Attributes:
        task: its id.
        won: whether the goal held in the end.
        return_: sum of the rewards.
        inadmissible: refused actions.
        actions: all of them.
    """

    task: str
    won: tuple[bool, ...]
    return_: tuple[float, ...]
    inadmissible: tuple[int, ...]
    actions: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What of an evaluation's answer an entry is made from.

    Attributes:
        agent: kind of the policy.
        player: the same in a table, with the training that it comes from.
        learned: whether it learned from rewards.
        env: environment id.
        env_options: its options, each as JSON text.
        panel: the tasks.
        prompting: memory and template.
        max_steps: step cap.
        temperature: of the sampling.
        seed: of the sampling.
        repeats: passes over the panel.
        success: share of won episodes, as it was said.
        settings: all that was configured.
        versions: package -> version.
        tasks: the episodes.
    """

    agent: str
    player: str
    learned: bool
    env: str
    env_options: Mapping[str, str]
    panel: PanelFacts
    prompting: Prompting
    max_steps: int
    temperature: float
    seed: int
    repeats: int
    success: float
    settings: Mapping[str, Scalar]
    versions: Mapping[str, str]
    tasks: tuple[TaskAnswer, ...]

    def entry(self) -> Entry:
        """Return what an entry says of it."""
        panel = self.panel
        return Entry(
            algorithm=self.player,
            agent=self.agent,
            env=self.env,
            env_options=self.env_options,
            max_steps=self.max_steps,
            train=None,
            eval=EntryPanel(
                split=panel.split,
                version=panel.version,
                hash=panel.hash,
                n=panel.tasks,
                partial=panel.partial,
            ),
            caps={},
            repeats=self.repeats,
            temperature=self.temperature,
            seeds=(self.seed,),
            settings=self.settings,
            versions=self.versions,
            kind="evaluation" if self.learned else "baseline",
            memory=self.prompting.memory,
            sources=self.prompting.sources,
            template=self.prompting.template,
        )

    def episodes(self) -> bytes:
        """Return the episodes as an entry keeps them, JSON lines.

        Raises:
            DecodeError: a task has other than one episode a repeat.
        """
        for task in self.tasks:
            counts = {len(told) for told in (task.won, task.return_, task.inadmissible)}
            if counts | {len(task.actions)} != {self.repeats}:
                raise DecodeError(
                    f"the task {task.task!r} has not {self.repeats} episodes, one a repeat."
                )
        lines = (
            {
                "task": task.task,
                "repeat": repeat,
                "won": task.won[repeat],
                "return": task.return_[repeat],
                "inadmissible": task.inadmissible[repeat],
                "actions": list(task.actions[repeat]),
            }
            for repeat in range(self.repeats)
            for task in self.tasks
        )
        return "".join(canonical(line) + "\n" for line in lines).encode()


def evaluation_entry(file: Path) -> tuple[Entry, dict[int, SeedFiles]]:
    """Return the entry that an evaluation's answer gives, and its files.

    Args:
        file: of ``hgpo evaluate --json``.

    Raises:
        RunError: it is no such answer, or contradicts its own episodes.
    """
    try:
        answer = _read(file)
        entry, episodes = answer.entry(), answer.episodes()
        success = float(read_played(episodes, entry).won.mean())
    except DecodeError as error:
        raise RunError(
            f"{str(file)!r} can't go on a board: {str(error).rstrip('.')}. Name the file that "
            "`hgpo evaluate --json FILE` wrote, or the folder of a run or comparison."
        ) from error
    if not np.isclose(success, answer.success, rtol=0, atol=1e-9):
        raise RunError(
            f"{str(file)!r} contradicts itself: by its episodes the success is {success:.4f}, and "
            f"it says {answer.success:.4f}. It was changed; evaluate again."
        )
    return entry, {answer.seed: SeedFiles(ledger=None, episodes=episodes)}


def _read(file: Path) -> Answer:
    if file.stat().st_size > MAX_BYTES:
        raise DecodeError(f"it has more than {MAX_BYTES:,} bytes, the most that is read")
    told = load_json(file.read_bytes(), "the file")
    if not isinstance(told, dict) or "tasks" not in told or "agent" not in told:
        raise DecodeError("the file is no answer of an evaluation")
    if "prompting" not in told:
        raise DecodeError("it was written by an earlier version, without every action; do it again")
    known = {name: value for name, value in told.items() if name in Answer.__dataclass_fields__}
    known["tasks"] = _tasks(told["tasks"])
    return decode(Answer, known, "the evaluation")


def _tasks(told: Json) -> Json:
    """Return tasks without what follows from their episodes; ``return`` is no name in Python."""
    if not isinstance(told, list):
        return told
    return [
        {
            "return_" if name == "return" else name: value
            for name, value in task.items()
            if name not in {"success", "length"}
        }
        if isinstance(task, dict)
        else task
        for task in told
    ]
