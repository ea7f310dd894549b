"""What a comparison consists of: panels, policies and their scores, trainings and their curves."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A fixed list of tasks.

    Attributes:
        split: the split's name.
        hash: the panel's hash.
        version: the panel's version.
        n: how many tasks it has.
    """

    split: str
    hash: str
    version: str
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Protocol:
    """How final policies were scored.

    Attributes:
        temperature: of the sampling; 0 is greedy.
        repeats: how often each task was played.
    """

    temperature: float
    repeats: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A fixed policy on the evaluation panel, such as random or expert.

    Attributes:
        name: what it is called.
        success: share of won episodes, task by task, in the order of the panel.
        returns: mean return, task by task; empty where it was not kept.
    """

    name: str
    success: tuple[float, ...]
    returns: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """The policy that every algorithm starts from, for one seed.

    Attributes:
        seed: the training seed.
        weights: a hash of the weights.
        success: share of won episodes, task by task.
        returns: mean return, task by task; empty where it was not kept.
    """

    seed: int
    weights: str
    success: tuple[float, ...]
    returns: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePoint:
    """Where a training stood after a batch.

    Attributes:
        env_steps: spent so far against the caps.
        flops: likewise.
        gradient_steps: likewise.
        train_success: share of the batch's episodes that were won; None if none was played.
        eval_success: mean success of an interim evaluation; None if there was none here.
        train_return: mean return of the batch's episodes; None if it was not kept.
        spent: unit -> spent so far against the caps; empty where only the three were kept.
    """

    env_steps: float
    flops: float
    gradient_steps: float
    train_success: float | None = None
    eval_success: float | None = None
    train_return: float | None = None
    spent: Mapping[str, float] = field(default_factory=dict)

    def amount(self, unit: str) -> float | None:
        """Give what was spent of a unit so far, or None where it was not kept."""
        if self.spent:
            return self.spent.get(unit, 0.0)
        kept = {
            "env_steps": self.env_steps,
            "flops": self.flops,
            "gradient_steps": self.gradient_steps,
        }
        return kept.get(unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One algorithm trained with one seed.

    Attributes:
        algorithm: its name.
        seed: the training seed.
        spent: unit -> amount charged against the caps.
        by_purpose: purpose -> unit -> amount, purposes apart included.
        success: share of won episodes of the final policy, task by task.
        curve: the training, batch by batch.
        returns: mean return of the final policy, task by task; empty where it was not kept.
    """

    algorithm: str
    seed: int
    spent: Mapping[str, float]
    by_purpose: Mapping[str, Mapping[str, float]]
    success: tuple[float, ...]
    curve: tuple[CurvePoint, ...] = ()
    returns: tuple[float, ...] = ()
