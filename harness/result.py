"""What a finished run says, as ``result.json`` keeps it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from harness.errors import RunError
from harness.evaluation import Scores
from hgpo_envs import TaskPanel


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelFacts:
    """Which tasks: enough to see that two results are about the same ones.

    Attributes:
        env_id: environment.
        split: split.
        version: of the data or generator.
        hash: over the ordered task ids.
        tasks: how many.
        partial: whether the data on disk was only a part of the split.
    """

    env_id: str
    split: str
    version: str
    hash: str
    tasks: int
    partial: bool

    @classmethod
    def of(cls, panel: TaskPanel) -> "PanelFacts":
        """Return the facts of a panel."""
        return cls(
            env_id=panel.env_id,
            split=panel.split,
            version=panel.version,
            hash=panel.hash,
            tasks=len(panel),
            partial=panel.partial,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreFacts:
    """What a policy scored.

    Attributes:
        success: share of episodes won.
        per_task: success rate of each task, in the panel's order.
        mean_length: steps an episode.
        inadmissible: share of actions that the env refused.
        returns: mean return of each task, in the panel's order; empty in results of old.
    """

    success: float
    per_task: tuple[float, ...]
    mean_length: float
    inadmissible: float
    returns: tuple[float, ...] = ()

    @property
    def mean_return(self) -> float | None:
        """Mean return of an episode; None in results of old."""
        return sum(self.returns) / len(self.returns) if self.returns else None

    @classmethod
    def of(cls, scores: Scores) -> "ScoreFacts":
        """Return the facts of an evaluation."""
        return cls(
            success=scores.success,
            per_task=tuple(float(rate) for rate in scores.per_task()),
            mean_length=float(scores.length.mean()),
            inadmissible=float(scores.inadmissible.sum() / scores.length.sum()),
            returns=tuple(float(mean) for mean in scores.return_per_task()),
        )

    @classmethod
    def from_json(cls, record: Mapping[str, object]) -> "ScoreFacts":
        """Read the facts as JSON gives them, with lists where tuples were."""
        scores: dict[str, object] = dict(record)
        scores["per_task"] = tuple(scores["per_task"])  # type: ignore[arg-type]
        scores["returns"] = tuple(scores.get("returns", ()))  # type: ignore[arg-type]
        return cls(**scores)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult:
    """A finished run.

    Attributes:
        algorithm: its name.
        options: its hyper-parameters, resolved.
        seed: the training seed.
        batches: batches learned from.
        warm_start: what the imitation did; empty without one.
        caps: unit → cap.
        spent: unit → spent, evaluation apart.
        by_purpose: purpose → unit → spent.
        left: capped unit → left over.
        next_batch: unit → what the next batch could have taken at most: why the run stopped.
        train_panel: the training tasks.
        eval_panel: the evaluation tasks.
        start: scores before reinforcement learning.
        final: scores after it.
        start_weights: SHA-256 over the policy's weights before reinforcement learning.
        weights: SHA-256 over the final policy's weights.
        memory: what the agent saw of the past; empty in results of old, like the next two.
        sources: code of the author's own in the memory -> SHA-256 of its module's source.
        template: SHA-256 over the prompt template's text.
    """

    algorithm: str
    options: Mapping[str, object]
    seed: int
    batches: int
    warm_start: Mapping[str, float]
    caps: Mapping[str, float]
    spent: Mapping[str, float]
    by_purpose: Mapping[str, Mapping[str, float]]
    left: Mapping[str, float]
    next_batch: Mapping[str, float]
    train_panel: PanelFacts
    eval_panel: PanelFacts
    start: ScoreFacts
    final: ScoreFacts
    start_weights: str
    weights: str
    memory: str = ""
    sources: Mapping[str, str] = field(default_factory=dict)
    template: str = ""

    def to_json(self) -> dict[str, object]:
        """Return the result as JSON values."""
        return asdict(self)

    @classmethod
    def from_json(cls, record: Mapping[str, object], *, source: str) -> "RunResult":
        """Read what ``to_json`` returned.

        Raises:
            RunError: a key is missing or unknown.
        """
        try:
            parts: dict[str, object] = dict(record)
            for name in ("train_panel", "eval_panel"):
                parts[name] = PanelFacts(**parts[name])  # type: ignore[arg-type]
            for name in ("start", "final"):
                parts[name] = ScoreFacts.from_json(parts[name])  # type: ignore[arg-type]
            return cls(**parts)  # type: ignore[arg-type]
        except (KeyError, TypeError, ValueError) as error:
            raise RunError(
                f"{source!r} is no result of this version: {error}. Train the run again."
            ) from error
