"""Memory: a thousand live environments, a hundred thousand resets, and the original's curves."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeAlias, cast

from benchmarks import child
from benchmarks.games import Split

#: Pairs of resets so far and resident megabytes.
Curve: TypeAlias = tuple[tuple[float, float], ...]

STEPS_OF_THE_LIVING = 50
STEPS_AFTER_RESET = 5
SAMPLES = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Living:
    """Environments alive at once.

    Attributes:
        envs: how many.
        games: how many different games they play.
        reset_mb: memory after every one was reset.
        played_mb: memory after each of them did random steps as well; None: not measured.
    """

    envs: int
    games: int
    reset_mb: float
    played_mb: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Soak:
    """Resets in one process, game after game.

    Attributes:
        games: how many different games are played in turn.
        steps: random steps after each reset.
        curve: resident memory over the resets.
    """

    games: int
    steps: int
    curve: Curve

    @property
    def resets(self) -> int:
        """Return the number of resets in all."""
        return int(self.curve[-1][0])

    @property
    def middle_mb(self) -> float:
        """Return the memory after half of the resets."""
        return next(mb for resets, mb in self.curve if resets * 2 >= self.resets)

    @property
    def end_mb(self) -> float:
        """Return the memory after all resets."""
        return self.curve[-1][1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is measured.

    Attributes:
        many: a split of thousands of games.
        few: a split of some hundred games.
        envs: environments alive at once.
        resets: of ours in one process.
        paths: game files for the original engine; empty leaves it out.
        original_resets: of the original.
        python: the interpreter that has the original engine.
    """

    many: Split
    few: Split
    envs: int
    resets: int
    paths: Sequence[str]
    original_resets: int
    python: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """The outcome.

    Attributes:
        many: our environments, each with a game of its own as far as there are as many.
        few: our environments, several a game.
        soak: our resets, over games that the process keeps.
        reload: our resets, over more games than it keeps, so that most are loaded again.
        original: the original's engines; None where it was left out.
        original_gym: its resets as its Gym environment does them.
        original_start: its resets with the engine started for each.
    """

    many: Living
    few: Living
    soak: Soak
    reload: Soak
    original: Living | None = None
    original_gym: Soak | None = None
    original_start: Soak | None = None


def measure(plan: Plan) -> Memory:
    """Measure two processes at a time, since nothing here is timed; the longest come first."""
    with ThreadPoolExecutor(max_workers=2) as pool:
        originals = _submit_original(pool, plan) if plan.paths else {}
        kept = pool.submit(soak, plan.few, games=plan.few.games, resets=plan.resets)
        reload = pool.submit(soak, plan.many, games=plan.many.games, resets=plan.resets // 5)
        many = pool.submit(_living, plan.many, plan.envs)
        few = pool.submit(_living, plan.few, plan.envs)
        return Memory(
            many=many.result(),
            few=few.result(),
            soak=kept.result(),
            reload=reload.result(),
            **{name: future.result() for name, future in originals.items()},  # type: ignore[arg-type]
        )


def _submit_original(pool: ThreadPoolExecutor, plan: Plan) -> dict[str, Future[Living | Soak]]:
    return {
        "original_start": pool.submit(_original_soak, "environment_each", plan),
        "original_gym": pool.submit(_original_soak, "one_environment", plan),
        "original": pool.submit(_original_living, plan),
    }


def _original_soak(probe: str, plan: Plan) -> Soak:
    work = {"paths": plan.paths, "resets": plan.original_resets, "samples": SAMPLES}
    answer = child.run(f"benchmarks.original_memory:{probe}", work, python=plan.python)
    return Soak(games=len(plan.paths), steps=0, curve=_curve(answer))


def _original_living(plan: Plan) -> Living:
    work = {"paths": plan.paths}
    answer = child.run("benchmarks.original_memory:live", work, python=plan.python)
    games = len(plan.paths)
    return Living(envs=games, games=games, reset_mb=cast(float, answer["reset_mb"]))


def soak(split: Split, *, games: int, resets: int) -> Soak:
    """Reset one environment in a process of its own, over ``games`` of the split's games."""
    games = min(games, split.games)
    work = {
        "options": split.options,
        "games": games,
        "resets": resets,
        "steps": STEPS_AFTER_RESET,
        "samples": SAMPLES,
    }
    answer = child.run("benchmarks.ours_memory:soak", work)
    return Soak(games=games, steps=STEPS_AFTER_RESET, curve=_curve(answer))


def _living(split: Split, envs: int) -> Living:
    games = min(split.games, envs)
    work = {"options": split.options, "games": games, "envs": envs, "steps": STEPS_OF_THE_LIVING}
    answer = cast("dict[str, float]", child.run("benchmarks.ours_memory:live", work))
    return Living(envs=envs, games=games, **answer)


def _curve(answer: Mapping[str, object]) -> Curve:
    points = cast("list[list[float]]", answer["curve"])
    return tuple([(resets, mb) for resets, mb in points])
