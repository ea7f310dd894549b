"""Every follow-up trains a token-level policy, by what it asks of the loop."""

from pathlib import Path

import numpy as np
import pytest
from test_loop_demands import loop_of

OPTIONS = {"pass_at_k": {"k": 2}, "pkpo": {"k": 2}}


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "cispo",
        "empg",
        "g2po",
        "gmpo",
        "gpg",
        "graph_gpo",
        "grpo_process",
        "lite_ppo",
        "opo",
        "pass_at_k",
        "pkpo",
        "sapo",
    ],
)
def test_a_token_level_policy_learns_by_it(tmp_path: Path, name: str) -> None:
    options = OPTIONS.get(name, {})
    loop = loop_of(tmp_path, name, caps={"generated_tokens": 9_000}, **options)
    successes = []
    while (report := loop.run_batch(len(successes))) is not None:
        successes.append(report.metrics["success"])
    assert np.mean(successes[:5]) < 0.5
    assert np.mean(successes[-5:]) > 0.7
