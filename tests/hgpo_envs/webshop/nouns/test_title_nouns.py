import gzip
import json
from multiprocessing import get_context
from pathlib import Path

import pytest
from recorded_goals import official, wanted_in
from recordings import recorded

from hgpo_envs.errors import DataError, MissingPackageError, UnknownNameError
from hgpo_envs.webshop.nouns import (
    Nouns,
    NounTable,
    RuleFinder,
    choose_finder,
    finder,
    open_table,
    read_recorded,
    recorded_files,
    write_table,
)
from hgpo_envs.webshop.nouns.rule import nouns_by_rule
from hgpo_envs.webshop.reward.parts import type_match


class Slow:
    """Finds the words of a title, and counts how often it is asked."""

    name = "slow 1"
    slow = True

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, title: str) -> tuple[str, ...]:
        self.asked.append(title)
        return tuple(title.lower().split())


@pytest.mark.parametrize(
    ("title", "nouns"),
    [
        ("Heavy-Duty Arc Lamp for Home and Office, Set of 2 (Black)",
         "heavy duty arc lamp home office set black"),
        ("Harrow's Rack No. 7, 30cm w/ Carry Case", "harrow rack no . cm w/ carry case"),
        ('O\'Hare Shelf 5\'2" Tall 16" x 20" Made in Italy', "o'hare shelf italy"),
        ("3Peaks Fern+Fox AAA+ 100% Satisfaction", "3peaks fern+fox aaa+ % satisfaction"),
        ("KÜHLWERK 山水 Video Stand", "kühlwerk 山水 video stand"),
        ("a soft blue lamp", "lamp"),
        ("Soft Blue Lamp", "soft blue lamp"),
        ("10 x 20 (2)", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_the_rule_finds_the_words_that_titles_use_as_nouns(title: str, nouns: str):
    assert list(nouns_by_rule(title)) == nouns.split()


def r_types(webshop: Path, nouns: Nouns) -> list[tuple[object, object]]:
    """Judge recorded purchases with nouns; give our ``r_type`` and the recorded one of each."""
    products = {one.asin: one for one in official(webshop, "1k", "human").products}
    return [
        (
            type_match(products[line["asin"]], wanted_in(line), nouns).r_type,
            line["info"]["r_type"],
        )
        for line in recorded(webshop, "rewards")
        if "info" in line
    ]


# measured; a rule that takes every word agrees in 1,199 rewards
def test_the_rule_agrees_with_the_recorded_model_in_99_of_100_rewards(shared_data: Path):
    webshop = shared_data / "webshop"
    pairs = r_types(webshop, RuleFinder())
    assert (len(pairs), sum(ours == theirs for ours, theirs in pairs)) == (1321, 1310)
    lists = read_recorded(recorded_files(webshop))
    assert (len(lists), sum(nouns_by_rule(title) == lists[title] for title in lists)) == (976, 702)


@pytest.mark.slow
def test_spacy_finds_the_recorded_nouns(shared_data: Path):
    if finder.installed_model() is None:
        pytest.skip("spaCy and its model are not installed; `make nouns-check` runs this test")
    model = finder.SpacyFinder()
    lists = read_recorded(recorded_files(shared_data / "webshop"))
    assert {title: model(title) for title in lists} == lists


def test_without_spacy_the_rule_is_taken_and_spacy_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(finder, "_MODELS", ())
    assert choose_finder().name == "rule 1"
    with pytest.raises(MissingPackageError, match=r"`pip install 'hgpo-bench\[nouns\]'`"):
        choose_finder("spacy")
    with pytest.raises(MissingPackageError):
        choose_finder("spacy en_core_web_sm 3.8.0")


def test_only_the_finder_of_that_name_will_do():
    assert choose_finder("rule").name == choose_finder("rule 1").name == "rule 1"
    with pytest.raises(UnknownNameError, match=r"found with 'rule 0', and 'rule 1' is installed"):
        choose_finder("rule 0")
    with pytest.raises(UnknownNameError, match=r"unknown finder of nouns 'rul'"):
        choose_finder("rul")


def test_what_a_slow_finder_found_is_kept_for_the_next_table(tmp_path: Path):
    kept = tmp_path / "cache" / "nouns.jsonl"
    first, second = Slow(), Slow()
    table = NounTable({"Red Lamp": ("lamp",)}, first, kept)
    assert [table(title) for title in ("Red Lamp", "Big ½ Chair", "Big ½ Chair")] == [
        ("lamp",), ("big", "½", "chair"), ("big", "½", "chair"),
    ]  # fmt: skip
    assert NounTable({}, second, kept)("Big ½ Chair") == ("big", "½", "chair")
    assert (first.asked, second.asked) == (["Big ½ Chair"], [])


def test_what_was_not_written_whole_is_found_again(tmp_path: Path):
    kept = tmp_path / "nouns.jsonl"
    kept.write_bytes(b'["A",["a"]]\n["B",["b\n{"x":1}\n[1,["c"]]\n["D",["d"]]')
    model = Slow()
    table = NounTable({}, model, kept)
    assert [table(title) for title in "ABD"] == [("a",), ("b",), ("d",)]
    assert model.asked == ["B"]


def test_a_quick_finder_keeps_nothing(tmp_path: Path):
    assert NounTable({}, RuleFinder(), tmp_path / "nouns.jsonl")("Red Lamp") == ("red", "lamp")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_to_keeps_nothing(tmp_path: Path):
    (tmp_path / "file").touch()
    table = NounTable({}, Slow(), tmp_path / "file" / "nouns.jsonl")
    assert table("Lamp") == ("lamp",)


def test_many_processes_keep_their_findings_in_one_file(tmp_path: Path):
    kept = tmp_path / "nouns.jsonl"
    context = get_context("fork")
    workers = [context.Process(target=find_many, args=(kept, name)) for name in "abcd"]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    lines = [json.loads(line) for line in kept.read_bytes().splitlines()]
    assert len(lines) == 200
    assert {title for title, _ in lines} == {f"{a} {n}" for a in "abcd" for n in range(50)}


def find_many(kept: Path, name: str) -> None:
    table = NounTable({}, Slow(), kept)
    for number in range(50):
        table(f"{name} {number}")


def test_a_store_s_table_has_what_was_recorded_and_what_a_slow_finder_finds(tmp_path: Path):
    path = tmp_path / "nouns.jsonl"
    recorded_nouns = {"Red Lamp": ("recorded",)}
    assert write_table(path, ["Blue Lamp", "Red Lamp", "Blue Lamp"], Slow(), recorded_nouns) == 2
    assert [json.loads(line) for line in path.read_bytes().splitlines()] == [
        {"finder": "slow 1", "recorded": 1},
        ["Red Lamp", ["recorded"]],
        ["Blue Lamp", ["blue", "lamp"]],
    ]
    assert write_table(path, ["Blue Lamp"], RuleFinder(), recorded_nouns) == 1
    (tmp_path / "title_nouns-rule-1.jsonl").write_bytes(b'["Blue Lamp",["kept"]]\n')
    table = open_table(path, tmp_path)
    assert (table("Red Lamp"), table("Blue Lamp")) == (("recorded",), ("blue", "lamp"))


@pytest.mark.parametrize(
    "content", [b"", b"[1]\n", b'{"finder":"rule 1"}\n["a"]\n', b'{"finder":"rule 1"}\n[1,[]]\n']
)
def test_a_damaged_table_is_refused(tmp_path: Path, content: bytes):
    path = tmp_path / "nouns.jsonl"
    path.write_bytes(content)
    with pytest.raises(DataError, match=r"nouns of titles, can't be read: .* `hgpo data import`"):
        open_table(path)


def test_recorded_lists_are_read_plain_and_compressed(tmp_path: Path):
    (tmp_path / "title_nouns_a.jsonl").write_text('["A", ["a", "a"]]\n', encoding="utf-8")
    with gzip.open(tmp_path / "title_nouns_b.jsonl.gz", "wt", encoding="utf-8") as file:
        file.write('["É", []]\n')
    (tmp_path / "other.jsonl").write_text("x", encoding="utf-8")
    files = recorded_files(tmp_path)
    assert [file.name for file in files] == ["title_nouns_a.jsonl", "title_nouns_b.jsonl.gz"]
    assert read_recorded(files) == {"A": ("a", "a"), "É": ()}
    files[1].write_bytes(files[1].read_bytes()[:-4])
    with pytest.raises(DataError, match=r"title_nouns_b.*can't be read"):
        read_recorded(files)
