"""The rules that finished cells are held to; each says which cell broke it and how."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass

from harness.config.flat import flat
from harness.config.schema import TrainConfig
from harness.result import RunResult

SETTINGS = (
    "agent.",
    "algorithm.",
    "budget.",
    "env.eval_split",
    "env.max_steps",
    "env.split",
    "prices.",
    "trainer.",
    "warm_start.",
)
"""Beginnings of settings that a finished cell's folder has as the comparison planned them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedCell:
    """One cell as the rules see it.

    Attributes:
        planned: what the comparison has to train in it.
        kept: the configuration that lies in its folder; None where there is none.
        result: what came out.
    """

    planned: TrainConfig
    kept: TrainConfig | None
    result: RunResult

    @property
    def name(self) -> str:
        """What the rules call it."""
        return f"{self.result.algorithm}/seed-{self.result.seed}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule.

    Attributes:
        name: a word or two.
        statement: what holds where it is kept.
        check: finds how cells broke it; finds nothing where they kept it.
    """

    name: str
    statement: str
    check: Callable[[Sequence[FinishedCell]], Iterator[str]]


def faults_of(cells: Sequence[FinishedCell]) -> tuple[str, ...]:
    """Return how the cells broke the rules, in the rules' order; empty where all are kept."""
    return tuple(fault for rule in RULES for fault in rule.check(cells))


def _caps(cells: Sequence[FinishedCell]) -> Iterator[str]:
    for cell in cells:
        result = cell.result
        if result.caps != cells[0].result.caps:
            yield f"{cell.name} had other caps."
        for unit, amount in result.spent.items():
            if unit in result.caps and amount > result.caps[unit]:
                yield f"{cell.name} spent {amount:g} {unit}, over its cap of {result.caps[unit]:g}."


def _panels(cells: Sequence[FinishedCell]) -> Iterator[str]:
    first = cells[0].result
    for cell in cells:
        result = cell.result
        if (result.train_panel, result.eval_panel) != (first.train_panel, first.eval_panel):
            yield f"{cell.name} had other panels."


def _seeds(cells: Sequence[FinishedCell]) -> Iterator[str]:
    for cell in cells:
        if cell.result.seed != cell.planned.seed:
            yield f"{cell.name} was trained with another seed than {cell.planned.seed}."


def _weights(cells: Sequence[FinishedCell]) -> Iterator[str]:
    peers: dict[int, RunResult] = {}
    for cell in cells:
        peer = peers.setdefault(cell.result.seed, cell.result)
        if cell.result.start_weights != peer.start_weights:
            yield f"{cell.name} started from other weights than {peer.algorithm}."


def _settings(*sections: str) -> Callable[[Sequence[FinishedCell]], Iterator[str]]:
    """Return a check that a cell's folder holds what was planned in these sections."""

    def check(cells: Sequence[FinishedCell]) -> Iterator[str]:
        for cell in cells:
            if cell.kept is None:
                continue
            planned, kept = flat(asdict(cell.planned)), flat(asdict(cell.kept))
            for key in sorted(planned.keys() | kept.keys()):
                if key.startswith(sections) and planned.get(key) != kept.get(key):
                    yield (
                        f"{cell.name} has {key}={kept.get(key)} in its folder, "
                        f"the comparison {planned.get(key)}."
                    )

    return check


RULES = (
    Rule(name="caps", statement="Every cell has the same caps and passes none.", check=_caps),
    Rule(name="panels", statement="Every cell has the same panels.", check=_panels),
    Rule(name="seeds", statement="Every algorithm has the same seeds.", check=_seeds),
    Rule(
        name="first weights",
        statement="With a seed every algorithm starts from the same weights.",
        check=_weights,
    ),
    Rule(
        name="protocol",
        statement="Every cell is scored by the same protocol.",
        check=_settings("evaluation."),
    ),
    Rule(
        name="settings",
        statement="Every cell has the budget, agent, episodes, algorithm, warm start and training "
        "loop of the comparison.",
        check=_settings(*SETTINGS),
    ),
)
