"""Reports are made again from what is on disk; what is not finished is told as such."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from test_comparison_growth import large, tiny, tree

import harness.references
from harness.cli.main import main
from harness.report_again import read_report
from harness.run_comparison import compare


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("again") / "whole"
    compare(large(folder), command="hgpo compare all")
    return folder


@pytest.fixture
def copied(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "copied"))


def test_the_same_bytes_are_written_again(
    whole: Path, copied: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(harness.references, "score_baseline", None)  # nothing is played
    (copied / "comparison.json").unlink()
    page, told = copied.parent / "x.html", copied.parent / "x.json"
    assert main(["report", str(copied), "--html", str(page), "--json", str(told)]) == 0
    assert "probability that a run of the row beats" in " ".join(capsys.readouterr().out.split())
    same = "comparison.json"
    assert (copied / same).read_bytes() == (whole / same).read_bytes()
    assert (copied / "report.html").read_text() == page.read_text()
    assert json.loads(told.read_text())["command"] == "hgpo compare all"


def test_a_file_alone_is_enough_and_only_what_is_named_is_written(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(whole / "comparison.json", tmp_path / "theirs.json")
    assert main(["report", str(tmp_path / "theirs.json")]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["theirs.json"]
    assert "grpo" in capsys.readouterr().out


def test_baselines_of_before_are_in_the_comparison_alone(whole: Path, copied: Path) -> None:
    (copied / "baselines.json").unlink()
    assert read_report(copied).to_json() == (whole / "comparison.json").read_text()


def test_what_is_missing_is_named(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for cell in ("ppo-seed-1", "grpo-seed-1"):
        (copied / "cells" / cell / "result.json").unlink()
    before = tree(copied)
    assert main(["report", str(copied)]) == 1
    assert capsys.readouterr().err == (
        f"hgpo: the comparison in {str(copied)!r} is not finished: 2 of 4 cells are missing: "
        f"ppo/seed-1, grpo/seed-1. Go on with it: hgpo resume {copied}, or report on the seeds "
        "that are complete with --partial.\n"
    )
    assert tree(copied) == before


def test_a_part_is_told_as_a_part_everywhere(
    copied: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (copied / "cells" / "ppo-seed-0" / "result.json").unlink()
    before = tree(copied)
    page, told = tmp_path / "x.html", tmp_path / "x.json"
    words = ["--partial", "--html", str(page), "--json", str(told)]
    assert main(["report", str(copied), *words]) == 0
    sentence = "only complete seeds are told (1); not finished: ppo/seed-0."
    assert f"A PART: {sentence}" in " ".join(capsys.readouterr().out.split())
    assert sentence in page.read_text()
    summary = json.loads(told.read_text())
    assert (summary["missing"], summary["seeds"]) == (["ppo/seed-0"], [1])
    assert tree(copied) == before


def test_without_a_complete_seed_there_is_nothing_to_tell(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    compare(tiny(folder))
    (folder / "cells" / "grpo-seed-0" / "result.json").unlink()
    assert main(["report", str(folder), "--partial"]) == 1
    assert capsys.readouterr().err == (
        f"hgpo: the comparison in {str(folder)!r} has no seed that every algorithm is finished "
        f"with. Go on with it: hgpo resume {folder}\n"
    )


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (
            lambda told: told["caps"].update(tokens=0),
            "the cap on tokens must be more than 0; it is 0",
        ),
        (
            lambda told: told["cells"][0]["curve"][0].update(train_return=-1e300),
            "a number must be at most 1e30 in size; one is -1e+300",
        ),
    ],
)
def test_numbers_that_no_report_is_computed_from_are_refused(
    change: Callable[[dict[str, Any]], object],
    line: str,
    whole: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = json.loads((whole / "comparison.json").read_text())
    change(told)
    file = tmp_path / "theirs.json"
    file.write_text(json.dumps(told))
    assert main(["report", str(file)]) == 1
    assert capsys.readouterr().err == (
        f"hgpo: {str(file)!r} is no comparison: {line}. Name the comparison.json that hgpo compare "
        "wrote, or its folder.\n"
    )


def test_what_is_no_comparison_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(tmp_path)]) == 1
    assert capsys.readouterr().err == (
        f"hgpo: there is no comparison {str(tmp_path / 'comparison.json')!r}. Name the folder that "
        "hgpo compare wrote, or the comparison.json in it.\n"
    )
    assert main(["report", "x", "--html", str(tmp_path)]) == 2
    assert capsys.readouterr().err == (
        f"hgpo: --html {tmp_path}: it is a folder. Name a file, such as {tmp_path}/report.html.\n"
    )
