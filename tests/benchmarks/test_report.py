"""A record becomes rows, a page and a plot, and nothing is lost on the way."""

from pathlib import Path

import pytest

from benchmarks.__main__ import write
from benchmarks.child import ChildError, run
from benchmarks.clock import Spread, spread
from benchmarks.games import even
from benchmarks.memory import Living, Memory, Soak
from benchmarks.page import page
from benchmarks.record import Record, load, machine, save
from benchmarks.rows import rows
from benchmarks.speed import Speed
from hgpo_envs.alfworld.engine.cache import VARIABLE

# Two rounds of two games: (wall, CPU) seconds a step; the original played the second game only.
OURS = [
    {"step/engine": [[2e-6, 1e-6], [4e-6, 3e-6]], "first/engine": [[0.010, 0.009]]},
    {"step/engine": [[4e-6, 1e-6], [8e-6, 3e-6]], "first/engine": [[0.020, 0.009]]},
]
ORIGINAL = {"step": [[0.06, 0.03]], "first": [[1.0, 0.9], [1.0, 0.9]]}


def record() -> Record:
    curve = ((0.0, 50.0), (500.0, 100.0), (1000.0, 110.0))
    soak = Soak(games=3, steps=5, curve=curve)
    return Record(
        command="make perf",
        machine={"processor": "a processor"},
        versions={"Python": "CPython 3.11"},
        speed=Speed(
            source="generated",
            games=2,
            shared=1,
            steps=40,
            rounds=2,
            same=1,
            rows=tuple(rows(OURS, ORIGINAL, [1])),
        ),
        memory=Memory(
            many=Living(envs=1000, games=1000, reset_mb=200.4, played_mb=300.0),
            few=Living(envs=1000, games=140, reset_mb=100.0, played_mb=120.0),
            soak=soak,
            reload=soak,
            original=Living(envs=12, games=12, reset_mb=60.0),
            original_gym=soak,
            original_start=soak,
        ),
    )


def test_a_row_is_the_median_of_its_rounds_and_compares_the_same_games() -> None:
    step, first = rows(OURS, ORIGINAL, [1])
    # medians over rounds: 3 µs and 6 µs; over games: 4.5 µs, quartiles at a quarter of the way
    assert step.ours == Spread(
        median=pytest.approx(4.5e-6),
        low=pytest.approx(3.75e-6),
        high=pytest.approx(5.25e-6),
        n=2,
    )
    assert step.ours_cpu.median == pytest.approx(2e-6)
    # the second game alone: 0.06 s / 6 µs, and 0.03 s / 3 µs of CPU time
    assert step.ratio is not None
    assert step.ratio.median == pytest.approx(10_000)
    assert step.ratio_cpu is not None
    assert step.ratio_cpu.median == pytest.approx(10_000)
    assert (step.overall, step.overall_cpu) == (pytest.approx(10_000), pytest.approx(10_000))
    # (1 s + 1 s) / (10 ms + 20 ms)
    assert first.overall == pytest.approx(2 / 0.03)
    # one sample a round, each against the original's of that round: 100 and 50
    assert first.ratio is not None
    assert (first.ratio.n, first.ratio.median) == (2, pytest.approx(75))


def test_without_the_original_a_row_has_no_ratio() -> None:
    step, first = rows(OURS, {}, [])
    assert (step.original, step.ratio, step.overall, first.ratio_cpu) == (None, None, None, None)


def test_a_record_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    save(record(), tmp_path / "record.json")
    assert load(tmp_path / "record.json") == record()


def test_the_page_tells_the_numbers_with_their_units() -> None:
    lines = page(record()).splitlines()
    step = next(line for line in lines if line.startswith("| step"))
    assert step == (
        "| step, a game played for the first time | engine | 4.5 µs (3.75 µs … 5.25 µs) | 222,222 "
        "| 2 µs | 60 ms (60 ms … 60 ms) | **10,000** | 10,000 | 10,000 (10,000 … 10,000) |"
    )
    assert "| 1,000 of ours | 1,000 | 200 MB | 300 MB |" in lines
    assert "| 12 original engines, on small games | 12 | 60 MB | – |" in lines


def test_page_and_plot_are_the_same_bytes_each_time(tmp_path: Path) -> None:
    written = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        save(record(), folder / "performance.json")
        write(folder)
        written.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert written[0] == written[1]
    assert set(written[0]) == {"performance.json", "performance.md", "performance-memory.svg"}


def test_the_machine_is_told_without_its_name() -> None:
    assert set(machine()) == {"processor", "cores", "system"}


def test_a_sample_of_one_has_no_spread() -> None:
    assert spread([3.0]) == Spread(median=3.0, low=3.0, high=3.0, n=1)


def test_games_are_chosen_at_even_distances() -> None:
    assert even("abcdefg", 3) == ["a", "c", "e"]
    assert even("abc", 5) == "abc"


def test_a_process_starts_with_an_empty_cache_of_its_own() -> None:
    answer = run("os:getenv", VARIABLE)  # type: ignore[arg-type]
    assert str(answer).endswith("cache")


def test_a_process_that_fails_says_why() -> None:
    with pytest.raises(ChildError, match=r"os:missing ended with exit status 1:\n(.|\n)*missing"):
        run("os:missing", {})
