"""What can be configured, with types and defaults; every key of the command line is here.

The dataclasses are Hydra structured configs. ``harness.config.load`` composes and checks them;
nothing changes them after that.
"""

from dataclasses import dataclass, field
from typing import Any

from harness.budget import Budget
from harness.config.limits import number, whole
from harness.config.model import BackendConfig, ModelConfig
from harness.config.price_table import PricesConfig

Scalar = float | int | bool | str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryConfig:
    """What of the past the agent sees.

    Attributes:
        kind: ``none``, ``window``, ``full``, ``summary``, ``retrieval``, ``combined``, or
            ``module:Class`` of an author's own.
        size: turns of the window; null for the other kinds. Left out, a window has 8.
        options: what else the kind takes, such as ``budget`` or ``recent``; plain values, lists
            or braces of them.
    """

    kind: str = "window"
    size: int | None = whole(None, least=1)
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvConfig:
    """The world. ``load`` fills what is null here from the environment's spec.

    Attributes:
        id: environment id or name; the id, once loaded.
        split: split to train on (for ``hgpo evaluate``: to play).
        eval_split: split to evaluate on after training.
        max_steps: step cap of an episode.
        memory: what the agent sees of the past.
        template: how its prompts are written: ``default``, ``alfworld``, ``webshop``, or the path
            of a file; null: as the environment's spec says.
        options: further options of the environment, such as ``data`` or ``difficulty``; plain
            values or lists of them.
    """

    id: str = "ALFWorld-v0"
    split: str | None = None
    eval_split: str | None = None
    max_steps: int | None = whole(None, least=1)
    memory: MemoryConfig = field(default_factory=MemoryConfig)
    template: str | None = None
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentConfig:
    """Who acts.

    Attributes:
        kind: ``scorer``, ``random``, ``expert``, ``first-hit`` or ``planner``; only the scorer
            is trained.
        run: for ``hgpo evaluate`` alone: the run whose trained scorer is evaluated.
        checkpoint: which of the run's checkpoints: ``final`` or ``start``.
        buckets: vocabulary that words are hashed into.
        width: numbers a text is embedded into.
        hidden: units of the perceptrons.
        slots: remembered turns that the network reads.
    """

    kind: str = "scorer"
    run: str | None = None
    checkpoint: str = "final"
    buckets: int = whole(2048, least=1)
    width: int = whole(32, least=1)
    hidden: int = whole(64, least=1)
    slots: int = whole(8, least=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class WarmStartConfig:
    """Imitation of the expert before reinforcement learning; all of it is charged.

    Attributes:
        episodes: expert episodes to imitate; 0 starts from random weights.
        epochs: passes over their steps.
        batch: decisions a gradient step.
        learning_rate: of Adam.
    """

    episodes: int = whole(130, least=0)
    epochs: int = whole(20, least=1)
    batch: int = whole(64, least=1)
    learning_rate: float = number(2e-3, above=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainerConfig:
    """The training loop, the same for every algorithm.

    Attributes:
        tasks: tasks a batch (the paper: 16).
        group_size: episodes a task (the paper: 8).
        epochs: passes over a batch.
        minibatches: gradient steps a pass.
        learning_rate: of the policy's Adam.
        critic_learning_rate: of the critic's Adam, where the algorithm has a critic.
        max_grad_norm: gradients longer than this are shortened to it.
        invalid_penalty: taken off the reward of an action that the env refused.
        temperature: of the sampling in rollouts.
        eval_every: batches between interim evaluations; 0 for none.
        checkpoint_every: batches between checkpoints.
    """

    tasks: int = whole(16, least=1)
    group_size: int = whole(8, least=1)
    epochs: int = whole(2, least=1)
    minibatches: int = whole(4, least=1)
    learning_rate: float = number(2e-3, above=0)
    critic_learning_rate: float = number(1e-3, above=0)
    max_grad_norm: float = number(1.0, above=0)
    invalid_penalty: float = number(0.1, least=0)
    temperature: float = number(1.0, above=0)
    eval_every: int = whole(0, least=0)
    checkpoint_every: int = whole(10, least=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationConfig:
    """How a policy is scored: each task of the panel once a repeat.

    Attributes:
        tasks: the first so many tasks of the panel; null for all.
        repeats: passes over the panel.
        temperature: of the sampling (the paper: 0.4); 0 takes the likeliest action.
        seed: of the sampling; the same for every policy that is compared.
        remember: whether a memory that looks past episodes up also finds those of this
            evaluation, once the tasks played side by side with them (256) are over; null: no.
    """

    tasks: int | None = whole(None, least=1)
    repeats: int = whole(1, least=1)
    temperature: float = number(0.4, least=0)
    seed: int = whole(0, least=0)
    remember: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvWorkersConfig:
    """How episodes are played; no result depends on it.

    Attributes:
        env_workers: processes that environments are played in; null or 0 plays them in the one
            that acts and learns.
        env_ray: the Ray whose actors they are instead: ``local`` for one that is started here,
            ``auto`` or ``HOST:PORT`` for a cluster that runs; null for processes of this machine.
    """

    env_workers: int | None = whole(None, least=0)
    env_ray: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunDirConfig(EnvWorkersConfig):
    """How a run is done and where it is kept.

    Attributes:
        dir: folder of the run; null for a new one under ``runs/``.
        keep_last: how many of the newest checkpoints are kept; where the newest was damaged, a run
            goes on from the one before it.
        keep_best: whether the checkpoint of the best interim evaluation is kept.
        keep_every: a checkpoint every so many batches is kept; 0 for none.
        keep_bytes: bytes of all checkpoints together; the oldest of ``keep_every`` go first, and
            the start, the newest and the final one stay whatever it says. Null for no limit.
        launcher: who trains the cells of a comparison: ``processes`` of this machine (null), or
            ``ray``; no result depends on it.
        ray: the cluster of the launcher ``ray``: ``local`` for one that is started here, ``auto``
            or ``HOST:PORT`` for one that runs; null for one that runs here, else one of our own.
        cpus: CPUs that a cell reserves there; null for 1.
        gpus: GPUs that a cell reserves there; null for none.
        memory_gb: memory that a cell reserves there, in units of 2^30 bytes; null for none.
    """

    dir: str | None = None
    keep_last: int = whole(2, least=1)
    keep_best: bool = True
    keep_every: int = whole(0, least=0)
    keep_bytes: float | None = number(None, least=0)
    launcher: str | None = None
    ray: str | None = None
    cpus: float | None = number(None, above=0)
    gpus: float | None = number(None, least=0)
    memory_gb: float | None = number(None, above=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayConfig:
    """What every command that plays has: a world, and who acts in it."""

    env: EnvConfig = field(default_factory=EnvConfig)
    agent: AgentConfig = field(default_factory=AgentConfig)


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseConfig(PlayConfig):
    """What training, evaluation and comparison share."""

    evaluation: EvaluationConfig = field(default_factory=EvaluationConfig)


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluateConfig(BaseConfig):
    """``hgpo evaluate``: one agent on one split."""

    run: EnvWorkersConfig = field(default_factory=EnvWorkersConfig)


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnConfig(BaseConfig):
    """What every trained cell has, whatever its algorithm and seed."""

    budget: Budget
    prices: PricesConfig = field(default_factory=PricesConfig)
    run: RunDirConfig = field(default_factory=RunDirConfig)
    warm_start: WarmStartConfig = field(default_factory=WarmStartConfig)
    trainer: TrainerConfig = field(default_factory=TrainerConfig)
    model: ModelConfig = field(default_factory=ModelConfig)
    backend: BackendConfig = field(default_factory=BackendConfig)


@dataclass(frozen=True, slots=True, kw_only=True)
class AlgorithmConfig:
    """The algorithm and its options, as ``algorithms.make`` takes them."""

    name: str = "hgpo"
    options: dict[str, Scalar] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """Name the algorithm with the options that were given: ``hgpo(history=2)``."""
        given = ",".join(f"{name}={self.options[name]}" for name in sorted(self.options))
        return f"{self.name}({given})" if given else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainConfig(LearnConfig):
    """``hgpo train``: one algorithm, one seed."""

    algorithm: AlgorithmConfig = field(default_factory=AlgorithmConfig)
    seed: int = whole(0, least=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareConfig(LearnConfig):
    """``hgpo compare``: algorithms × seeds under the same caps.

    Attributes:
        algorithms: the algorithms, in the order of the table.
        seeds: number of training seeds.
        first_seed: the smallest of them, from which they count up; null: 0.
        workers: cells trained side by side; null for one a core.
        baselines: agents that need no training and are scored beside the cells; left out on the
            command line, those that the environment's spec names.
    """

    algorithms: list[AlgorithmConfig] = field(default_factory=list)
    seeds: int = whole(3, least=1)
    first_seed: int | None = whole(None, least=0)
    workers: int | None = whole(None, least=1)
    baselines: list[str] = field(default_factory=lambda: ["random", "expert"])

    @property
    def training_seeds(self) -> tuple[int, ...]:
        """The seeds that every algorithm is trained with."""
        first = self.first_seed or 0
        return tuple(range(first, first + self.seeds))
