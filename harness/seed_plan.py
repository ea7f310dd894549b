"""How many seeds a comparison needs to show a difference, planned from what it found so far."""

import re
from dataclasses import asdict, dataclass

from harness.errors import HarnessInputError
from harness.report import Comparison
from harness.report.certainty import PairTest, pair_tests
from hgpo_envs.suggest import unknown_name
from leaderboards.statistics import Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class PairPlan:
    """What one pair of algorithms needs.

    Attributes:
        first: an algorithm.
        second: the other.
        deviation: of their differences over seeds, with an 80 % interval.
        power: the probability that the present seeds show the wanted difference.
        visible: the least difference that they show with the wanted probability.
        seeds: how many are needed; None where no number is enough.
        safe_seeds: the same for the deviation's upper end, which a plan had better count on.
    """

    first: str
    second: str
    deviation: Estimate
    power: float
    visible: float
    seeds: int | None
    safe_seeds: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedPlan:
    """The seeds of a comparison that is still to be made.

    Attributes:
        difference: what is to be seen, as a share of won tasks.
        power: with which probability.
        alpha: two-sided level of each test, after correction for the number of pairs.
        present: seeds so far.
        pairs: what each pair needs, the most demanding first.
        command: what adds the seeds, by the safe count; empty where there are enough.
    """

    difference: float
    power: float
    alpha: float
    present: int
    pairs: tuple[PairPlan, ...]
    command: str

    @property
    def seeds(self) -> int | None:
        """The seeds that the most demanding pair needs."""
        return _largest([pair.seeds for pair in self.pairs])

    @property
    def safe_seeds(self) -> int | None:
        """The seeds that the most demanding pair needs at its deviation's upper end."""
        return _largest([pair.safe_seeds for pair in self.pairs])

    def to_json(self) -> dict[str, object]:
        """Give the plan as JSON values."""
        return {**asdict(self), "seeds": self.seeds, "safe_seeds": self.safe_seeds}


def plan_seeds(
    comparison: Comparison,
    difference: float,
    *,
    power: float = 0.8,
    alpha: float = 0.05,
    pair: tuple[str, str] | None = None,
) -> SeedPlan:
    """Plan the seeds with which paired t tests show a difference, from a pilot's variance.

    The level of each test is ``alpha`` over the number of pairs (Bonferroni), as the report's
    intervals are.

    Args:
        comparison: the pilot, with at least two seeds.
        difference: true difference of success that is to be seen, in (0, 1].
        power: with which probability, in (0, 1).
        alpha: level for all pairs together, in (0, 1).
        pair: the two algorithms that matter; None for every pair.

    Raises:
        HarnessInputError: an argument out of range, an unknown algorithm, or too few seeds or
            algorithms.
    """
    _check_range("the difference", difference, most=1.0)
    _check_range("the power", power, below=1.0)
    _check_range("alpha", alpha, below=1.0)
    if len(comparison.algorithms) < 2:
        raise HarnessInputError("there is one algorithm and no pair to plan for. Add another.")
    if len(comparison.seeds) < 2:
        raise HarnessInputError(
            "one seed has no spread to plan from. Add seeds with the command that made the "
            "comparison, 3 or more."
        )
    tests = _chosen(pair_tests(comparison), comparison, pair)
    level = alpha / len(tests)
    present = len(comparison.seeds)
    plans = [
        PairPlan(
            first=test.first,
            second=test.second,
            deviation=test.deviation,
            power=test.power(difference, present, level),
            visible=test.visible(present, power, level),
            seeds=test.needed(difference, power, level),
            safe_seeds=test.needed(difference, power, level, safe=True),
        )
        for test in tests
    ]
    plans.sort(key=lambda plan: -plan.deviation.value)
    found = SeedPlan(
        difference=difference,
        power=power,
        alpha=level,
        present=present,
        pairs=tuple(plans),
        command="",
    )
    wanted = found.safe_seeds
    if wanted is None or wanted <= present:
        return found
    return SeedPlan(**{**_fields(found), "command": _with_seeds(comparison.command, wanted)})  # type: ignore[arg-type]


def _fields(found: SeedPlan) -> dict[str, object]:
    return {name: getattr(found, name) for name in SeedPlan.__dataclass_fields__}


def _chosen(
    tests: tuple[PairTest, ...], comparison: Comparison, pair: tuple[str, str] | None
) -> list[PairTest]:
    if pair is None:
        return list(tests)
    for name in pair:
        if name not in comparison.algorithms:
            raise HarnessInputError(unknown_name("algorithm", name, comparison.algorithms))
    if pair[0] == pair[1]:
        raise HarnessInputError(f"a pair has two algorithms; {pair[0]!r} was named twice.")
    return [test for test in tests if {test.first, test.second} == set(pair)]


def _check_range(
    what: str, value: float, *, most: float | None = None, below: float | None = None
) -> None:
    within = value > 0 and (most is None or value <= most) and (below is None or value < below)
    if not within:
        end = f"up to {most:g}" if most is not None else f"below {below:g}"
        raise HarnessInputError(f"{what} must be above 0 and {end}; it is {value:g}.")


def _with_seeds(command: str, seeds: int) -> str:
    """Return the command that makes a comparison, with another number of seeds."""
    if not command:
        return ""
    changed, times = re.subn(r"(?<=\s)seeds=\d+", f"seeds={seeds}", command)
    return changed if times else f"{command} seeds={seeds}"


def _largest(counts: list[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return max(known) if len(known) == len(counts) else None
