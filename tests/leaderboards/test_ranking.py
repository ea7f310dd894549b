from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from small_board import entry, episodes, ledger, panel, seed_files

from leaderboards.board import SeedFiles, add_entry, build_board, read_board
from leaderboards.ranking import rank, ranks, success_of
from leaderboards.statistics import Estimate


def estimates(*bounds: tuple[float, float]) -> list[Estimate]:
    return [
        Estimate(value=(low + high) / 2, low=low, high=high, confidence=0.95)
        for low, high in bounds
    ]


def test_intervals_that_overlap_the_best_ones_share_its_rank() -> None:
    assert ranks(estimates((0.6, 0.8), (0.5, 0.7), (0.4, 0.6))) == [1, 1, 1]
    assert ranks(estimates((0.6, 0.8), (0.5, 0.7), (0.4, 0.59))) == [1, 1, 3]


def test_a_chain_of_overlaps_does_not_tie_its_ends() -> None:
    # the third meets the second, but not the first; the fourth meets the third, the best of rank 3
    bounds = ((0.8, 1.0), (0.7, 0.85), (0.6, 0.75), (0.5, 0.65))
    assert ranks(estimates(*bounds)) == [1, 1, 3, 3]


def test_one_seed_played_once_has_wilsons_interval() -> None:
    # n = 4, p = 1/2, z = 1.96: (1/2 ± 1.96·√(1/16 + 3.8415/64)/(1 + 3.8415/4)... = 0.15 to 0.85
    found = success_of(np.array([[1.0, 1.0, 0.0, 0.0]]), single=True)
    assert (round(found.low, 3), found.value, round(found.high, 3)) == (0.15, 0.5, 0.85)


def test_what_always_ended_alike_has_wilsons_interval_over_tasks() -> None:
    # two seeds in four repeats each, and still four tasks alone: 4 / (4 + 1.96²) = 0.51
    for won in (np.ones((1, 4)), np.ones((2, 4))):
        found = success_of(won, single=False)
        assert (round(found.low, 2), found.value, found.high) == (0.51, 1.0, 1.0)
    lost = success_of(np.zeros((3, 4)), single=False)
    assert (lost.low, lost.value, round(lost.high, 2)) == (0.0, 0.0, 0.49)


def test_several_seeds_are_resampled_over_seeds_and_tasks() -> None:
    won = np.array([[1.0, 1.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0]])
    found = success_of(won, single=True)
    assert found.value == 0.75
    assert found == success_of(won, single=True)  # the same draws every time
    assert 0.0 <= found.low < 0.75 < found.high == 1.0


OTHER_CLASSES = [
    {"env_options": {"size": "9"}},
    {"max_steps": 6},
    {"train": panel("train", ids="xyz")},
    {"caps": {"env_steps": 200}},
    {"caps": {"env_steps": 100, "episodes": 9}},
    {"memory": "window(2)"},
    {"sources": {"mine:Rewarded": "0f"}},
    {"template": "0f"},
    {"memory": "", "settings": {"env.memory.kind": "none"}},  # as the first format told it
]


@pytest.mark.parametrize("change", OTHER_CLASSES)
def test_only_what_can_be_compared_is_ranked_together(
    change: dict[str, object], tmp_path: Path
) -> None:
    for told in (entry(), entry(algorithm="grpo"), entry(**change)):
        files = SeedFiles(ledger=ledger(caps=told.caps), episodes=seed_files("ww.").episodes)
        add_entry(tmp_path, told, {0: files})
    assert sorted(len(one.rows) for one in rank(read_board(tmp_path))) == [1, 2]


def test_what_is_no_condition_of_the_comparison_does_not_part_entries(tmp_path: Path) -> None:
    same = {"algorithm": "ppo", "temperature": 0.0, "settings": {"seed": 1}}
    for steps, told in ((60, entry()), (60, entry(**same)), (59, entry(caps={"env_steps": 100.0}))):
        add_entry(tmp_path, told, {0: seed_files("ww.", steps=steps)})
    (only,) = rank(read_board(tmp_path))
    assert len(only.rows) == 3


def test_the_best_stands_first_and_equal_success_is_parted_by_return(tmp_path: Path) -> None:
    higher = seed_files("w..")
    higher = replace(higher, episodes=higher.episodes.replace(b"0.25", b"0.5"))
    add_entry(tmp_path, entry(algorithm="low"), {0: seed_files("...")})
    add_entry(tmp_path, entry(algorithm="mid"), {0: seed_files("w..")})
    add_entry(tmp_path, entry(algorithm="mid-richer"), {0: higher})
    add_entry(tmp_path, entry(algorithm="top"), {0: seed_files("www")})
    (only,) = build_board(tmp_path)
    assert [row.entry.algorithm for row in only.rows] == ["top", "mid-richer", "mid", "low"]
    # three tasks are too few to tell any of them apart from the best
    assert [row.rank for row in only.rows] == [1, 1, 1, 1]


def test_what_was_not_trained_stands_in_every_class_of_its_tasks_without_a_rank(
    tmp_path: Path,
) -> None:
    add_entry(tmp_path, entry(), {0: seed_files("w..")})
    add_entry(tmp_path, entry(caps={"env_steps": 200}), {0: big_seed_files("ww.")})
    untrained: dict[str, object] = {"train": None, "caps": {}, "memory": "none"}
    best = entry(algorithm="expert", agent="expert", kind="baseline", **untrained)
    worst = entry(algorithm="hgpo", kind="evaluation", **untrained)
    elsewhere = entry(algorithm="random", kind="baseline", max_steps=4, **untrained)
    for told, outcomes in ((best, "www"), (worst, "..."), (elsewhere, "w..")):
        read = add_entry(tmp_path, told, {0: SeedFiles(ledger=None, episodes=episodes(outcomes))})
        assert read.entry.spent == {}
    found = {
        tuple(one.caps.values()): [(row.rank, row.entry.algorithm) for row in one.rows]
        for one in build_board(tmp_path)
    }
    assert found == {
        (100,): [(None, "expert"), (1, "hgpo"), (None, "hgpo")],
        (200,): [(None, "expert"), (1, "hgpo"), (None, "hgpo")],
        (): [(None, "random")],
    }
    page = (tmp_path / "index.html").read_text()
    assert page.count('<td>–</td><th scope="row" class="left">expert (baseline)<small>') == 2
    assert page.count("hgpo (evaluation)") == 2
    assert "nothing here was trained" in page


def big_seed_files(*repeats: str) -> SeedFiles:
    return SeedFiles(ledger=ledger(caps={"env_steps": 200}), episodes=episodes(*repeats))
