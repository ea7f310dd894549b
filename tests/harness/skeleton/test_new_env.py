import subprocess
import sys
from pathlib import Path

import pytest

from harness.cli.main import main
from harness.errors import HarnessInputError
from harness.skeleton.names import EnvName
from harness.skeleton.writing import write_skeleton


@pytest.mark.parametrize("given", ["word-ladder", "word_ladder", "WordLadder", "wordLadder"])
def test_a_name_may_be_written_as_a_folder_a_package_or_a_class(given: str) -> None:
    name = EnvName.read(given)
    assert (name.cls, name.id, name.short, name.package) == (
        "WordLadder",
        "WordLadder-v0",
        "wordladder",
        "word_ladder",
    )


def test_capitals_in_a_row_are_one_word() -> None:
    assert EnvName.read("TSPTour2").package == "tsptour2"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (
            "9 lives",
            "the name is '9 lives'; expected letters and digits, and words parted by '-' or '_', "
            "such as word-ladder.",
        ),
        (
            "../up",
            "the name is '../up'; expected letters and digits, and words parted by '-' or '_', "
            "such as word-ladder.",
        ),
        ("json", "there is a module 'json' already. Choose another name."),
        ("class", "'class' is a word of Python itself. Choose another name."),
        ("web-shop", "there is an environment 'WebShop-v0' already. Choose another name."),
    ],
)
def test_a_name_that_is_none_or_is_taken_is_refused(given: str, why: str) -> None:
    with pytest.raises(HarnessInputError) as error:
        EnvName.read(given)
    assert str(error.value) == why


def test_an_empty_folder_of_that_name_is_no_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ladder").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert main(["new-env", "ladder"]) == 0
    assert (tmp_path / "ladder" / "src" / "ladder" / "env.py").is_file()


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(HarnessInputError) as error:
        write_skeleton(EnvName.read("word-ladder"), tmp_path)
    assert str(error.value) == (
        f"the folder {str(tmp_path)!r} is not empty. Choose another folder with --dir, or another "
        "name."
    )
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize(
    ("folder", "line"),
    [
        ("notes.txt", "hgpo: 'notes.txt' is a file. Choose another folder with --dir, or another "),
        ("notes.txt/deep", "hgpo: 'notes.txt/deep' can't be written to: Not a directory. Choose "),
        ("", "hgpo: --dir is empty. Name the folder, or leave --dir out for one here."),
    ],
)
def test_a_folder_that_can_not_be_written_to_is_told_with_what_to_do(
    folder: str,
    line: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "notes.txt").write_text("x")
    monkeypatch.chdir(tmp_path)
    assert main(["new-env", "word-ladder", "--dir", folder]) == 2
    assert capsys.readouterr().err.startswith(line)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_a_folder_with_a_space_is_quoted_for_pip(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-env", "word ladder"]) == 0
    assert "next: pip install -e 'word ladder'\n" in capsys.readouterr().out


def test_the_command_says_what_it_wrote_and_what_comes_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-env", "word-ladder"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "written: word-ladder/pyproject.toml",
        "written: word-ladder/README.md",
        "written: word-ladder/src/word_ladder/__init__.py",
        "written: word-ladder/src/word_ladder/env.py",
        "written: word-ladder/tests/test_word_ladder.py",
        "next: pip install -e word-ladder",
        "      hgpo check WordLadder-v0",
    ]
    assert main(["new-env", "json"]) == 2
    assert capsys.readouterr().err == (
        "hgpo: there is a module 'json' already. Choose another name.\n"
    )


@pytest.mark.slow
def test_what_is_written_passes_its_own_tests_and_our_lint_rules(tmp_path: Path) -> None:
    folder = tmp_path / "word-ladder"
    write_skeleton(EnvName.read("word-ladder"), folder)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", folder],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "5 passed" in done.stdout, done.stdout
    rules = Path(__file__).resolve().parents[3] / "pyproject.toml"
    for command in (["check"], ["format", "--check"]):
        subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--config", rules, folder / "src"],
            check=True,
            cwd=tmp_path,
        )
