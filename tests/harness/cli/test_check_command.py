"""``hgpo check``: what it prints, writes and exits with."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from own_registry import own_registries

from harness.cli.main import main
from hgpo_envs.check import RULES

Said = tuple[int, str, str]
QUICK = ("--tasks", "1", "--steps", "4")


@pytest.fixture
def hgpo(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[..., Said]]:
    """Run a command; return its exit code, output and errors."""
    with pytest.MonkeyPatch.context() as patch:
        own_registries(patch)

        def run(*words: str) -> Said:
            code = main(["check", *words])
            said = capsys.readouterr()
            return code, said.out, said.err

        yield run


def test_a_sound_environment_exits_with_0(hgpo: Callable[..., Said]) -> None:
    code, out, err = hgpo("worlds.hall:Hall", *QUICK, "--only", "replay,rewards")
    assert (code, err) == (0, "")
    assert out == "kept       rewards\nkept       replay\nHall-v0 (split 'train'): 2 kept.\n"


def test_a_broken_one_exits_with_1_and_says_which_rules(hgpo: Callable[..., Said]) -> None:
    code, out, err = hgpo("worlds.broken.acting:Strict", *QUICK, "--only", "after-end", "--quiet")
    assert code == 1
    assert err == "hgpo: rules are broken: after-end.\n"
    assert out.splitlines()[0] == "broken     after-end"
    assert "the episode is over" in out


def test_split_and_options_are_taken_with_and_without_env(hgpo: Callable[..., Said]) -> None:
    words = ("split=test", "env.rooms=3", "max_steps=7", "--only", "task-named")
    code, out, _ = hgpo("worlds.hall:HALL", *words)
    assert code == 0
    assert out.splitlines()[-1] == "Hall-v0 (split 'test', rooms=3, max_steps=7): 1 kept."


def test_the_report_is_written_as_json(hgpo: Callable[..., Said], tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    assert hgpo("alfworld", *QUICK, "--skip", "worker", "--json", str(file))[0] == 0
    first = file.read_text()
    report = json.loads(first)
    assert report["passed"] is True
    assert len(report["findings"]) == len(RULES) - 1
    hgpo("alfworld", *QUICK, "--skip", "worker", "--json", str(file))
    assert file.read_text() == first


def test_the_rules_are_listed_on_lines_of_80_characters(hgpo: Callable[..., Said]) -> None:
    code, out, _ = hgpo("--rules")
    assert code == 0
    assert max(map(len, out.splitlines())) <= 80
    named = [line.split()[0] for line in out.splitlines() if not line.startswith(" ")]
    assert named == [rule.name for rule in RULES]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            [],
            "what is to be checked is missing. Name it first: hgpo check alfworld, or hgpo check "
            "module:Env.",
        ),
        (
            ["split=test"],
            "what is to be checked is missing. Name it first: hgpo check alfworld, or hgpo check "
            "module:Env.",
        ),
        (["alfworld", "--tasks", "0"], "--tasks 0: expected a whole number of at least 1."),
        (["alfworld", "--seed", "-1"], "--seed -1: expected a whole number of at least 0."),
        (["alfworld", "test"], "'test' is no KEY=VALUE"),
        (["alfworld", "--only", "repaly"], "unknown rule 'repaly'. Did you mean 'replay'?"),
        (["alfworld", "split=gen_tran"], "Did you mean 'gen_train'?"),
        (["alfworld", "difficult=easy"], "unknown option of ALFWorld-v0 'difficult'."),
        (["worlds.hall:Hal"], "unknown name in worlds.hall 'Hal'. Did you mean 'HALL'?"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(
    hgpo: Callable[..., Said], words: list[str], line: str
) -> None:
    code, out, err = hgpo(*words)
    assert (code, out) == (2, "")
    assert err.startswith("hgpo: ")
    assert line in err
    assert len(err.splitlines()) == 1


def test_missing_data_is_no_broken_rule(
    hgpo: Callable[..., Said], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("WEBSHOP_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    code, out, err = hgpo("webshop")
    assert (code, out) == (1, "")
    assert err.startswith("hgpo: the catalogue items_shuffle.json was asked for")
