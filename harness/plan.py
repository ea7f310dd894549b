"""What a command would do, found out without doing or writing anything."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import algorithms
from harness.config.diagnosis import DiagnoseConfig
from harness.config.schema import (
    BaseConfig,
    CompareConfig,
    EnvConfig,
    LearnConfig,
    PlayConfig,
    TrainConfig,
)
from harness.worlds import open_world
from hgpo_envs import TaskPanel


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The work of one command.

    Attributes:
        cells: what is trained or scored, by name.
        caps: unit -> cap of each cell; empty where nothing is trained.
        panels: role (``train``, ``evaluate``) -> the tasks.
        episodes: episodes that an evaluation plays, or whole ones of a diagnosis.
        continuations: episodes of a diagnosis that begin in restored states, at most.
    """

    cells: tuple[str, ...]
    caps: Mapping[str, int | float]
    panels: Mapping[str, TaskPanel]
    episodes: int
    continuations: int | None = None

    def lines(self) -> list[str]:
        """Return the plan as lines to print."""
        caps = ", ".join(f"{unit} {cap:,}" for unit, cap in self.caps.items())
        return [
            f"cells ({len(self.cells)}): {', '.join(self.cells)}",
            *([f"caps of each: {caps}"] if caps else []),
            *(f"{role}: {panel_line(panel)}" for role, panel in self.panels.items()),
            *self._episode_lines(),
        ]

    def _episode_lines(self) -> list[str]:
        if self.continuations is None:
            return [f"episodes of an evaluation: {self.episodes:,}"]
        return [
            f"whole episodes: {self.episodes:,}",
            f"episodes from restored states: at most {self.continuations:,}",
        ]


def panel_line(panel: TaskPanel) -> str:
    """Say which tasks a panel has, in one line."""
    whole = "part of the split, " if panel.partial else ""
    return (
        f"{len(panel)} tasks of {panel.env_id} {panel.split} "
        f"({whole}version {panel.version}, sha256 {panel.hash})"
    )


def plan(config: PlayConfig) -> Plan:
    """Find out what a configuration comes to.

    Raises:
        EnvInputError: an option that the environment refuses, or data that is missing.
    """
    scored = _panel(config.env, config.env.split)
    if isinstance(config, DiagnoseConfig):
        return _plan_diagnosis(config, scored)
    return _plan_scoring(cast("BaseConfig", config), scored)


def _plan_diagnosis(config: DiagnoseConfig, panel: TaskPanel) -> Plan:
    settings = config.diagnosis
    return Plan(
        cells=cells(config),
        caps={"env_steps": settings.env_steps},
        panels={"play": panel},
        episodes=min(settings.tasks, len(panel)) * settings.pool,
        continuations=2 * settings.probes * settings.branches,
    )


def _plan_scoring(config: BaseConfig, scored: TaskPanel) -> Plan:
    panels = {}
    if isinstance(config, LearnConfig):
        panels["train"], scored = scored, _panel(config.env, config.env.eval_split)
    if config.evaluation.tasks is not None:
        scored = scored.head(config.evaluation.tasks)
    return Plan(
        cells=cells(config),
        caps=config.budget.caps() if isinstance(config, LearnConfig) else {},
        panels={**panels, "evaluate": scored},
        episodes=len(scored) * config.evaluation.repeats,
    )


def cells(config: PlayConfig) -> tuple[str, ...]:
    """Return the names of what a command trains or scores."""
    if isinstance(config, TrainConfig):
        return (f"{config.algorithm.label}/seed-{config.seed}",)
    if isinstance(config, CompareConfig):
        labels = [algorithm.label for algorithm in config.algorithms]
        trained = [f"{label}/seed-{seed}" for seed in config.training_seeds for label in labels]
        return (*trained, *config.baselines)
    if isinstance(config, DiagnoseConfig):
        return tuple(entry.label for entry in config.algorithms) or algorithms.names()
    return (config.agent.kind,)


def _panel(env: EnvConfig, split: str | None) -> TaskPanel:
    return open_world(env, split).panel
