"""Measure true advantages by restored play, and hold estimators against them."""

import os
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np

import algorithms
from algorithms import Algorithm, StepBatch
from harness.config.diagnosis import DiagnoseConfig
from harness.config.schema import AlgorithmConfig
from harness.diagnose.crew import crew
from harness.diagnose.diagnosis import Diagnosis, ProbeFacts
from harness.diagnose.facts import Measured, estimator_facts
from harness.diagnose.judge import Case, Floats, Judge, JudgeSetup, unusable
from harness.diagnose.kept import Kept, take_folder, weights_of
from harness.diagnose.moments import Truth
from harness.diagnose.play import Played, play_all
from harness.errors import ConfigError, HarnessInputError
from harness.group_levels import GROUP_DISCOUNT, levels_of
from harness.interrupt import Interrupted
from harness.observer import EvaluationProgress, Observer, SilentObserver
from harness.result import PanelFacts
from harness.run.folder import lock
from harness.worlds import open_world

LEVELS = 4
"""Greatest history whose groups are told, unless an estimator looks further back."""
FIRST = ("grpo", "gigpo", "hgpo", "ppo")
"""Algorithms that head the table where the whole zoo is in it; others name them if they agree."""
FEWEST = 4
"""Probes below which nothing is said."""


def diagnose(config: DiagnoseConfig, *, observer: Observer | None = None) -> Diagnosis:
    """Play, measure, judge.

    Args:
        config: what; ``run.dir`` names the folder, new or of the same play.
        observer: who is told of the progress.

    Raises:
        ConfigError: the budget is too small, or an estimator that was named can't be applied.
        RunError: the folder holds something else, or a process died.
        EnvInputError: a name, a split or data that is not there.
        Interrupted: Ctrl-C or SIGTERM.
    """
    if config.run.dir is None:
        raise HarnessInputError("the diagnosis has no folder. Name one: run.dir=DIR.")
    watch = observer or SilentObserver()
    workers = config.workers or os.cpu_count() or 1
    world = open_world(config.env, config.env.split, agent=config.agent.kind)
    if len(world.panel) < config.diagnosis.batch_tasks:
        raise ConfigError(
            f"the split has {len(world.panel)} tasks, fewer than diagnosis.batch_tasks, "
            f"{config.diagnosis.batch_tasks}. Lower it."
        )
    folder = Path(config.run.dir)
    take_folder(folder, config)
    held = lock(folder)
    try:
        kept = Kept(folder)
        played = play_all(config, world.panel, kept, watch, workers=workers)
        return assemble(config, played, PanelFacts.of(world.panel), watch, workers=workers)
    except KeyboardInterrupt:
        raise Interrupted(
            kept=f"{folder} has what was played.",
            continue_with="the same command again, with this run.dir",
        ) from None
    finally:
        os.close(held)


def assemble(
    config: DiagnoseConfig,
    played: Played,
    panel: PanelFacts,
    observer: Observer,
    *,
    workers: int,
) -> Diagnosis:
    """Judge what was played.

    Raises:
        ConfigError: too little was played, or an estimator that was named can't be applied.
    """
    if len(played.probes) < FEWEST:
        raise ConfigError(
            f"the budget had room for {len(played.probes)} probes; expected at least {FEWEST}. "
            f"Raise diagnosis.env_steps, which is {config.diagnosis.env_steps:,}, or lower "
            "diagnosis.branches."
        )
    estimators, skipped = usable_estimators(config, played)
    setup = JudgeSetup(played=played, estimators=estimators, settings=config.diagnosis)
    estimates = _estimates(setup, observer, workers)
    truth = truth_of(played, config.diagnosis.discount)
    judge = Judge(setup)
    batches = judge.as_trained()
    history = max([LEVELS, *(one.history for one in judge.estimators)])
    measured = Measured(
        truth=truth,
        tasks=np.asarray([probe.task for probe in played.probes]),
        seed=config.diagnosis.seed,
    )
    mean_square, floor = measured.mean_square_and_floor()
    returns = [sum(episode.rewards) for episodes in played.pool for episode in episodes]
    return Diagnosis(
        agent=config.agent.kind,
        weights=weights_of(config),
        panel=panel,
        settings=asdict(config.diagnosis),
        env_steps=played.env_steps,
        success=float(np.mean(np.asarray(returns) > 0.0)),
        mean_square=mean_square,
        floor=floor,
        clear=measured.clear(),
        estimators=estimator_facts(
            [entry.label for entry in estimators],
            [nonzero_share(estimator, batches) for estimator in judge.estimators],
            estimates,
            measured,
        ),
        skipped=skipped,
        levels=levels_of(batches, history, discount=GROUP_DISCOUNT),
        probes=tuple(
            ProbeFacts(
                task=probe.task_id,
                step=probe.step,
                action=probe.actions[-1],
                advantage=float(advantage),
                standard_error=float(error),
            )
            for probe, advantage, error in zip(
                played.probes, truth.advantage, truth.standard_error, strict=True
            )
        ),
    )


def usable_estimators(
    config: DiagnoseConfig, played: Played
) -> tuple[tuple[AlgorithmConfig, ...], dict[str, str]]:
    """Return the estimators to judge, and why others of the zoo are left out.

    Raises:
        ConfigError: one that was named can't be applied.
    """
    names = [*FIRST, *(name for name in algorithms.names() if name not in FIRST)]
    zoo = [AlgorithmConfig(name=name) for name in names]
    asked = tuple(config.algorithms or zoo)
    judge = Judge(JudgeSetup(played=played, estimators=asked, settings=config.diagnosis))
    reasons = dict(unusable(judge, asked))
    if config.algorithms and reasons:
        label, reason = next(iter(reasons.items()))
        raise ConfigError(f"{label} can't be diagnosed with this agent: {reason}")
    return tuple(entry for entry in asked if entry.label not in reasons), reasons


def truth_of(played: Played, discount: float) -> Truth:
    """Return the measured advantages of the probes."""
    acted, free = (
        np.asarray(
            [
                [episode.discounted(discount) for episode in getattr(branches, kind)]
                for branches in played.branches
            ]
        )
        for kind in ("acted", "free")
    )
    return Truth(differences=acted - free, returns=acted)


def _estimates(setup: JudgeSetup, observer: Observer, workers: int) -> Floats:
    """Judge every probe, shape [P, estimators, kinds, R]."""
    played = setup.played
    cases = [
        Case(probe=probe, branches=branches)
        for probe, branches in zip(played.probes, played.branches, strict=True)
    ]
    out = []
    pool = replace(setup, played=replace(played, probes=(), branches=()))
    with crew(Judge, pool, workers=workers) as judges:
        for estimate in judges.results(cases):
            out.append(estimate)
            observer.notify(
                EvaluationProgress(cell="estimates", done=len(out), total=len(cases), won=0)
            )
    return np.stack(out)


def nonzero_share(estimator: Algorithm, batches: Sequence[StepBatch]) -> float:
    """Return the share of steps with an advantage other than 0."""
    credit = np.concatenate([estimator.advantages(batch) for batch in batches])
    return float((credit != 0.0).mean())
