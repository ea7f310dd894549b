"""Train one algorithm in this process and tell where the time went."""

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TypedDict

from benchmarks.harness.rooms import watched

DOORS: Mapping[str, tuple[str, ...]] = {
    "policy": (
        "agents.scorer.policy:ScorerPolicy.act",
        "agents.scorer.policy:ScorerPolicy._choices",
        "harness.backends.embedded.backend:ScorerBackend.update",
        "harness.backends.embedded.backend:ScorerBackend.values",
        "harness.backends.embedded.backend:ScorerBackend.divergences",
        "harness.backends.embedded.backend:ScorerBackend.entropies",
        "harness.backends.embedded.backend:ScorerBackend.record",
        "harness.backends.embedded.backend:ScorerBackend.imitate",
    ),
    "environments": (
        "hgpo_envs.vector:GroupVectorEnv.reset",
        "hgpo_envs.vector:GroupVectorEnv.contexts",
        "hgpo_envs.vector:GroupVectorEnv.anchors",
        "hgpo_envs.vector:GroupVectorEnv.step",
    ),
    "credit": (
        "harness.rollout:Rollout.step_batch",
        "harness.loop:advantages_of",
        "harness.loop:value_targets_of",
        "harness.loop:group_metrics",
        "harness.loop:describe_credit",
        "harness.loop:describe_sampling",
    ),
    "bookkeeping": (
        "agents.scorer.policy:ScorerPolicy.flops",
        "harness.backends.embedded.backend:ScorerBackend.plan",
        "harness.charging:Meter.spend",
        "harness.charging:Meter.settle",
        "harness.ledger:Ledger.reserve",
        "harness.ledger:Ledger.spent",
        "harness.ledger:Ledger.spent_by_purpose",
        "harness.ledger:Ledger.settle",
        "harness.ledger:Ledger.mark",
        "harness.ledger:Ledger.sync",
        "harness.run.journal:Journal.append",
        "harness.run.folder:RunFolder.write_json",
        "harness.run.checkpoints:Checkpoints.save",
        "harness.run.checkpoints:Checkpoints.newest",
        "harness.run.journal:Journal.sync",
        "harness.metering.meters:Metering.tick",
        "harness.training:episode_records",
        "harness.observer:SilentObserver.notify",
    ),
}
"""Room -> what is done in it. What nobody names (lists of what was played, the order of work) is
the rest; opening the worlds before the first step is left out."""


class Cell(TypedDict):
    """What to train: the words of ``hgpo train`` but for its folder."""

    words: list[str]


def train_watched(cell: Cell) -> dict[str, object]:
    """Train; return room -> seconds, from the warm start to the result."""
    from harness.config.load import load_train
    from harness.observer import SilentObserver
    from harness.training import Training

    with tempfile.TemporaryDirectory(prefix="watched-") as scratch:
        config = load_train([*cell["words"], f"run.dir={Path(scratch) / 'run'}"])
        training = Training.prepare(config, SilentObserver())
        with watched(DOORS) as rooms:
            result = training.run()
    return {"seconds": rooms.seconds, "batches": result.batches}
