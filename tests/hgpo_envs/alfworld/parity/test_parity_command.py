"""The command that compares games: what it chooses, says, writes and returns."""

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from hgpo_envs.alfworld import generate
from hgpo_envs.alfworld.parity import cases
from hgpo_envs.alfworld.parity.__main__ import main
from hgpo_envs.alfworld.parity.transcript import Said, load, save
from hgpo_envs.errors import DataError

TASK = "gen_train/easy/pick_and_place_simple-000000"
TYPES = ("look_at_obj_in_light", "pick_and_place_simple")


@pytest.fixture
def root(tmp_path):
    """Return a data root: four games of two types in each of two splits."""
    content = json.dumps(generate.game(TASK))
    for split in ("valid_seen", "train"):
        for kind in TYPES:
            for number in (1, 2):
                file = tmp_path / "json_2.1.1" / split / f"{kind}-A-{number}" / "t" / "game.tw-pddl"
                file.parent.mkdir(parents=True)
                file.write_text(content)
    return tmp_path


def test_official_games_are_drawn_evenly_over_splits_and_types(root):
    drawn = cases.sampled([root], 4, seed=5)
    kinds = Counter((case.group, case.name.split("/")[1].split("-")[0]) for case in drawn)
    assert kinds == {(split, kind): 1 for split in ("train", "valid_seen") for kind in TYPES}
    assert cases.sampled([root], 4, seed=5) == drawn
    assert any(cases.sampled([root], 4, seed=seed) != drawn for seed in range(5))
    assert len(cases.sampled([root], 100, seed=5)) == 8


def test_games_are_drawn_the_same_wherever_they_lie(root, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    shutil.copytree(root / "json_2.1.1", other / "json_2.1.1")
    names = [[case.name for case in cases.sampled([place], 5, seed=1)] for place in (root, other)]
    assert names[0] == names[1]


def test_a_folder_without_official_splits_is_refused(tmp_path):
    with pytest.raises(DataError) as error:
        cases.sampled([tmp_path], 1, seed=0)
    assert str(error.value) == (
        f"{str(tmp_path)!r} holds no official split; expected json_2.1.1/SPLIT in it, SPLIT one "
        "of train, valid_train, valid_seen, valid_unseen. Other folders of games can be compared "
        "whole (--also)."
    )


def test_folders_are_compared_whole_and_files_one_by_one(root):
    place = root / "json_2.1.1" / "train"
    file = next(place.rglob("*.tw-pddl"))
    assert len(cases.whole([place])) == 4
    assert cases.whole([place])[0].name == "train/look_at_obj_in_light-A-1/t/game.tw-pddl"
    assert [case.path for case in cases.whole([file])] == [str(file)]
    for wrong in (root / "nothing", Path(str(root) + "/empty")):
        with pytest.raises(DataError, match="there is no game file"):
            cases.whole([wrong])


def test_generated_games_take_turns_over_dialects_families_levels_and_splits():
    series = {generate.series(level).name for level in generate.LEVELS}
    series |= {generate.series(family=family).name for family in generate.FAMILIES}
    count = 2 * len(series) * len(generate.SPLITS)
    drawn = cases.generated(2 * count, seed=3)
    turns = Counter((case.group, case.name.split("/")[0]) for case in drawn)
    assert len(turns) == count
    assert set(turns.values()) == {2}
    assert len({(case.name, case.dialect) for case in drawn}) == 2 * count
    assert cases.generated(2 * count, seed=3) == drawn
    assert {case.name.split("/")[1] for case in drawn} == series
    for case in drawn[:count:3]:
        assert case.read()["solvable"] is True


@pytest.mark.slow
def test_a_comparison_is_written_down_and_taken_up_again(root, tmp_path_factory, capsys):
    out = tmp_path_factory.mktemp("out")
    arguments = ["--data", str(root), "--games", "1", "--generated", "1", "--steps", "3"]
    arguments += ["--seed", "2", "--workers", "1", "--transcripts", str(out / "kept")]
    assert main([*arguments, "--json", str(out / "one.json")]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.endswith("0 games with a difference; 2 of 2 games done")
    kept = sorted((out / "kept").iterdir())
    stamps = [file.stat().st_mtime_ns for file in kept]
    assert main([*arguments, "--json", str(out / "two.json")]) == 0
    assert [file.stat().st_mtime_ns for file in kept] == stamps
    assert (out / "one.json").read_bytes() == (out / "two.json").read_bytes()
    written = json.loads((out / "one.json").read_text())
    assert (written["seed"], written["steps"], written["games"]) == (2, 3, 2)
    assert (written["differences"], written["complete"]) == (0, True)
    assert written["groups"]["train"] == {"games": 1, "states": 4, "differences": 0}
    assert written["versions"]["textworld"] == "1.7.0"


@pytest.mark.slow
def test_a_difference_is_told_and_ends_in_failure(root, tmp_path_factory, capsys):
    out = tmp_path_factory.mktemp("out")
    arguments = ["--data", str(root), "--games", "1", "--steps", "2", "--workers", "1"]
    arguments += ["--transcripts", str(out), "--json", str(out / "report.json")]
    assert main(arguments) == 0
    # What the original engine said is changed, so that ours says something else.
    (kept,) = out.glob("*.json.gz")
    first, *rest = load(kept)
    altered = Said(command=None, observation="Hello.", admissible=first.admissible, won=first.won)
    save((altered, *rest), kept)
    capsys.readouterr()
    assert main(arguments) == 1
    said = capsys.readouterr().out
    assert "state 0, after None, observation:\n  original: Hello.\n  ours:     -= Welcome" in said
    report = json.loads((out / "report.json").read_text())
    assert report["differences"] == 1
    (difference,) = report["first_differences"]
    assert (difference["step"], difference["field"]) == (0, "observation")
    assert difference["original"] == "Hello."


def test_nothing_to_compare_is_an_error(capsys):
    assert main([]) == 1
    assert capsys.readouterr().out == (
        "error: no games to compare. Name official data (--data), game files or folders (--also), "
        "or ask for generated games (--generated N).\n"
    )


@pytest.mark.parametrize("words", [["--steps", "-1"], ["--gmes", "3"], ["--seed", "x"]])
def test_wrong_usage_ends_with_status_two(words):
    with pytest.raises(SystemExit) as error:
        main(words)
    assert error.value.code == 2
