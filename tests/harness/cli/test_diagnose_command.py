"""``hgpo diagnose`` as it is called."""

import json

import pytest

from harness.cli.main import main

SMALL = (
    "diagnose",
    "env=webshopgen",
    "agent=random",
    "algorithms=[grpo,hgpo]",
    "tasks=4",
    "diagnosis.pool=16",
    "probes=6",
    "branches=4",
    "workers=1",
)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_gives_tables_json_and_a_plot(here, capsys):
    assert main([*SMALL, "run.dir=why", "--json", "why.json", "--quiet"]) == 0
    said = capsys.readouterr().out
    assert "plot: why/diagnosis.svg" in said
    assert "6 decisions measured in" in said
    found = json.loads((here / "why.json").read_text())
    assert [row["label"] for row in found["estimators"]] == ["grpo", "hgpo"]
    assert len(found["probes"]) == len(found["estimators"][0]["expected"]) == 6
    drawn = (here / "why" / "diagnosis.svg").read_text()
    assert drawn.startswith("<svg ")
    assert drawn.endswith("</svg>")


def test_a_dry_run_tells_the_play_and_touches_nothing(here, capsys):
    assert main([*SMALL, "--dry-run"]) == 0
    said = capsys.readouterr().out
    assert "# cells (2): grpo, hgpo\n" in said
    assert "# caps of each: env_steps 400,000\n" in said
    assert "# whole episodes: 64\n# episodes from restored states: at most 48\n" in said
    assert list(here.iterdir()) == []


def test_a_scorer_needs_a_run(here, capsys):
    assert main(["diagnose"]) == 2
    assert "name its run with agent.run=DIR" in capsys.readouterr().err


@pytest.mark.slow
def test_workers_change_nothing(here):
    assert main([*SMALL, "run.dir=a", "--json", "a.json", "--quiet"]) == 0
    assert main([*SMALL, "workers=2", "run.dir=b", "--json", "b.json", "--quiet"]) == 0
    assert (here / "a.json").read_bytes() == (here / "b.json").read_bytes()
    for name in ("tasks.jsonl", "probes.jsonl", "diagnosis.svg"):
        assert (here / "a" / name).read_bytes() == (here / "b" / name).read_bytes()
