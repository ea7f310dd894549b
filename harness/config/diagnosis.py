"""What ``hgpo diagnose`` can be told, and what of it must go together."""

from dataclasses import dataclass, field

import algorithms
from harness.config.distinct import check_distinct
from harness.config.limits import number, whole
from harness.config.schema import AlgorithmConfig, PlayConfig, RunDirConfig
from harness.errors import ConfigError

BRANCHED = ("scorer", "random")
"""Agents that depend on nothing but their context and their draws."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiagnosisConfig:
    """What is played to measure true advantages, and how the estimators' batches are made of it.

    Attributes:
        tasks: tasks, drawn from the split.
        pool: whole episodes a task; the other members of the batches are drawn from them.
        probes: decisions whose true advantage is measured.
        branches: continuations of a probe after its action, and as many from before it.
        env_steps: the most that all play may take; it ends the probes before their number does.
        batch_tasks: tasks of a batch that an estimator is applied to.
        group_size: episodes a task of such a batch.
        discount: of the true advantage; 1 is what success measures.
        invalid_penalty: taken off the reward of an action that the env refused.
        temperature: of the policy's sampling.
        seed: of everything that is drawn.
    """

    tasks: int = whole(32, least=1)
    pool: int = whole(64, least=4)
    probes: int = whole(128, least=2)
    branches: int = whole(48, least=4)
    env_steps: int = whole(400_000, least=1)
    batch_tasks: int = whole(4, least=1)
    group_size: int = whole(8, least=2)
    discount: float = number(1.0, least=0)
    invalid_penalty: float = number(0.1, least=0)
    temperature: float = number(1.0, above=0)
    seed: int = whole(0, least=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiagnoseConfig(PlayConfig):
    """``hgpo diagnose``: bias and variance of estimators under one policy.

    Attributes:
        diagnosis: what is played and measured.
        algorithms: the estimators, in the order of the table; none: the whole zoo.
        run: where what was played is kept.
        workers: processes that play; null for one a core.
    """

    diagnosis: DiagnosisConfig = field(default_factory=DiagnosisConfig)
    algorithms: list[AlgorithmConfig] = field(default_factory=list)
    run: RunDirConfig = field(default_factory=RunDirConfig)
    workers: int | None = whole(None, least=1)


def check_diagnosis(config: DiagnoseConfig) -> None:
    """Check that an agent can be branched, and that the batches can be made of what is played."""
    if config.agent.kind not in BRANCHED:
        raise ConfigError(
            f"agent.kind is {config.agent.kind!r}; a diagnosis plays on from restored states with "
            f"an agent that samples: expected {' or '.join(BRANCHED)}."
        )
    for entry in config.algorithms:
        algorithms.make(entry.name, **entry.options)
    check_distinct(config.algorithms)
    settings = config.diagnosis
    if settings.pool % 2 or settings.pool // 2 < settings.group_size:
        raise ConfigError(
            f"diagnosis.pool is {settings.pool}; expected an even number of at least twice "
            f"diagnosis.group_size, which is {settings.group_size}."
        )
    if settings.branches % 2:
        raise ConfigError(f"diagnosis.branches is {settings.branches}; expected an even number.")
    if settings.batch_tasks > settings.tasks:
        raise ConfigError(
            f"diagnosis.batch_tasks is {settings.batch_tasks}, more than diagnosis.tasks, "
            f"{settings.tasks}. Raise the one or lower the other."
        )
    if settings.discount > 1.0:
        raise ConfigError(f"diagnosis.discount is {settings.discount}; expected at most 1.")
