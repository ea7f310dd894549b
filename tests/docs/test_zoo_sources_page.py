"""docs/zoo-sources.md lists every algorithm with the source that its file names."""

import re
import sys
from pathlib import Path

import pytest

import algorithms
from algorithms import registry

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "zoo-sources.md").read_text("utf-8")
CHOSEN, LEFT_OUT = PAGE.split("## Not in the zoo")
ROWS = dict(re.findall(r"^\| `(\w+)` \| (.+?) \|", CHOSEN, re.MULTILINE))
ARXIV = re.compile(r"\d{4}\.\d{5}")


def test_every_algorithm_is_listed_and_nothing_else():
    assert sorted(ROWS) == sorted(registry.BUILT_IN)


@pytest.mark.parametrize("name", sorted(registry.BUILT_IN))
def test_the_source_is_the_one_that_the_file_names(name):
    head = sys.modules[algorithms.algorithm_class(name).__module__].__doc__
    assert ARXIV.findall(ROWS[name])
    assert set(ARXIV.findall(ROWS[name])) <= set(ARXIV.findall(head))


def test_what_was_left_out_has_a_reason():
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", LEFT_OUT, re.MULTILINE)[2:]
    assert len(rows) >= 8
    assert all(len(reason) > 30 for _, _, reason in rows)
