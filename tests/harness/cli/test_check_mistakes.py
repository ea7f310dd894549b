"""What can be given to ``hgpo check`` by mistake: each is told in a line, or as a broken rule."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from own_registry import own_registries

from harness.cli.main import main

MODULES = {
    "lacking": "import nothing_of_that_name\n",
    "unclosed": "def f(:\n",
    "dividing": "1 / 0\n",
    "leaving": "raise SystemExit('bye')\n",
    "strange": """
from hgpo_envs import TextEnv

ANSWER = 42

class Bare(TextEnv):
    def __init__(self): pass
    def begin(self, task): ...
    def act(self, action): ...
    def save(self): ...
    def load(self, state): ...

class Plain:
    pass

class Leaving:
    def __init__(self): raise SystemExit(3)

def nothing(): return None

def failing(): raise ValueError("no maze today")
""",
}

Said = tuple[int, str, str]


@pytest.fixture
def hgpo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Said]:
    """Run ``hgpo check`` in a folder with these modules; return exit code, output, errors."""
    own_registries(monkeypatch)
    for name, text in MODULES.items():
        (tmp_path / f"{name}.py").write_text(text)
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> Said:
        code = main(["check", *words])
        said = capsys.readouterr()
        return code, " ".join(said.out.split()), said.err

    return run


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ("strange", "One of your own is named module:Class, such as maze:Maze"),
        ("strange.Plain", "One of your own is named module:Class, such as maze:Maze"),
        ("strange.py:Plain", "names no module; expected one that Python can"),
        ("./strange.py:Plain", "names no module; expected one that Python can"),
        ("my-maze:Maze", "is run in, such as 'my_maze:Env'."),
        ("strange:", "'strange:' can't be checked; expected an id of `hgpo envs`"),
        ("strange:Plane", "unknown name in strange 'Plane'. Did you mean 'Plain'?"),
        ("strange:ANSWER", "'strange:ANSWER' is no environment but of type int; expected"),
        ("missing:Maze", "can't be imported: No module named 'missing'. Run in the folder"),
        ("lacking:Maze", "can't be imported: No module named 'nothing_of_that_name'."),
        ("unclosed:Maze", "fails while it is imported: SyntaxError: invalid syntax"),
        ("dividing:Maze", "fails while it is imported: ZeroDivisionError: division by zero. Mend"),
        ("leaving:Maze", "fails while it is imported: SystemExit: bye, which ends the program."),
    ],
)
def test_what_is_no_environment_is_told_in_one_line(
    hgpo: Callable[..., Said], given: str, line: str
) -> None:
    code, out, err = hgpo(given)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert line in err


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["spilt=test"], "unknown key 'spilt'. Did you mean 'split'?"),
        (["test"], "'test' is no KEY=VALUE. Write, for example, split=test; one environment is"),
        (["max_steps=many"], "max_steps is 'many'; expected a whole number of at least 1."),
        (["--only", ","], "--only ',': expected names of rules; `hgpo check --rules`."),
        (["--skip", ""], "--skip '': expected names of rules; `hgpo check --rules`."),
        (["--steps", "1.5"], "--steps 1.5: expected a whole number of at least 1."),
        (["--taks", "3"], "unknown flag of `hgpo check` '--taks'. Did you mean '--tasks'?"),
    ],
)
def test_mistyped_words_are_told_in_one_line(
    hgpo: Callable[..., Said], words: list[str], line: str
) -> None:
    code, out, err = hgpo("alfworld", *words)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert line in err


@pytest.mark.parametrize(
    ("name", "seen", "fix"),
    [
        ("Bare", "has no attribute 'panel'", "Call super().__init__(panel=TaskPanel(...)"),
        ("Plain", "it is a strange.Plain.", "Derive the class from hgpo_envs.TextEnv"),
        ("Leaving", "it raised SystemExit: 3, which ends the program", "Answer instead"),
        ("nothing", "it made None.", "Return the environment that was made."),
        ("failing", "it raised ValueError: no maze today at strange.py:", "Answer instead"),
    ],
)
def test_what_does_not_start_breaks_one_rule_and_the_others_are_told_together(
    hgpo: Callable[..., Said], name: str, seen: str, fix: str
) -> None:
    code, out, err = hgpo(f"strange:{name}")
    assert (code, err) == (1, "hgpo: rules are broken: starts.\n")
    assert seen in out
    assert fix in out
    assert re.search(r"not tried plays to spaces: 4 rules why: it doesn't start", out)
