"""The policies that a comparison scores beside the trained: played once, then kept."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from agents import make_agent
from harness.charging import Counter
from harness.config.schema import CompareConfig
from harness.errors import RunError
from harness.evaluation import score_policy
from harness.observer import Observer
from harness.report import Reference
from harness.run.atomic import write_atomically
from harness.run.journal import canonical
from harness.worlds import open_world
from leaderboards.decode import DecodeError, Json, decode, load_json

BASELINES = "baselines.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    """What was scored.

    Attributes:
        seeds: the training seeds that it was played for, each with repeats of its own.
        reference: its scores.
    """

    seeds: tuple[int, ...]
    reference: Reference


def score_references(
    config: CompareConfig, folder: Path, observer: Observer
) -> tuple[Reference, ...]:
    """Return every baseline's scores; those that the folder has for the same seeds are kept."""
    kept = dict(_read(folder))
    for name in config.baselines:
        if name not in kept or kept[name].seeds != config.training_seeds:
            scored = score_baseline(name, config, observer)
            kept[name] = _Kept(seeds=config.training_seeds, reference=scored)
            told = {each: asdict(kept[each]) for each in kept}
            write_atomically(folder / BASELINES, canonical(told).encode() + b"\n")
    return tuple(kept[name].reference for name in config.baselines)


def read_references(config: CompareConfig, folder: Path) -> tuple[Reference, ...]:
    """Return the scores of the baselines that have been played, without playing."""
    kept = _read(folder)
    return tuple(kept[name].reference for name in config.baselines if name in kept)


def score_baseline(name: str, config: CompareConfig, observer: Observer) -> Reference:
    """Score an agent that needs no training; it plays the panel as often as there are seeds.

    A seed has draws of its own: what is played for other seeds elsewhere can be put beside it.
    """
    world = open_world(config.env, config.env.eval_split, agent=name, play=config.run)
    repeats = config.evaluation.repeats
    scores = score_policy(
        make_agent(name, world.env),
        world,
        replace(config.evaluation, repeats=repeats * config.seeds),
        spender=Counter(),
        observer=observer,
        cell=name,
        first_repeat=repeats * config.training_seeds[0],
    )
    return Reference(
        name=name,
        success=tuple(scores.per_task().tolist()),
        returns=tuple(scores.return_per_task().tolist()),
    )


def _read(folder: Path) -> Mapping[str, _Kept]:
    path = folder / BASELINES
    try:
        told = load_json(path.read_bytes(), "the file") if path.exists() else {}
        return _decoded(told)
    except DecodeError as error:
        raise RunError(
            f"{str(path)!r} is damaged: {error} Remove it; the baselines are then played again."
        ) from error


def _decoded(told: Json) -> Mapping[str, _Kept]:
    if not isinstance(told, dict):
        raise DecodeError("the file holds no JSON object.")
    return {name: decode(_Kept, each, name) for name, each in told.items()}
