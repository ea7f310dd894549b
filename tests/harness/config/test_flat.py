"""Settings as one table; the records that comparisons left before keep theirs."""

import hashlib
import json
from pathlib import Path

import pytest

from harness.config.flat import flat_settings, told_option
from harness.config.load import load_compare
from hgpo_envs.context import open_template

DOCS = Path(__file__).resolve().parents[3] / "docs"


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ("bench.json", ["+preset=quick"]),
        ("bench-webshop.json", ["+preset=quick", "env=webshopgen"]),
    ],
)
def test_a_comparison_s_record_has_the_settings_that_its_command_has_now(
    record: str, words: list[str]
) -> None:
    kept = json.loads((DOCS / record).read_text("utf-8"))["settings"]
    now = flat_settings(load_compare(words))
    assert {name: now[name] for name in kept if name not in {"run.dir", "workers"}} == {
        name: value for name, value in kept.items() if name not in {"run.dir", "workers"}
    }
    assert set(now) == set(kept)


def test_what_somebody_set_is_told() -> None:
    now = flat_settings(
        load_compare(
            [
                "+preset=quick",
                "env.template=webshop",
                "evaluation.remember=false",
                "env.memory={kind:full,budget:90}",
            ]
        )
    )
    assert now["env.template"] == "webshop"
    assert now["evaluation.remember"] is False
    assert now["env.memory.options.budget"] == 90


def test_no_path_of_this_machine_is_told(tmp_path: Path) -> None:
    file = tmp_path / "prompt.j2"
    file.write_text("{{ observation }}")
    games = str(tmp_path / "games" / "one.tw-pddl")
    words = [f"env.template={file}", f"env.games=[{games}]", "env.data=~/official"]
    now = flat_settings(load_compare(["+preset=quick", "env=alfworld", *words]))
    assert now["env.template"] == f"sha256:{open_template(str(file)).hash}"
    assert now["env.options.games"] == '["one.tw-pddl"]'
    assert now["env.options.data"] == "official"
    assert not [value for value in now.values() if str(tmp_path) in str(value)]


def test_an_author_s_memory_is_told_with_its_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "class Blind:\n    name = 'blind'\n    def recall(self, instruction, turns): ...\n"
    (tmp_path / "their_blind.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    now = flat_settings(load_compare(["+preset=quick", "env.memory=their_blind:Blind"]))
    told = now["env.memory.sources.their_blind:Blind"]
    assert told == hashlib.sha256(source.encode()).hexdigest()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("C:\\Users\\anna\\data", "data"),
        ("\\\\server\\share\\data", "data"),
        ("./here/data", "data"),
        ("easy", "easy"),
        ("either/or", "either/or"),
        (None, None),
        ({"file": "/a/b"}, {"file": "b"}),
    ],
)
def test_only_paths_are_shortened(given: object, told: object) -> None:
    assert told_option(given) == told
