"""Score a policy on a frozen panel: each task exactly once a repeat."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from agents import Policy
from harness.charging import Spender
from harness.config.schema import EvaluationConfig
from harness.lost_workers import LostWorkers
from harness.observer import EvaluationProgress, Observer
from harness.past import left_as_it_was
from harness.rollout import Bools, Floats, Ints, Rollout, collect
from harness.seeding import Stream, generator
from harness.worlds import World
from hgpo_envs import TaskPanel
from hgpo_envs.context import stores_of

#: Episodes that are played side by side.
SIDE_BY_SIDE = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """What a policy did on a panel of T tasks in R repeats.

    Attributes:
        panel: the tasks.
        temperature: of the sampling.
        seed: of the sampling.
        won: shape [R, T].
        returns: shape [R, T].
        length: steps, shape [R, T].
        inadmissible: refused actions, shape [R, T].
        actions: every action of every episode, [R][T][steps].
    """

    panel: TaskPanel
    temperature: float
    seed: int
    won: Bools
    returns: Floats
    length: Ints
    inadmissible: Ints
    actions: tuple[tuple[tuple[str, ...], ...], ...]

    @property
    def success(self) -> float:
        """Share of all episodes that were won."""
        return float(self.won.mean())

    def per_task(self) -> Floats:
        """Return each task's success rate over the repeats, shape [T]."""
        rate: Floats = self.won.mean(axis=0)
        return rate

    def return_per_task(self) -> Floats:
        """Return each task's mean return over the repeats, shape [T]."""
        mean: Floats = self.returns.mean(axis=0)
        return mean

    def episodes(self) -> Iterator[dict[str, object]]:
        """Yield one record an episode, with every action: enough to replay it."""
        for repeat in range(len(self.won)):
            for place, task in enumerate(self.panel.ids):
                yield {
                    "task": task,
                    "repeat": repeat,
                    "won": bool(self.won[repeat, place]),
                    "return": float(self.returns[repeat, place]),
                    "inadmissible": int(self.inadmissible[repeat, place]),
                    "actions": list(self.actions[repeat][place]),
                }


def score_policy(
    policy: Policy,
    world: World,
    settings: EvaluationConfig,
    *,
    spender: Spender,
    observer: Observer,
    cell: str,
    first_repeat: int = 0,
) -> Scores:
    """Play the panel.

    A task's draws depend on the evaluation seed, the repeat and its place in the panel, so every
    policy meets the same luck (common random numbers). A memory that looks past episodes up finds
    those that its stores hold beforehand, and with ``settings.remember`` also the evaluation's
    own; afterwards the stores are as they were.

    Args:
        policy: who acts.
        world: the split.
        settings: tasks, repeats, temperature, seed.
        spender: what the work is charged to.
        observer: who is told.
        cell: whose policy it is, for the observer.
        first_repeat: the repeat whose draws come first; others have been played elsewhere.

    Raises:
        EnvInputError: more tasks are asked for than the panel has.
    """
    panel = world.panel if settings.tasks is None else world.panel.head(settings.tasks)
    stores = stores_of(world.memory)
    past = stores if settings.remember else ()
    vector = world.vector(group_size=1)
    lost = LostWorkers(vector)
    total = settings.repeats * len(panel)
    done = won = 0
    rows: list[list[Rollout]] = []
    with left_as_it_was(stores):
        for repeat in range(first_repeat, first_repeat + settings.repeats):
            rng = generator(settings.seed, Stream.EVALUATION, repeat)
            draws = rng.random((len(panel), world.env.max_steps))
            rows.append([])
            for start in range(0, len(panel), SIDE_BY_SIDE):
                tasks = panel.ids[start : start + SIDE_BY_SIDE]
                part = collect(
                    vector,
                    policy,
                    tasks,
                    draws=draws[start : start + len(tasks)],
                    temperature=settings.temperature,
                    spender=spender,
                    past=past,
                )
                rows[-1].append(part)
                lost.tell(cell, observer)
                done, won = done + len(tasks), won + int(part.won.sum())
                observer.notify(EvaluationProgress(cell=cell, done=done, total=total, won=won))
    return _scores(panel, settings, rows)


def _scores(panel: TaskPanel, settings: EvaluationConfig, rows: list[list[Rollout]]) -> Scores:
    def table(of_part: str) -> list[np.ndarray]:
        return [np.concatenate([getattr(part, of_part)() for part in parts]) for parts in rows]

    return Scores(
        panel=panel,
        temperature=settings.temperature,
        seed=settings.seed,
        won=np.stack([np.concatenate([part.won for part in parts]) for parts in rows]),
        returns=np.stack(table("returns")),
        length=np.stack([np.concatenate([part.length for part in parts]) for parts in rows]),
        inadmissible=np.stack(table("refusals")),
        actions=tuple(
            tuple(tuple(episode) for part in parts for episode in part.episode_actions())
            for parts in rows
        ),
    )
