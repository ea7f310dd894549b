"""Score one agent on one split: what ``hgpo evaluate`` does."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from agents import Policy, make_agent
from harness.charging import Counter
from harness.config.flat import told_options, told_settings
from harness.config.schema import EvaluateConfig, Scalar
from harness.errors import HarnessInputError
from harness.evaluation import Scores, score_policy
from harness.interrupt import Interrupted
from harness.observer import Evaluated, Observer, SilentObserver
from harness.prompting import Prompting, prompting_of
from harness.result import PanelFacts
from harness.run.folder import read_config, versions
from harness.worlds import World, open_world
from leaderboards.statistics import crossed_bootstrap, wilson_interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """An agent's scores on a panel.

    Attributes:
        agent: who played.
        player: the same in a table, with the training that it comes from.
        learned: whether it learned from rewards.
        env_id: environment.
        memory: what the agent saw of the past.
        max_steps: step cap.
        scores: every episode.
        used: unit → amount that it took.
        prompting: memory and template by what they are.
        options: the environment's options, as records tell them.
        settings: all that was configured, as records tell it.
    """

    agent: str
    player: str
    learned: bool
    env_id: str
    memory: str
    max_steps: int
    scores: Scores
    used: Mapping[str, int]
    prompting: Prompting
    options: Mapping[str, str]
    settings: Mapping[str, Scalar]

    def to_json(self) -> dict[str, object]:
        """Return what the table says, and each episode with its actions, enough for a leaderboard.

        ``interval`` is Wilson's at 95 % over the episodes played: it tells what another draw of
        tasks of this kind would give this policy, not what another training would.
        ``return_interval`` is of the mean return, over repeats and tasks (bootstrap).
        """
        scores, panel = self.scores, self.scores.panel
        interval = wilson_interval(int(scores.won.sum()), scores.won.size)
        earned = crossed_bootstrap(scores.returns, np.random.default_rng(scores.seed))
        return {
            "agent": self.agent,
            "player": self.player,
            "learned": self.learned,
            "env": self.env_id,
            "env_options": dict(self.options),
            "panel": asdict(PanelFacts.of(panel)),
            "memory": self.memory,
            "prompting": asdict(self.prompting),
            "max_steps": self.max_steps,
            "temperature": scores.temperature,
            "seed": scores.seed,
            "repeats": len(scores.won),
            "success": scores.success,
            "n": int(scores.won.size),
            "interval": [interval.low, interval.high],
            "interval_over": "episodes",
            "mean_return": earned.value,
            "return_interval": [earned.low, earned.high],
            "mean_length": float(scores.length.mean()),
            "inadmissible": float(scores.inadmissible.sum() / scores.length.sum()),
            "by_kind": success_by_kind(scores),
            "used": dict(self.used),
            "settings": dict(self.settings),
            "versions": versions(),
            "tasks": [
                {
                    "task": task,
                    "success": float(rate),
                    "won": [bool(won) for won in scores.won[:, place]],
                    "return": [float(earned) for earned in scores.returns[:, place]],
                    "length": [int(steps) for steps in scores.length[:, place]],
                    "inadmissible": [int(refused) for refused in scores.inadmissible[:, place]],
                    "actions": [list(repeat[place]) for repeat in scores.actions],
                }
                for place, (task, rate) in enumerate(zip(panel.ids, scores.per_task(), strict=True))
            ],
        }


def evaluate(config: EvaluateConfig, *, observer: Observer | None = None) -> Evaluation:
    """Play each task of the split once a repeat.

    Raises:
        EnvInputError: an unknown name, a bad option, or data that is missing or damaged.
        RunError: ``agent.run`` holds no trained scorer.
        Interrupted: Ctrl-C or SIGTERM.
    """
    watch = observer or SilentObserver()
    world = open_world(config.env, config.env.split, agent=config.agent.kind, play=config.run)
    policy = open_agent(config, world)
    counter = Counter()
    try:
        scores = score_policy(
            policy,
            world,
            config.evaluation,
            spender=counter,
            observer=watch,
            cell=policy.name,
        )
    except KeyboardInterrupt:
        raise Interrupted(
            kept="Nothing was written.", continue_with="the same command again"
        ) from None
    watch.notify(
        Evaluated(cell=policy.name, what="final", success=scores.success, episodes=scores.won.size)
    )
    return Evaluation(
        agent=policy.name,
        player=player_in_words(config, policy),
        learned=config.agent.run is not None and config.agent.checkpoint != "start",
        env_id=world.panel.env_id,
        memory=world.make().memory.name,
        max_steps=world.env.max_steps,
        scores=scores,
        used=counter.used,
        prompting=prompting_of(config.env, world),
        options=told_options(config),
        settings=told_settings(config),
    )


def player_in_words(config: EvaluateConfig, policy: Policy) -> str:
    """Say who plays: an agent's name, and of a trained one which training it comes from."""
    if config.agent.run is None:
        return policy.name
    run = read_config(Path(config.agent.run))
    return (
        f"{policy.name} of {run.algorithm.label}, seed {run.seed}, checkpoint "
        f"{config.agent.checkpoint}"
    )


def open_agent(config: EvaluateConfig, world: World) -> Policy:
    """Make the agent that a configuration names; a run's past episodes enter the world's memory.

    Raises:
        HarnessInputError: a run is named for an agent that has none.
    """
    agent = config.agent
    if agent.kind == "scorer" and agent.run is not None:
        # torch comes with it, and the other agents never need it
        from harness.trained import load_policy

        return load_policy(Path(agent.run), agent.checkpoint, memory=world.memory)
    if agent.run is not None:
        raise HarnessInputError(
            f"agent.run={agent.run} names a training run, and the agent {agent.kind!r} is not "
            "trained. Leave it out, or evaluate agent=scorer."
        )
    return make_agent(agent.kind, world.env)


def success_by_kind(scores: Scores) -> dict[str, dict[str, float]]:
    """Return success and number of episodes by task type; empty where tasks have no types."""
    table: dict[str, list[float]] = {}
    for kind, rate in zip(scores.panel.kinds, scores.per_task(), strict=False):
        table.setdefault(kind, []).append(float(rate))
    return {
        kind: {"success": sum(rates) / len(rates), "n": float(len(rates) * len(scores.won))}
        for kind, rates in sorted(table.items())
    }
