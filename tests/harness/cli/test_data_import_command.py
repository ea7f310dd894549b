import json
from pathlib import Path

import pytest
from rich.console import Console
from worlds.official_files import TASK, as_folder, as_zip, data_set, files_in, game_text

from harness.cli.data import ACTIONS
from harness.cli.data_progress import watching_files
from harness.cli.main import main

MUG = "pick_and_place_simple-Mug-None-Desk-308/trial_T1"
FILES = data_set(TASK, MUG)
GAME = f"json_2.1.1/valid_seen/{TASK}/game.tw-pddl"


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder with user folders of its own, without official data."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.delenv("ALFWORLD_DATA", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_an_import_says_what_came_in_and_where_it_is(
    own_folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    as_zip(Path("games.zip"), FILES | data_set("a/trial_T1", solvable=False))
    assert main(["data", "import", "games.zip", "--to", "data", "--json", "x.json"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    rows = [line.split("│") for line in said.out.splitlines() if "│" in line]
    assert [cell.strip() for cell in rows[0][1:-1]] == [
        "valid_seen",
        "3",
        "2",
        "140",
        "a part",
        "1 unsolvable",
    ]
    root = own_folders / "data"
    assert f"in {root} now:\n  valid_seen: 2 games, a part of 140\n" in said.out
    assert f"To play them, set ALFWORLD_DATA={root} or give env.data={root}.\n" in said.out
    record = json.loads(Path("x.json").read_text())["alfworld"]
    assert record["root"] == str(root)
    assert record["splits"]["valid_seen"]["files"] == {"new": 6, "same": 0, "replaced": 0}
    assert record["now"]["valid_seen"]["playable"] == 2
    assert record["problems"] == []
    assert files_in(root).keys() == (FILES | data_set("a/trial_T1")).keys()


def test_what_is_imported_is_played_without_naming_a_folder(
    own_folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    as_folder(Path("download"), FILES)
    assert main(["data", "import", "download", "--quiet"]) == 0
    assert "To play them" not in capsys.readouterr().out
    assert files_in(own_folders / "share" / "hgpo-bench" / "alfworld") == FILES
    words = ["evaluate", "agent=random", "env=alfworld", "env.split=valid_seen", "--quiet"]
    assert main([*words, "env.goal=human", "env.task_types=[1,2]", "env.max_steps=2"]) == 0
    assert "of 2 episodes won" in capsys.readouterr().out


def test_the_variable_says_where_to(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALFWORLD_DATA", "named")
    as_folder(Path("download"), FILES)
    assert main(["data", "import", "download"]) == 0
    assert files_in(own_folders / "named") == FILES


def test_equal_imports_write_equal_bytes(own_folders: Path) -> None:
    as_zip(Path("games.zip"), FILES)
    texts = []
    for _ in range(2):
        assert main(["data", "import", "games.zip", "--dry-run", "--json", "x.json"]) == 0
        texts.append(Path("x.json").read_bytes())
    assert texts[0] == texts[1]
    assert {path.name for path in own_folders.iterdir()} == {"games.zip", "x.json"}


def test_a_dry_run_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    as_zip(Path("games.zip"), FILES)
    assert main(["data", "import", "games.zip", "--dry-run", "--link"]) == 1
    assert capsys.readouterr().err == (
        "hgpo: 'games.zip' is no folder, and only a folder can be linked.\n"
    )
    assert main(["data", "import", "games.zip", "--dry-run"]) == 0
    assert capsys.readouterr().out.endswith("\ndry run: nothing was written\n")


def test_damaged_files_are_named_and_the_exit_code_is_1(
    own_folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    as_zip(Path("games.zip"), FILES | {GAME: b"{}"})
    assert main(["data", "import", "games.zip", "--to", "data"]) == 1
    said = capsys.readouterr()
    assert f'damaged: games.zip:{GAME}: it has no "solvable": true or false\n' in said.out
    assert said.err == "hgpo: 1 file is damaged and was left out; see above.\n"
    assert GAME not in files_in(own_folders / "data")
    assert len(files_in(own_folders / "data")) == 3


def test_a_game_that_only_another_engine_can_play_is_no_failure(
    own_folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    domain = "(define (domain d) (:action a :effect (q)))"
    as_zip(Path("games.zip"), FILES | {GAME: game_text(pddl_domain=domain)})
    assert main(["data", "import", "games.zip", "--to", "data"]) == 0
    assert f"unsupported: games.zip:{GAME}: can't play the game {TASK}: " in capsys.readouterr().out
    assert len(files_in(own_folders / "data")) == 4


def test_many_damaged_files_are_not_all_shown(capsys: pytest.CaptureFixture[str]) -> None:
    names = [f"json_2.1.1/train/a/trial_T{n}/game.tw-pddl" for n in range(25)]
    as_zip(Path("games.zip"), dict.fromkeys(names, b"{}"))
    assert main(["data", "import", "games.zip", "--to", "data", "--json", "x.json"]) == 1
    shown = capsys.readouterr().out
    assert shown.count("damaged: ") == 20
    assert "\nand 5 more, all of them in --json FILE\n" in shown
    assert len(json.loads(Path("x.json").read_text())["alfworld"]["problems"]) == 25


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [
        (
            ["data", "imprt", "x"],
            2,
            "unknown action of `hgpo data` 'imprt'. Did you mean 'import'? "
            f"Known: {', '.join(sorted(ACTIONS))}.",
        ),
        (
            ["data"],
            2,
            f"an action is missing: {', '.join(ACTIONS)}. `hgpo data --help` shows them.",
        ),
        (
            ["data", "import"],
            2,
            "the following arguments are required: PATH. "
            "`hgpo data import --help` shows how it is called.",
        ),
        (
            ["data", "import", "x", "--repalce"],
            2,
            "unknown flag of `hgpo data import` '--repalce'. Did you mean '--replace'? "
            "Known: --dry-run, --help, --json, --link, --quiet, --replace, --to.",
        ),
        (
            ["data", "import", "nowhere"],
            1,
            "there is no file or folder 'nowhere'. Name what was downloaded.",
        ),
        (
            ["data", "import", "empty"],
            1,
            "'empty' holds no data that is known here. Expected, at any depth: "
            "items_shuffle*.json with items_ins_v2*.json, also gzipped (WebShop); "
            "SPLIT/TASK/TRIAL/game.tw-pddl or traj_data.json (ALFWorld).",
        ),
        (
            ["data", "import", "games", "--to", "a/json_2.1.1"],
            2,
            "--to a/json_2.1.1: name the folder that is to hold json_2.1.1, 'a'.",
        ),
        (
            ["data", "import", "games", "games", "--link"],
            2,
            "--link takes one folder, and goes without --replace.",
        ),
    ],
)
def test_a_mistake_is_one_line_and_changes_nothing(
    own_folders: Path,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    code: int,
    line: str,
) -> None:
    Path("empty").mkdir()
    as_folder(Path("games"), FILES)
    assert main(words) == code
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"hgpo: {line}\n")
    assert {path.name for path in own_folders.iterdir()} == {"empty", "games"}


def test_progress_is_a_bar_on_a_terminal_and_nothing_elsewhere() -> None:
    terminal = Console(force_terminal=True, width=80)
    with terminal.capture() as shown, watching_files(quiet=False, console=terminal) as progress:
        progress(0.5, "games.zip: train")
    assert "games.zip: train" in shown.get()
    assert "50%" in shown.get()
    for quiet, console in ((True, terminal), (False, Console(force_terminal=False))):
        with console.capture() as shown, watching_files(quiet=quiet, console=console) as progress:
            progress(0.5, "games.zip: train")
        assert shown.get() == ""


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_has_a_help_with_an_example(
    action: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["data", action, "--help"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"usage: hgpo data {action} ")
    assert f"  hgpo data {action}" in shown.partition("example")[2]
    assert main(["data", "--help"]) == 0
    assert f"\n  {action}  " in capsys.readouterr().out
