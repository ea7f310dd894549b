"""The two pieces of play of a diagnosis: whole episodes of a task, continuations of a probe."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

import algorithms
from agents import Policy, make_agent
from harness.charging import Charges, Counter
from harness.config.diagnosis import DiagnoseConfig, DiagnosisConfig
from harness.diagnose.episode import Episode
from harness.diagnose.player import Floats, Measure, Player
from harness.seeding import Stream, generator
from harness.worlds import World, open_world
from hgpo_envs.context import ContextWrapper


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskJob:
    """Whole episodes of one task.

    Attributes:
        number: of the task among the diagnosis' own.
        task: its id.
    """

    number: int
    task: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """A decision whose true advantage is measured.

    Attributes:
        number: of the probe.
        task: number of its task.
        task_id: id of its task.
        member: number of its episode among the task's.
        actions: what was done up to it, its own action last.
    """

    number: int
    task: int
    task_id: str
    member: int
    actions: tuple[str, ...]

    @property
    def step(self) -> int:
        """Return how many steps were done before it."""
        return len(self.actions) - 1

    def most_steps(self, branches: int, max_steps: int) -> int:
        """Return the most environment steps that its continuations take, its replay included."""
        return self.step + 2 * branches * (max_steps - self.step)


@dataclass(frozen=True, slots=True, kw_only=True)
class Branches:
    """Continuations of a probe, R of each kind; number r of both had the same draws.

    Attributes:
        acted: from its state with its action.
        free: from its state with whatever the policy chose.
    """

    acted: tuple[Episode, ...]
    free: tuple[Episode, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A world and a player in it; every job's play depends on the job and the settings alone.

    Attributes:
        world: the split.
        player: the policy.
        settings: of the diagnosis.
        knows_greedy: whether the policy has a likeliest action, so that a greedy episode is one.
    """

    world: World
    player: Player
    settings: DiagnosisConfig
    knows_greedy: bool
    _envs: list[ContextWrapper] = field(default_factory=list, repr=False)

    def whole(self, job: TaskJob) -> tuple[Episode, ...]:
        """Play a task's episodes; the greedy one, where there is one, is the last."""
        count = self.settings.pool
        draws = generator(self.settings.seed, Stream.DIAGNOSIS_POOL, job.number)
        envs = self._begun(job.task, count)
        played = self.player.play(envs, draws.random((count, self.world.env.max_steps)))
        return (*played, self._greedy(job.task)) if self.knows_greedy else played

    def branch(self, probe: Probe) -> Branches:
        """Go to a probe's state once, restore it many times, and play on."""
        count = self.settings.branches
        envs = self._begun(probe.task_id, 1) + self._idle(2 * count)[1:]
        for action in probe.actions[:-1]:
            envs[0].advance(action)
        state = envs[0].snapshot()
        for env in envs[1:]:
            env.restore(state)
        rng = generator(self.settings.seed, Stream.DIAGNOSIS_BRANCHES, probe.number)
        draws: Floats = rng.random((count, self.world.env.max_steps - probe.step))
        first = [probe.actions[-1]] * count + [None] * count
        played = self.player.play(envs, np.concatenate((draws, draws)), first=first)
        return Branches(acted=played[:count], free=played[count:])

    def _greedy(self, task: str) -> Episode:
        player = replace(self.player, temperature=0.0)
        rng = generator(self.settings.seed, Stream.DIAGNOSIS_POOL)
        (episode,) = player.play(self._begun(task, 1), rng.random((1, self.world.env.max_steps)))
        return episode

    def _begun(self, task: str, count: int) -> list[ContextWrapper]:
        envs = self._idle(count)
        for env in envs:
            env.begin(options={"task": task})
        return envs

    def _idle(self, count: int) -> list[ContextWrapper]:
        while len(self._envs) < count:
            self._envs.append(self.world.make())
        return self._envs[:count]


def open_stage(config: DiagnoseConfig) -> Stage:
    """Open the world and the agent of a configuration.

    Raises:
        EnvInputError: a name, an option or data that is not there.
        RunError: ``agent.run`` holds no trained scorer.
    """
    world = open_world(config.env, config.env.split, agent=config.agent.kind)
    policy, measures = _open_agent(config, world)
    player = Player(
        policy=policy,
        measures=measures,
        temperature=config.diagnosis.temperature,
        invalid_penalty=config.diagnosis.invalid_penalty,
    )
    return Stage(
        world=world,
        player=player,
        settings=config.diagnosis,
        knows_greedy=config.agent.run is not None,
    )


def _open_agent(config: DiagnoseConfig, world: World) -> tuple[Policy, Mapping[str, Measure]]:
    """Return the policy, and what of its decisions estimators can ask for besides."""
    if config.agent.run is None:
        return make_agent(config.agent.kind, world.env), {}
    # torch comes with these, and the random agent never needs it
    from harness.run.folder import read_config
    from harness.trained import load_backend

    run = Path(config.agent.run)
    backend = load_backend(run, config.agent.checkpoint, memory=world.memory)
    measures: dict[str, Measure] = {"entropy": backend.entropies}
    trained_by = read_config(run).algorithm
    if algorithms.make(trained_by.name, **trained_by.options).needs_critic:
        charges = Charges({"critic": Counter()})
        measures["value"] = lambda samples: backend.values(samples, charges)
    return backend.policy, measures
