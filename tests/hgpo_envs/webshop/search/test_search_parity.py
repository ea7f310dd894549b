"""Search against what the original engine recorded: terms, order and scores of every query."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from hgpo_envs.webshop.catalogue.cleaning import clean_all, contents
from hgpo_envs.webshop.catalogue.product import Product
from hgpo_envs.webshop.search import SearchIndex, analyse, build_index, open_index


def lines(path: Path) -> Iterator[object]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def documents(path: Path) -> list[tuple[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        products = clean_all(json.load(file), {})
        return [(item.asin, contents(item)) for item in products if isinstance(item, Product)]


def differences(index: SearchIndex, asins: list[str], path: Path) -> tuple[list[str], int]:
    """Return the queries whose hits or scores differ, and the number of queries compared."""
    different, compared = [], 0
    for record in lines(path):
        if "hits" not in record:  # the query of more than 1,024 terms, on which the engine fails
            continue
        found = [[asins[row], round(score, 6)] for row, score in index.search(record["query"])]
        compared += 1
        if found != record["hits"]:
            different.append(record["query"])
    return different, compared


@pytest.fixture(scope="module")
def recorded(shared_data: Path) -> Path:
    return shared_data / "webshop"


@pytest.mark.parametrize(("file", "count"), [("token_table", 10759), ("doc_tokens_1k", 1000)])
def test_every_recorded_text_gives_the_recorded_terms(
    recorded: Path, file: str, count: int
) -> None:
    goldens = list(lines(recorded / f"{file}.jsonl.gz"))
    assert len(goldens) == count
    assert [text for *_, text, terms in goldens if analyse(text) != terms] == []


@pytest.mark.parametrize("file", ["search_1k", "search_20k"])
def test_every_recorded_query_gives_the_recorded_terms(recorded: Path, file: str) -> None:
    goldens = [
        (record["query"], record["tokens"])
        for record in lines(recorded / f"{file}.jsonl.gz")
        if record["tokens"] is not None
    ]
    assert len(goldens) == 218
    assert [query for query, terms in goldens if analyse(query) != terms] == []


def test_the_1k_catalogue_ranks_as_recorded(recorded: Path, tmp_path: Path) -> None:
    pairs = documents(recorded / "items_shuffle_1000.json.gz")
    build_index(pairs, tmp_path)
    asins = [asin for asin, _ in pairs]
    assert differences(open_index(tmp_path), asins, recorded / "search_1k.jsonl.gz") == ([], 217)


@pytest.mark.slow
def test_the_20k_catalogue_ranks_as_recorded(recorded: Path, tmp_path: Path) -> None:
    pairs = documents(recorded / "items_shuffle_20k.json.gz")
    build_index(pairs, tmp_path)
    asins = [asin for asin, _ in pairs]
    assert differences(open_index(tmp_path), asins, recorded / "search_20k.jsonl.gz") == ([], 217)


def test_the_query_that_the_engine_fails_on_is_answered(recorded: Path, tmp_path: Path) -> None:
    pairs = documents(recorded / "items_shuffle_1000.json.gz")
    build_index(pairs, tmp_path)
    [query] = [
        record["query"] for record in lines(recorded / "search_1k.jsonl.gz") if "hits" not in record
    ]
    assert len(set(analyse(query))) > 1024
    terms = set(analyse(query))
    having = [row for row, (_, text) in enumerate(pairs) if terms.intersection(analyse(text))]
    assert 0 < len(having) < 50
    assert sorted(row for row, _ in open_index(tmp_path).search(query)) == having
