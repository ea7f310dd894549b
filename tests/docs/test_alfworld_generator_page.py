"""Run the code and the commands of docs/alfworld-generator.md, and make its figures anew."""

import json
import re
from pathlib import Path

import pytest
from doc_page import ROOT, blocks_of, read_page, run_command

from benchmarks import generator_statistics
from benchmarks.generator_plots import draw_plots
from hgpo_envs.alfworld import generate
from hgpo_envs.alfworld.generate.measured.figures import figures
from hgpo_envs.alfworld.generate.measured.knobs import LEVELS

DOCS = ROOT / "docs"
PAGE = read_page("alfworld-generator.md")
PLOTS = ("receptacles", "things", "placements", "sizes", "plans")


def test_the_code_on_the_page_runs_top_to_bottom(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = "\n".join(blocks_of(PAGE, "python"))
    exec(compile(code, "docs/alfworld-generator.md", "exec"), {})


@pytest.mark.slow
@pytest.mark.parametrize("command", blocks_of(PAGE, "sh"))
def test_the_commands_on_the_page_work(command, tmp_path):
    run_command(command, tmp_path, more={"PYTHONPATH": str(ROOT)})
    assert len(list(tmp_path.rglob("game.tw-pddl"))) == 100


def test_the_page_names_what_there_is():
    named = set(re.findall(r"`(\w+\.(?:py|json|pddl))`", PAGE)) - {"traj_data.json"}
    root = ROOT / "hgpo_envs" / "alfworld" / "generate"
    assert len(named) >= 10
    assert all(list(root.rglob(name)) for name in named)
    for name in (*generate.FAMILIES, *generate.LEVELS):
        assert f"`{name}`" in PAGE
    for knob in LEVELS["small"].__dataclass_fields__:
        assert f"| `{knob}` |" in PAGE


def test_the_page_shows_every_plot():
    shown = re.findall(r"\]\(alfworld-generator/(\w+)\.svg\)", PAGE)
    assert sorted(shown) == sorted(PLOTS)
    for name in PLOTS:
        plot = (DOCS / "alfworld-generator" / f"{name}.svg").read_text(encoding="utf-8")
        assert "<dc:date>" not in plot


def test_the_tables_on_the_page_are_those_of_the_numbers_beside_it():
    found = json.loads((DOCS / "alfworld-generator" / "statistics.json").read_text())
    assert generator_statistics.insert(PAGE, generator_statistics.table(found)) == PAGE
    assert found["games"] == {"gen_train": 2000, "gen_unseen": 1000}


@pytest.mark.slow
def test_making_the_games_anew_gives_the_numbers_beside_the_page():
    found = generator_statistics.summary(generator_statistics.measure(2000, 1000))
    written = json.loads((DOCS / "alfworld-generator" / "statistics.json").read_text())
    assert json.loads(json.dumps(found)) == written


@pytest.mark.slow
def test_equal_numbers_are_drawn_as_equal_bytes(tmp_path):
    games = generator_statistics.measure(300, 1)["gen_train"]
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
        draw_plots(figures().observed, games, folder)
    for name in PLOTS:
        one, other = ((folder / f"{name}.svg").read_bytes() for folder in folders)
        assert one == other
