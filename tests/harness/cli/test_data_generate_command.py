"""``hgpo data generate``."""

import json

from harness.cli.main import main
from hgpo_envs.alfworld import generate


def test_games_are_written_and_counted(tmp_path, capsys):
    folder, answer = tmp_path / "games", tmp_path / "made.json"
    words = ["--split", "gen_seen", "--difficulty", "small", "--count", "5"]
    assert main(["data", "generate", str(folder), *words, "--json", str(answer)]) == 0
    assert capsys.readouterr().out == (
        f"5 games (2/small, newer) in {folder / 'json_2.1.1' / 'gen_seen'}\n"
    )
    assert json.loads(answer.read_text()) == {
        "alfworld": {
            "folder": str(folder),
            "split": "gen_seen",
            "version": "2/small",
            "dialect": "newer",
            "games": 5,
        }
    }
    assert len(list(folder.rglob("game.tw-pddl"))) == 5


def test_knobs_are_written_as_a_mapping(tmp_path):
    words = ["--family", "three", "--difficulty", "{receptacles: 9, depth: [12, 13]}"]
    assert main(["data", "generate", str(tmp_path), *words, "--count", "3", "--quiet"]) == 0
    games = [json.loads(file.read_text()) for file in tmp_path.rglob("game.tw-pddl")]
    assert len(games) == 3
    assert all(len(game["walkthrough"]) in {12, 13} for game in games)
    version = generate.series({"receptacles": 9, "depth": [12, 13]}, family="three").name
    assert all(version in path.name for path in tmp_path.glob("*/*/*/*"))


def mistake(words, tmp_path, capsys):
    code = main(["data", "generate", str(tmp_path), *words])
    return code, capsys.readouterr().err


def test_mistakes_are_answered_in_one_line(tmp_path, capsys):
    assert mistake(["--count", "no"], tmp_path, capsys) == (
        2,
        "hgpo: --count no: expected a whole number from 1 to 10,000,000.\n",
    )
    code, said = mistake(["--difficulty", "{receptacle: 9}"], tmp_path, capsys)
    assert code == 2
    assert said.startswith("hgpo: unknown knob 'receptacle'. Did you mean 'receptacles'?")
    code, said = mistake(["--difficulty", "{receptacles: "], tmp_path, capsys)
    assert code == 2
    assert said.endswith("Expected knobs such as '{receptacles: 12}'.\n")
    code, said = mistake(["--dialect", "old", "--count", "1"], tmp_path, capsys)
    assert (code, said) == (
        2,
        "hgpo: unknown dialect 'old'. Did you mean 'older'? Known: newer, older.\n",
    )
    assert not list(tmp_path.iterdir())


def test_help_shows_examples(capsys):
    assert main(["data", "generate", "--help"]) == 0
    assert "hgpo data generate games --count 1000" in capsys.readouterr().out
