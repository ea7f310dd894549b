"""Everything that a diagnosis plays: the pool of whole episodes, the probes, their branches."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from harness.config.diagnosis import DiagnoseConfig, DiagnosisConfig
from harness.diagnose.crew import Crew, crew
from harness.diagnose.episode import Episode, Record, from_plain, to_plain
from harness.diagnose.kept import Kept
from harness.diagnose.stage import Branches, Probe, Stage, TaskJob, open_stage
from harness.errors import ConfigError
from harness.observer import EvaluationProgress, Observer
from harness.seeding import Stream, generator
from hgpo_envs import TaskPanel

WAVE = 8
"""Probes between two looks at the budget."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What a policy did.

    Attributes:
        tasks: ids of the tasks.
        pool: whole episodes of each task.
        greedy: the greedy episode of each task; empty where the policy has none.
        probes: decisions with measured advantages.
        branches: continuations of each probe.
        env_steps: what all of it took.
    """

    tasks: tuple[str, ...]
    pool: tuple[tuple[Episode, ...], ...]
    greedy: tuple[Episode, ...]
    probes: tuple[Probe, ...]
    branches: tuple[Branches, ...]
    env_steps: int


def play_all(
    config: DiagnoseConfig, panel: TaskPanel, kept: Kept, observer: Observer, *, workers: int
) -> Played:
    """Play what is not kept yet.

    Args:
        config: of the diagnosis.
        panel: the split's tasks.
        kept: what was played before; it is added to.
        observer: who is told.
        workers: processes to play in; no result depends on them.

    Raises:
        ConfigError: the budget does not even have room for the whole episodes.
    """
    settings = config.diagnosis
    tasks = draw_tasks(panel, settings)
    needed = len(tasks) * (settings.pool + 1) * (config.env.max_steps or 0)
    if needed > settings.env_steps:
        raise ConfigError(
            f"the whole episodes alone can take {needed:,} environment steps, and "
            f"diagnosis.env_steps is {settings.env_steps:,}. Raise it, or lower diagnosis.tasks or "
            "diagnosis.pool."
        )
    with crew(_player, config, workers=workers) as players:
        jobs = [TaskJob(number=number, task=task) for number, task in enumerate(tasks)]
        records = kept.tasks.results(tasks, lambda done: players.results(jobs[done:]))
        pool = []
        for record in records:
            pool.append(from_plain(record))
            _tell(observer, "whole episodes", len(pool), len(tasks))
        spent = sum(len(episode) for episodes in pool for episode in episodes)
        whole = tuple(episodes[: settings.pool] for episodes in pool)
        chosen = choose_probes(tasks, whole, settings)
        branches: list[Branches] = []
        for branch, steps in _branches(config, chosen, spent, kept, players):
            branches.append(branch)
            spent = steps
            _tell(observer, "probes", len(branches), len(chosen))
    return Played(
        tasks=tasks,
        pool=whole,
        greedy=tuple(episodes[-1] for episodes in pool if len(episodes) > settings.pool),
        probes=tuple(chosen[: len(branches)]),
        branches=tuple(branches),
        env_steps=spent,
    )


def draw_tasks(panel: TaskPanel, settings: DiagnosisConfig) -> tuple[str, ...]:
    """Return the diagnosis' tasks, drawn from the panel without any twice."""
    order = generator(settings.seed, Stream.DIAGNOSIS_TASKS).permutation(len(panel))
    return tuple(panel.ids[place] for place in order[: settings.tasks].tolist())


def choose_probes(
    tasks: Sequence[str], pool: Sequence[Sequence[Episode]], settings: DiagnosisConfig
) -> list[Probe]:
    """Draw decisions of the pool, each alike, without any twice, in random order."""
    places = [
        (task, member, step)
        for task, episodes in enumerate(pool)
        for member, episode in enumerate(episodes)
        for step in range(len(episode))
    ]
    order = generator(settings.seed, Stream.DIAGNOSIS_PROBES).permutation(len(places))
    probes = []
    for number, place in enumerate(order[: settings.probes].tolist()):
        task, member, step = places[place]
        actions = pool[task][member].actions[: step + 1]
        probes.append(
            Probe(number=number, task=task, task_id=tasks[task], member=member, actions=actions)
        )
    return probes


def _branches(
    config: DiagnoseConfig,
    probes: Sequence[Probe],
    spent: int,
    kept: Kept,
    players: Crew[TaskJob | Probe, Record],
) -> Iterator[tuple[Branches, int]]:
    """Branch probe after probe until the next one's worst case has no room; yield steps so far."""
    settings, max_steps = config.diagnosis, config.env.max_steps or 0
    done = 0
    while done < len(probes):
        wave, reserved = [], spent
        for probe in probes[done : done + WAVE]:
            reserved += probe.most_steps(settings.branches, max_steps)
            if reserved > settings.env_steps:
                break
            wave.append(probe)
        if not wave:
            return
        for probe, record in zip(wave, _records(wave, kept, players), strict=True):
            played = from_plain(record)
            spent += probe.step + sum(map(len, played))
            half = len(played) // 2
            yield Branches(acted=played[:half], free=played[half:]), spent
        done += len(wave)


def _records(
    wave: Sequence[Probe], kept: Kept, players: Crew[TaskJob | Probe, Record]
) -> Iterator[Record]:
    names = [f"{probe.task_id} {probe.member} {probe.step}" for probe in wave]
    return kept.probes.results(names, lambda there: players.results(wave[there:]))


class _Player:
    """Does both kinds of jobs."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def __call__(self, job: TaskJob | Probe) -> Record:
        if isinstance(job, TaskJob):
            return to_plain(self._stage.whole(job))
        branches = self._stage.branch(job)
        return to_plain((*branches.acted, *branches.free))


def _player(config: DiagnoseConfig) -> _Player:
    return _Player(open_stage(config))


def _tell(observer: Observer, what: str, done: int, total: int) -> None:
    observer.notify(EvaluationProgress(cell=what, done=done, total=total, won=0))
