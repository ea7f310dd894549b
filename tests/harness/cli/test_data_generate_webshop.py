"""``hgpo data generate webshop``."""

import json

from harness.cli.main import main


def test_a_shop_is_written_and_counted(tmp_path, capsys):
    folder, answer = tmp_path / "shop", tmp_path / "made.json"
    words = ["webshop", "--products", "1_000", "--seed", "4", "--to", str(folder), "--quiet"]
    assert main(["data", "generate", *words, "--json", str(answer)]) == 0
    # families of 1 + 4, one of which is dearer and has no goal: 1,000 * 4 / 5
    version = "generated 1/standard/products 1000/seed 4"
    assert capsys.readouterr().out == (
        f"1,000 products and 800 goals ({version}) in {folder}\nNext: hgpo data import {folder}\n"
    )
    assert json.loads(answer.read_text()) == {
        "webshop": {
            "folder": str(folder),
            "version": version,
            "products": 1000,
            "goals": 800,
            "files": ["items_shuffle.json", "items_ins_v2.json", "items_human_ins.json"],
        }
    }
    assert len(json.loads((folder / "items_shuffle.json").read_text())) == 1000


def test_what_was_written_can_be_imported(tmp_path, capsys):
    folder, imported = tmp_path / "shop", tmp_path / "imported"
    knobs = "{level: hard, distractors: 2}"
    words = ["webshop", "--products", "300", "--difficulty", knobs, "--to", str(folder)]
    assert main(["data", "generate", *words]) == 0
    assert main(["data", "import", str(folder), "--to", str(imported), "--quiet"]) == 0
    assert "items_shuffle.json" in capsys.readouterr().out


def mistake(words, capsys):
    code = main(["data", "generate", "webshop", *words])
    return code, capsys.readouterr().err


def test_shop_mistakes_are_answered_in_one_line(tmp_path, capsys):
    to = ["--to", str(tmp_path / "shop")]
    assert mistake([*to, "--products", "many"], capsys) == (
        2,
        "hgpo: --products many: expected a whole number from 1 to 100,000,000.\n",
    )
    for flag in ("--products", "--seed", "--workers"):
        code, said = mistake([*to, flag, "1" * 5000], capsys)
        assert code == 2
        assert said.startswith(f"hgpo: {flag} {'1' * 60}: expected a whole number from ")
    code, said = mistake([*to, "--difficulty", "{option: 3}"], capsys)
    assert code == 2
    assert said.startswith("hgpo: unknown knob 'option'. Did you mean 'options'?")
    code, said = mistake([*to, "--difficulty", "{options: "], capsys)
    assert code == 2
    assert said.endswith("Expected knobs such as '{options: 3}'.\n")
    code, said = mistake([], capsys)
    assert code == 2
    assert said.startswith("hgpo: the following arguments are required: --to.")
    assert not (tmp_path / "shop").exists()


def test_a_folder_of_that_name_still_takes_games(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["data", "generate", "./webshop", "--split", "gen_seen", "--count", "1"]) == 0
    assert len(list((tmp_path / "webshop").rglob("game.tw-pddl"))) == 1


def test_shop_help_shows_examples(capsys):
    assert main(["data", "generate", "webshop", "--help"]) == 0
    assert "--products 1200000 --seed 0 --workers 2 --to shop" in capsys.readouterr().out
