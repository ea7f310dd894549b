"""Settings as one table; the records that comparisons left before keep theirs."""

import json
from pathlib import Path

import pytest

from harness.config.flat import flat_settings
from harness.config.load import load_compare

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
