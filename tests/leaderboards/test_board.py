import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from small_board import CAPS, entry, episodes, ledger, panel, seed_files

from leaderboards.board import SeedFiles, add_entry, build_board, read_board
from leaderboards.entry import Entry
from leaderboards.errors import BoardError, EntryError
from leaderboards.reading import read_entry


def rewrite(path: Path, edit: Callable[[dict[str, object]], object]) -> None:
    record = json.loads(path.read_text())
    edit(record)
    path.write_text(json.dumps(record))


def test_scores_are_computed_from_the_episodes(tmp_path: Path) -> None:
    two = {0: seed_files("ww.", "w.."), 1: seed_files("w..", "w..", steps=40)}
    read = add_entry(tmp_path / "board", entry(repeats=2, seeds=(0, 1)), two).entry
    # of seed 0 task b was won in one of two repeats; a lost episode's return is 0.25
    assert read.won.tolist() == [[1.0, 0.5, 0.0], [1.0, 0.0, 0.0]]
    assert read.returns.tolist() == [[1.0, 0.625, 0.25], [1.0, 0.25, 0.25]]
    assert read.spent == {"env_steps": 50.0}  # the mean of 60 and 40, evaluation apart
    assert read.refused == 0.5  # one of two actions everywhere
    assert not read.single


def test_an_entry_is_on_the_board_once(tmp_path: Path) -> None:
    first = add_entry(tmp_path, entry(), {0: seed_files("ww.")})
    again = add_entry(tmp_path, entry(), {0: seed_files("ww.")})
    assert (first.is_new, again.is_new) == (True, False)
    assert again.folder == first.folder
    assert [read.name for read in read_board(tmp_path)] == [first.folder.name]
    assert first.folder.name.startswith("maze-v0-hgpo-")


DAMAGED_EPISODES = [
    (episodes("ww.")[:-1], "the last line is cut off."),
    (episodes("ww.") + b"{}\n", "there are 4 episodes; 1 repeats of 3 tasks are 3."),
    (
        episodes("ww.", ids="aac"),
        "the panel Maze-v0/test has task 'a' twice. Every task may stand in a panel once.",
    ),
    (episodes("ww.", won=1), "line 1.won must be true or false; it is 1."),
    (
        episodes("ww.", repeat=1),
        "line 1 is task 'a' of repeat 1; expected task 'a' of repeat 0: "
        "each task once a repeat, in one order.",
    ),
    (
        episodes("ww.", actions=["north"] * 6),
        "line 1 has 6 actions, 1 of them refused; an episode has 1 to 5.",
    ),
    (
        episodes("ww.", inadmissible=3),
        "line 1 has 2 actions, 3 of them refused; an episode has 1 to 5.",
    ),
    (
        episodes("ww.").replace(b"0.25", b"NaN"),
        "line 3 holds NaN, which is no number.",
    ),
    (
        episodes("ww.").replace(b'"won"', b'"repeat"', 1),
        "line 1 has the key 'repeat' twice in one object.",
    ),
]


@pytest.mark.parametrize(("data", "why"), DAMAGED_EPISODES)
def test_episodes_that_are_no_evaluation_of_the_panel_are_refused(
    data: bytes, why: str, tmp_path: Path
) -> None:
    with pytest.raises(EntryError) as error:
        add_entry(tmp_path, entry(), {0: SeedFiles(ledger=ledger(), episodes=data)})
    assert str(error.value).partition(" can't be used: ")[2] == (
        f"the episodes of seed 0 don't hold: {why}"
    )
    assert list((tmp_path / "entries").iterdir()) == []


def test_other_tasks_than_those_of_the_panel_are_refused(tmp_path: Path) -> None:
    files = SeedFiles(ledger=ledger(), episodes=episodes("ww.", ids="abd"))
    with pytest.raises(EntryError) as error:
        add_entry(tmp_path, entry(), {0: files})
    assert str(error.value).endswith(
        "the tasks played are not those of the panel: their hash is "
        f"{panel(ids='abd').hash}, and the panel's is {panel().hash}."
    )


DAMAGED_LEDGERS = [
    (
        ledger(close=False),
        "the ledger of seed 0 is not closed: the training did not come to its end.",
    ),
    (
        ledger(caps={"env_steps": 99}),
        "the ledger of seed 0 has the caps {'env_steps': 99}, not {'env_steps': 100}.",
    ),
    (
        ledger(evaluated=5),
        "the episodes of seed 0 have 6 steps, and its ledger was charged 5 for evaluation.",
    ),
    (
        ledger().replace(b":60", b":50"),
        "the ledger of seed 0 does not hold: line 2: the line does not match its own hash.",
    ),
]


@pytest.mark.parametrize(("data", "why"), DAMAGED_LEDGERS)
def test_a_ledger_that_does_not_hold_or_says_something_else_is_refused(
    data: bytes, why: str, tmp_path: Path
) -> None:
    with pytest.raises(EntryError) as error:
        add_entry(tmp_path, entry(), {0: SeedFiles(ledger=data, episodes=episodes("ww."))})
    assert str(error.value).partition(" can't be used: ")[2] == why


def test_one_training_under_two_seeds_is_refused(tmp_path: Path) -> None:
    twice = {0: seed_files("ww."), 1: seed_files("ww.")}
    with pytest.raises(EntryError, match=r"seeds 0 and 1 are one training, copied\.$"):
        add_entry(tmp_path, entry(seeds=(0, 1)), twice)


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (lambda record: record.update(score=1.0), "entry: unknown field 'score'."),
        (lambda record: record.pop("caps"), "entry has no field 'caps', and needs it."),
        (
            lambda record: record.update(format=3, judge="somebody"),
            "the format is 3; this version of hgpo-bench knows 1 and 2. A later one wrote it: "
            "upgrade.",
        ),
        (
            lambda record: record.update(seeds=[0, 0]),
            "the seeds are [0, 0]; expected at least one, each once, ascending, from 0 and below "
            "2^63.",
        ),
        (lambda record: record.update(repeats=0), "repeats is 0; expected at least 1."),
        (
            lambda record: record.update(caps={}),
            "the caps are {}; expected at least one, none below 0, and the tasks trained on.",
        ),
    ],
)
def test_a_record_that_is_none_is_refused(
    edit: Callable[[dict[str, object]], object], why: str, tmp_path: Path
) -> None:
    folder = add_entry(tmp_path, entry(), {0: seed_files("ww.")}).folder
    rewrite(folder / "entry.json", edit)
    with pytest.raises(EntryError) as error:
        read_entry(folder)
    assert str(error.value).startswith(f"the entry {folder.name!r} can't be used: {why}")


def test_a_changed_entry_no_longer_has_its_name(tmp_path: Path) -> None:
    folder = add_entry(tmp_path, entry(), {0: seed_files("ww.")}).folder
    (folder / "seeds" / "0" / "episodes.jsonl").write_bytes(episodes("www"))
    with pytest.raises(EntryError) as error:
        read_board(tmp_path)
    would_be = read_entry(folder).name
    assert str(error.value) == (
        f"the entry {folder.name!r} was changed after it was added: by its files its name would "
        f"be {would_be!r}. Restore it, or remove it and add the run again."
    )


def test_files_that_are_missing_or_too_many_are_named(tmp_path: Path) -> None:
    folder = add_entry(tmp_path, entry(), {0: seed_files("ww.")}).folder
    (folder / "seeds" / "0" / "notes.txt").write_text("x")
    with pytest.raises(EntryError, match=r"its file seeds/0/notes\.txt is too many\.$"):
        read_entry(folder)
    (folder / "seeds" / "0" / "notes.txt").unlink()
    (folder / "seeds" / "0" / "ledger.jsonl").unlink()
    with pytest.raises(EntryError, match=r"its file seeds/0/ledger\.jsonl is missing\.$"):
        read_entry(folder)
    (folder / "seeds" / "0" / "ledger.jsonl").symlink_to("/etc/hostname")
    with pytest.raises(EntryError, match=r"its file seeds/0/ledger\.jsonl is missing, or no plain"):
        read_entry(folder)


def test_a_folder_that_is_no_board_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("x")
    with pytest.raises(BoardError) as error:
        add_entry(tmp_path, entry(), {0: seed_files("ww.")})
    assert str(error.value) == (
        f"{str(tmp_path)!r} is no leaderboard: it has no folder entries, and is not empty. Name "
        "another folder."
    )
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    with pytest.raises(BoardError, match=r"^there is no leaderboard '.*none'\. "):
        read_board(tmp_path / "none")


def test_a_board_without_entries_says_how_to_add_one(tmp_path: Path) -> None:
    (tmp_path / "entries").mkdir()
    with pytest.raises(BoardError, match=r"has no entry yet\. Add one with `hgpo leaderboard add"):
        build_board(tmp_path)


def test_equal_boards_give_equal_bytes_in_whatever_order_they_grew(tmp_path: Path) -> None:
    other = replace(entry(), algorithm="grpo")
    for name, order in (("one", (entry(), other)), ("two", (other, entry()))):
        for each in order:
            add_entry(tmp_path / name, each, {0: seed_files("ww.")})
        build_board(tmp_path / name)
    for file in ("board.json", "index.html"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


def test_no_text_of_an_entry_is_markup_on_the_page(tmp_path: Path) -> None:
    hostile = '<script>alert("x")</script>\'&'
    told = replace(
        entry(),
        algorithm=hostile,
        env_options={hostile: hostile},
        memory=hostile,
        template=hostile,
        settings={hostile: hostile},
        versions={hostile: hostile},
    )
    add_entry(tmp_path, told, {0: seed_files("ww.")})
    build_board(tmp_path)
    page = (tmp_path / "index.html").read_text()
    assert "<script" not in page
    assert page.count("&lt;script&gt;alert(&#34;x&#34;)&lt;/script&gt;&#39;&amp;") == 6


def test_the_page_asks_nothing_of_anybody(tmp_path: Path) -> None:
    add_entry(tmp_path, entry(), {0: seed_files("ww.")})
    build_board(tmp_path)
    page = (tmp_path / "index.html").read_text()
    assert "default-src 'none'" in page
    assert "http:" not in page
    assert "https:" not in page
    assert 'src="' not in page


def test_an_entry_is_read_back_as_it_was_written() -> None:
    told = entry(caps={**CAPS, "flops": 5e11}, versions={"python": "3.11"})
    assert Entry.from_json(told.to_json()) == told
