"""Runs of algorithms that ask the loop for more: same bytes, whatever happens on the way."""

from pathlib import Path

import pytest
from test_training import StopAfter, records, small

from harness.interrupt import Interrupted
from harness.run_training import resume, train
from leaderboards.ledger_file import verify_ledger

DEMANDING = {
    "dapo": "further rounds until groups have contrast",
    "gspo": "whole trajectories in a minibatch",
    "remax": "greedy episodes",
    "rloo": "divergences in the reward",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", DEMANDING)
def test_an_interrupted_run_goes_on_to_the_bytes_of_the_undisturbed_one(
    tmp_path: Path, name: str
) -> None:
    whole = train(small(tmp_path / "whole", name))
    folder = tmp_path / "stopped"
    with pytest.raises(Interrupted):
        train(small(folder, name), observer=StopAfter(2))
    resume(folder)
    assert records(folder) == records(tmp_path / "whole")
    assert verify_ledger(folder / "ledger.jsonl").ok
    assert all(whole.spent[unit] <= cap for unit, cap in whole.caps.items())
    assert ("greedy" in whole.by_purpose) == (name == "remax")
    assert ("reference" in whole.by_purpose) == (name in {"remax", "rloo"})
