"""What a diagnosis found, as plain records."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from harness.group_levels import BIN_NAMES, Level
from harness.result import PanelFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A number and its 95 % interval over tasks; None where it can't be told.

    Attributes:
        value: the number.
        low: the lower end.
        high: the upper end.
    """

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EstimatorFacts:
    """One estimator's row of the table; `harness.diagnose.moments` defines the numbers.

    Attributes:
        label: the algorithm with the options that were given.
        nonzero: share of steps with an advantage other than 0.
        correlation: cosine between estimate and true advantage.
        slope: scale of the estimate.
        offset: error that depends on the history alone, relative.
        action_bias: error that prefers other actions, relative.
        variance: error that another batch changes, relative.
        error: sum of the three.
        batch: how many times as many batches it needs as the first row for the same ratio of
            signal to noise: (ρ_first / ρ)².
        sign_agreement: share of estimates with the sign of a true advantage that is clear.
        sign_silent: share of those estimates that are 0.
        same_as: label of an earlier row whose estimates are all the same; None for others.
        expected: mean estimate of each probe over its batches, in the order of the probes.
    """

    label: str
    nonzero: float
    correlation: Found
    slope: Found
    offset: Found
    action_bias: Found
    variance: Found
    error: Found
    batch: Found
    sign_agreement: float | None
    sign_silent: float | None
    same_as: str | None
    expected: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeFacts:
    """A decision and its measured advantage.

    Attributes:
        task: id of its task.
        step: its number in the episode.
        action: what was done.
        advantage: Q − V.
        standard_error: of the advantage.
    """

    task: str
    step: int
    action: str
    advantage: float
    standard_error: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """All of it.

    Attributes:
        agent: whose play it is.
        weights: SHA-256 of the checkpoint's file; None for an agent without one.
        panel: the tasks drawn from.
        settings: of the diagnosis, by name.
        env_steps: what was played.
        success: share of whole episodes with a return above 0.
        mean_square: E[A²] of the true advantages.
        floor: relative error of a return less the exact baseline V, all of it variance.
        clear: probes whose advantage is at least two standard errors from 0.
        estimators: in the order asked for.
        skipped: label → why an estimator could not be applied.
        levels: groups by history.
        probes: what was measured.
    """

    agent: str
    weights: str | None
    panel: PanelFacts
    settings: Mapping[str, object]
    env_steps: int
    success: float
    mean_square: Found
    floor: Found
    clear: int
    estimators: tuple[EstimatorFacts, ...]
    skipped: Mapping[str, str]
    levels: tuple[Level, ...]
    probes: tuple[ProbeFacts, ...]

    def distinct(self) -> tuple[EstimatorFacts, ...]:
        """Return the estimators without those that estimate as an earlier one does."""
        return tuple(row for row in self.estimators if row.same_as is None)

    def to_json(self) -> dict[str, object]:
        """Return JSON values; equal diagnoses give equal ones."""
        record = asdict(self)
        record["levels"] = [
            {**asdict(level), "sizes": dict(zip(BIN_NAMES, level.sizes, strict=True))}
            for level in self.levels
        ]
        return record
