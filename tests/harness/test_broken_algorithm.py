"""An installed algorithm that is broken ends a comparison in workers at once, and is named."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from test_compare import comparison

from algorithms import registry
from harness.config.schema import AlgorithmConfig
from harness.errors import RunError
from harness.run_comparison import compare

MODULE = """
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from algorithms.surrogate import ClippedSurrogate


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken(ClippedSurrogate):
    history: ClassVar[int] = 0

    def advantages(self, batch):
        {body}
"""


@pytest.fixture(params=["return np.full(len(batch), np.nan)", "return batch.rewards"])
def installed(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> str:
    """Put a package with a broken algorithm where this process and its workers find it."""
    site = tmp_path / "site"
    about = site / "broken_algorithm-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-algorithm\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[hgpo_algorithms]\nbroken = broken_algorithm:Broken\n")
    body: str = request.param
    (site / "broken_algorithm.py").write_text(MODULE.format(body=body))
    monkeypatch.syspath_prepend(site)
    monkeypatch.delitem(sys.modules, "broken_algorithm", raising=False)
    registry._entry_points.cache_clear()
    return body


@pytest.mark.slow
def test_the_comparison_ends_and_names_it(
    installed: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    config = replace(
        comparison(tmp_path / "run", workers=2), algorithms=[AlgorithmConfig(name="broken")]
    )
    try:
        with pytest.raises(RunError) as caught:
            compare(config)
    finally:
        registry._entry_points.cache_clear()
    told = str(caught.value)
    if "nan" in installed:
        assert "Broken.advantages returned nan at row 0" in told
    else:
        assert "the error whose traceback stands above stopped it." in told
        assert "has no attribute 'rewards'" in capfd.readouterr().err
    assert told.startswith("cell broken")
