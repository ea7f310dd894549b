"""Fill in what was left open, from the environment's spec, and check what belongs together."""

import re
from collections.abc import Mapping, Sequence
from typing import cast

import algorithms
from harness.budget import UNITS
from harness.config.diagnosis import DiagnoseConfig, check_diagnosis
from harness.config.distinct import check_distinct
from harness.config.env_options import env_options
from harness.config.keys import unknown_key
from harness.config.launching import check_launch
from harness.config.model import check_model
from harness.config.price_table import check_charged, check_prices
from harness.config.schema import (
    AgentConfig,
    AlgorithmConfig,
    CompareConfig,
    EnvConfig,
    EnvWorkersConfig,
    EvaluateConfig,
    LearnConfig,
    MemoryConfig,
    PlayConfig,
    TrainConfig,
)
from harness.errors import ConfigError
from hgpo_envs import EnvSpec, spec
from hgpo_envs.context import check_template_name, make_memory
from hgpo_envs.errors import UnknownNameError
from hgpo_envs.suggest import unknown_name

DEFAULT_WINDOW = 8
SCORER_UNITS = frozenset(UNITS) - {"generated_tokens", "prompt_tokens", "trained_tokens"}
"""What work of the embedded scorer is charged in: it chooses among actions, and reads and writes
no tokens."""
CHECKPOINTS = ("final", "latest", "start", "best", "batch-N")
EVALUATED_ON: Mapping[str, Sequence[str]] = {"train": ("valid_seen", "test")}
"""Split trained on -> splits to evaluate on, the first that the environment has."""


def resolve_env(values: dict[str, object], *, trains: bool) -> dict[str, object]:
    """Return the values with every null of the environment filled in.

    Args:
        values: full key -> value, as given.
        trains: whether the command trains, and so has a second split to evaluate on.
    """
    entry = spec(str(values.get("env.id", EnvConfig().id)))
    split = values.get("env.split") or entry.default_split
    filled = {
        **values,
        "env.id": entry.id,
        "env.split": split,
        "env.max_steps": values.get("env.max_steps") or entry.max_steps,
    }
    if trains and values.get("env.eval_split") is None:
        filled["env.eval_split"] = evaluation_split(entry, str(split))
    kind = values.get("env.memory.kind", MemoryConfig().kind)
    if kind == "window" and values.get("env.memory.size") is None:
        filled["env.memory.size"] = DEFAULT_WINDOW
    return filled


def resolve_baselines(values: Mapping[str, object]) -> list[str]:
    """Return the agents that a comparison scores beside the trained: given, or the world's own."""
    given = values.get("baselines")
    if given is not None:
        return cast("list[str]", given)
    return list(spec(str(values.get("env.id", EnvConfig().id))).baselines)


def evaluation_split(entry: EnvSpec, split: str) -> str:
    """Return the split to evaluate on where none was named.

    Example:
        >>> evaluation_split(spec("alfworld"), "gen_train")
        'gen_unseen'
    """
    wanted = EVALUATED_ON.get(split, ("gen_unseen", "test"))
    return next((name for name in wanted if name in entry.splits), entry.default_split)


def check(config: PlayConfig) -> None:
    """Check what no single key shows.

    Raises:
        ConfigError: values that don't go together.
        EnvInputError: an unknown split, memory or agent.
        AlgorithmInputError: an unknown algorithm or option.
    """
    check_env(config.env)
    check_agent(config.agent.kind)
    if isinstance(config, EvaluateConfig | LearnConfig):
        check_workers(config.run)
    if isinstance(config, EvaluateConfig | DiagnoseConfig):
        check_evaluated(config.agent)
    if isinstance(config, DiagnoseConfig):
        check_diagnosis(config)
    if isinstance(config, LearnConfig):
        check_learning(config)
    if isinstance(config, TrainConfig):
        check_algorithm(config.algorithm, config)
    if isinstance(config, CompareConfig):
        check_comparison(config)


def check_learning(config: LearnConfig) -> None:
    """Check who learns, and that the budget can end it."""
    if config.agent.kind != "scorer":
        raise ConfigError(
            f"agent.kind is {config.agent.kind!r}, which learns nothing; only 'scorer' can be "
            "trained. Score the others with hgpo evaluate."
        )
    if config.agent.run is not None:
        raise ConfigError("agent.run is for hgpo evaluate; a training starts from its own weights.")
    check_launch(config)
    check_model(config.model, config.backend)
    check_prices(config.budget, config.prices)
    if config.backend.name in {None, "embedded"}:
        check_charged(config.budget, SCORER_UNITS, "the embedded scorer")


def check_env(env: EnvConfig) -> None:
    """Check the environment's splits, memory and options."""
    entry = spec(env.id)
    for split in (env.split, env.eval_split):
        if split is not None and split not in entry.splits:
            raise UnknownNameError(unknown_name(f"split of {entry.id}", split, entry.splits))
    make_memory(env.memory.kind, size=env.memory.size, **env.memory.options)
    if env.template is not None:
        check_template_name(env.template)
    for name in env.options:
        if name not in (known := env_options(env.id, name)):
            raise unknown_key(f"env.{name}", [f"env.{option}" for option in known])


def check_agent(kind: str) -> None:
    """Check that there is an agent of that kind."""
    from agents import AGENTS

    if kind not in AGENTS:
        raise UnknownNameError(unknown_name("agent", kind, AGENTS))


def check_evaluated(agent: AgentConfig) -> None:
    """Check that a trained agent comes from a run, and that no other does."""
    if agent.checkpoint not in CHECKPOINTS and not re.fullmatch(r"batch-\d+", agent.checkpoint):
        raise UnknownNameError(unknown_name("checkpoint", agent.checkpoint, CHECKPOINTS))
    if agent.kind == "scorer" and agent.run is None:
        raise ConfigError(
            "the agent 'scorer' is a trained network: name its run with agent.run=DIR, "
            "or take another agent: random, expert, first-hit or planner."
        )
    if agent.kind != "scorer" and agent.run is not None:
        raise ConfigError(f"agent.run is {agent.run!r}, but the agent {agent.kind!r} has no run.")


def check_workers(run: EnvWorkersConfig) -> None:
    """Check that there are actors to play in where a Ray is named."""
    if run.env_ray is not None and not run.env_workers:
        raise ConfigError(
            f"run.env_ray is {run.env_ray!r}, and no workers are asked for. Add run.env_workers=N, "
            "or leave run.env_ray out."
        )


def check_algorithm(config: AlgorithmConfig, learn: LearnConfig) -> None:
    """Check an algorithm's name and options, and that its groups are large enough."""
    made = algorithms.make(config.name, **config.options)
    if not made.needs_critic and learn.trainer.group_size < 2:
        raise ConfigError(
            f"{config.name} compares the episodes of a group: trainer.group_size is "
            f"{learn.trainer.group_size}; expected at least 2."
        )


def check_comparison(config: CompareConfig) -> None:
    """Check that there is something to compare, nothing of it twice."""
    if not config.algorithms:
        raise ConfigError(
            "there is no algorithm to compare. Name some, for example "
            f"'algorithms=[{','.join(algorithms.names())}]'."
        )
    for entry in config.algorithms:
        check_algorithm(entry, config)
    check_distinct(config.algorithms)
    for kind in config.baselines:
        check_agent(kind)
        if kind == "scorer":
            raise ConfigError(
                "a baseline needs no training; expected random, expert, first-hit or planner, "
                "not scorer."
            )
