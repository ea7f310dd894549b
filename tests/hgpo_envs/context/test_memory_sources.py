"""An author's code in a memory is told by its content."""

import hashlib
import sys
from pathlib import Path

import pytest

from hgpo_envs.context import memory_sources


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "their_memory.py"
    file.write_text("class Rewarded: ...\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "their_memory", raising=False)
    return file


def test_code_is_found_in_every_place_that_can_name_it(module: Path) -> None:
    told = memory_sources(
        {
            "kind": "combined",
            "parts": [
                {"kind": "their_memory:Rewarded", "most": 3},
                {"kind": "summary", "summarise": "their_memory:shorten"},
                {"kind": "retrieval", "embed": "their_memory:embed"},
                {"kind": "full", "budget": 9, "tokenizer": "their_memory:count"},
            ],
        }
    )
    names = ["Rewarded", "count", "embed", "shorten"]
    assert list(told) == [f"their_memory:{name}" for name in names]
    assert set(told.values()) == {hashlib.sha256(module.read_bytes()).hexdigest()}


def test_other_source_has_another_hash(module: Path) -> None:
    before = memory_sources({"kind": "their_memory:Rewarded"})
    module.write_text("class Rewarded: recall = None\n")
    assert memory_sources({"kind": "their_memory:Rewarded"}) != before


def test_code_without_source_is_told_without_a_hash() -> None:
    told = memory_sources({"kind": "summary", "summarise": "math:sqrt"})
    assert told == {"math:sqrt": ""}
    assert memory_sources({"kind": "not_there_at_all:Memory"}) == {"not_there_at_all:Memory": ""}


def test_what_is_no_code_is_not_told() -> None:
    assert memory_sources({"kind": "window", "size": 4, "note": "a:b"}) == {}
