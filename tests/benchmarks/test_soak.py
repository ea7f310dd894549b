"""Memory stays level over many resets."""

from pathlib import Path

import pytest

from benchmarks.games import Split, open_source
from benchmarks.memory import Soak, soak
from benchmarks.soak import verdict


@pytest.mark.slow
def test_twenty_thousand_resets_leave_memory_level(tmp_path: Path) -> None:
    few = open_source(None, tmp_path).few
    found = soak(Split(options=few.options, games=50), games=50, resets=20_000)
    assert found.resets == 20_000
    level, words = verdict(found)
    assert level, words


@pytest.mark.parametrize(("end", "level"), [(110.0, True), (110.5, False)])
def test_growth_over_the_second_half_decides(end: float, level: bool) -> None:
    curve = ((0.0, 50.0), (500.0, 100.0), (1000.0, end))
    found, words = verdict(Soak(games=3, steps=5, curve=curve))
    assert found is level
    assert words.startswith("1,000 resets over 3 games, 5 random steps each: 50 MB before, 100 MB")
