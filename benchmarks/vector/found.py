"""What a measurement of the vectoriser found, as a file."""

import json
import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Layers:
    """One step of one member, layer by layer, on the same walks.

    Attributes:
        source: what the games are.
        games: how many.
        group_size: members a game.
        steps: commands a member.
        rounds: layer -> CPU seconds of a step, one a process; place i of every layer is from
            one process, in which they took turns.
    """

    source: str
    games: int
    group_size: int
    steps: int
    rounds: Mapping[str, Sequence[float]]

    def typical(self, layer: str) -> float:
        """Return the median of a layer's processes."""
        return statistics.median(self.rounds[layer])

    def share(self, more: str, less: str) -> tuple[float, float]:
        """Return what one layer adds to another, as a share of the engine's step.

        Returns:
            The mean over the processes, and its standard error.
        """
        rounds = (self.rounds[name] for name in (more, less, "engine"))
        shares = [(a - b) / c for a, b, c in zip(*rounds, strict=True)]
        spread = statistics.stdev(shares) if len(shares) > 1 else math.inf
        return statistics.fmean(shares), spread / math.sqrt(len(shares))

    @property
    def overhead(self) -> tuple[float, float]:
        """What wrapper, memory and vectoriser add to the environment's step."""
        return self.share("vector", "environment")

    @property
    def all_overhead(self) -> tuple[float, float]:
        """The same with the environment around the engine."""
        return self.share("vector", "engine")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scaling:
    """Steps a second of rollouts whose policy reads every prompt.

    Attributes:
        env: the environment.
        members: side by side.
        steps: decisions in one measurement.
        characters: of a prompt, on average.
        rounds: number of workers -> seconds of each rollout, a list a round; ``pair`` are two
            processes without workers side by side, which is what the machine can give: the
            seconds of the slower one.
        cpu: number of workers -> CPU seconds a step of the process that acts, one a round.
    """

    env: str
    members: int
    steps: int
    characters: int
    rounds: Mapping[str, Sequence[Sequence[float]]]
    cpu: Mapping[str, Sequence[float]]

    def best(self, workers: str) -> float:
        """Return steps a second, of each rollout the fastest round.

        The rounds play the same rollouts: what else a machine does only makes them slower.
        """
        fastest: list[float] = [min(times) for times in zip(*self.rounds[workers], strict=True)]
        return self.steps / sum(fastest)

    @property
    def own(self) -> float:
        """The part of a step that can't be split: what is left of it here with workers."""
        return min(self.cpu["1"]) / min(self.cpu["0"])

    @property
    def gain(self) -> float:
        """How much faster two workers are than one."""
        return self.best("2") / self.best("1")

    @property
    def ceiling(self) -> float:
        """How much more two processes do than one that have nothing to do with each other."""
        return 2 * self.best("pair") / self.best("0")


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Everything that the page is written from.

    Attributes:
        command: what to run to measure again.
        machine: processor, number of cores, operating system.
        versions: of Python and the packages.
        layers: what each layer takes.
        scaling: what workers gain, an environment each.
    """

    command: str
    machine: Mapping[str, str]
    versions: Mapping[str, str]
    layers: Layers
    scaling: Sequence[Scaling]


def save(found: Found, path: Path) -> None:
    """Write what was found as JSON."""
    path.write_text(json.dumps(asdict(found), indent=1) + "\n", encoding="utf-8")


def load(path: Path) -> Found:
    """Read what ``save`` wrote."""
    read = json.loads(path.read_text(encoding="utf-8"))
    return Found(
        command=read["command"],
        machine=read["machine"],
        versions=read["versions"],
        layers=Layers(**read["layers"]),
        scaling=[Scaling(**one) for one in read["scaling"]],
    )
