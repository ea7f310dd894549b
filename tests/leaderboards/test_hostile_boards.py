"""What a careless or hostile user puts on a board: nothing is lost, and the error is clear."""

import json
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from small_board import entry, episodes, ledger, panel, seed_files

import leaderboards.episodes
import leaderboards.reading
from harness.cli.main import main
from leaderboards.board import SeedFiles, add_entry, build_board, read_board
from leaderboards.decode import DecodeError
from leaderboards.entry import Entry
from leaderboards.errors import BoardError, EntryError


def everything(board: Path) -> dict[str, bytes]:
    return {
        path.relative_to(board).as_posix(): path.read_bytes()
        for path in board.rglob("*")
        if path.is_file()
    }


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """Let this process write no file beyond a size, as on a full disk."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)


def test_a_full_disk_leaves_the_board_as_it_was(tmp_path: Path) -> None:
    add_entry(tmp_path, entry(), {0: seed_files("ww.")})
    build_board(tmp_path)
    before = everything(tmp_path)
    with files_of_at_most(200), pytest.raises(OSError, match="File too large"):
        add_entry(tmp_path, entry(algorithm="grpo"), {0: seed_files("www")})
    assert everything(tmp_path) == before
    assert [path.name[0] for path in (tmp_path / "entries").iterdir()] == ["m"]
    add_entry(tmp_path, entry(algorithm="grpo"), {0: seed_files("www")})
    # the new table has room (3.4 kB), and the page (3.7 kB) has none: neither is replaced
    now = everything(tmp_path)
    with files_of_at_most(3_550), pytest.raises(OSError, match="File too large"):
        build_board(tmp_path)
    assert everything(tmp_path) == now
    build_board(tmp_path)
    assert everything(tmp_path) != now


def test_a_full_disk_is_one_line_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add_entry(tmp_path, entry(), {0: seed_files("ww.")})
    with files_of_at_most(200):
        assert main(["leaderboard", "build", str(tmp_path)]) == 1
    assert capsys.readouterr().err.strip().endswith("File too large.")


def test_a_place_that_cannot_be_a_board_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("x")
    file, below = tmp_path / "file", tmp_path / "file" / "board"
    assert main(["leaderboard", "show", str(file)]) == 1
    assert capsys.readouterr().err == (
        f"hgpo: {str(file)!r} is a file, and a leaderboard is a folder. Name another.\n"
    )
    assert main(["leaderboard", "show", str(below)]) == 1
    assert capsys.readouterr().err.startswith(f"hgpo: there is no leaderboard {str(below)!r}. ")
    with pytest.raises(NotADirectoryError):
        add_entry(below, entry(), {0: seed_files("ww.")})


def test_what_could_not_be_added_leaves_no_empty_board(tmp_path: Path) -> None:
    board = tmp_path / "board"
    with files_of_at_most(200), pytest.raises(OSError, match=r"entry\.json"):
        add_entry(board, entry(), {0: seed_files("ww.")})
    with pytest.raises(EntryError, match=r"^the entry 'hgpo' can't be used: "):
        add_entry(board, entry(), {0: seed_files("ww.", "ww.")})
    assert not board.exists()


def test_a_half_written_entry_is_passed_over(tmp_path: Path) -> None:
    add_entry(tmp_path, entry(), {0: seed_files("ww.")})
    (tmp_path / "entries" / ".new-abc").mkdir()
    (tmp_path / "entries" / ".DS_Store").write_text("x")
    assert len(read_board(tmp_path)) == 1


def test_what_lies_among_the_entries_is_named(tmp_path: Path) -> None:
    folder = add_entry(tmp_path, entry(), {0: seed_files("ww.")}).folder
    (tmp_path / "entries" / "zz-notes.txt").write_text("x")
    with pytest.raises(BoardError, match=r"zz-notes\.txt' is no folder, and so no entry\. "):
        read_board(tmp_path)
    (tmp_path / "entries" / "zz-notes.txt").unlink()
    (tmp_path / "entries" / "zz-link").symlink_to(folder)
    with pytest.raises(BoardError, match=r"zz-link' is no folder, and so no entry\. "):
        read_board(tmp_path)


def test_a_training_is_on_the_board_once(tmp_path: Path) -> None:
    seeds = {0: seed_files("ww."), 1: seed_files("w..", steps=40)}
    first = add_entry(tmp_path, entry(seeds=(0, 1)), seeds).folder
    for picked, name in ((0, 0), (1, 1), (1, 7)):  # the best seed alone, and under another number
        told = entry(seeds=(name,), versions={"python": "other"})
        with pytest.raises(EntryError) as error:
            add_entry(tmp_path, told, {name: seeds[picked]})
        assert str(error.value) == (
            f"the training of hgpo with seed {name} is on the board already, in the entry "
            f"{first.name!r}, and counts once. Remove that folder first if the new entry is to "
            "stand in its place."
        )
    assert len(read_board(tmp_path)) == 1
    add_entry(tmp_path, entry(seeds=(2,)), {2: seed_files("ww.", steps=41)})
    assert len(read_board(tmp_path)) == 2


def test_two_who_add_one_entry_at_once_both_find_it_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename = Path.rename

    def late(draft: Path, place: Path) -> Path:
        monkeypatch.setattr(Path, "rename", rename)
        assert add_entry(tmp_path, entry(), {0: seed_files("ww.")}).is_new
        return rename(draft, place)

    monkeypatch.setattr(Path, "rename", late)
    assert not add_entry(tmp_path, entry(), {0: seed_files("ww.")}).is_new
    assert len(read_board(tmp_path)) == 1
    assert len(list((tmp_path / "entries").iterdir())) == 1


def test_a_later_version_s_table_is_not_replaced(tmp_path: Path) -> None:
    add_entry(tmp_path, entry(), {0: seed_files("ww.")})
    build_board(tmp_path)
    table = tmp_path / "board.json"
    table.write_text('{"format": 3, "more": []}')
    with pytest.raises(BoardError) as error:
        build_board(tmp_path)
    assert str(error.value) == (
        f"{str(table)!r} has the format 3; this version of hgpo-bench writes 2. A later one built "
        "the board: upgrade, or remove the file."
    )
    table.write_text("{damaged")
    build_board(tmp_path)
    assert json.loads(table.read_text())["format"] == 2


def test_an_entry_of_the_first_format_is_read() -> None:
    told = json.loads(entry().to_json())
    for name in ("kind", "memory", "sources", "template"):
        del told[name]
    old = Entry.from_json(json.dumps({**told, "format": 1}))
    assert (old.kind, old.memory, old.template) == ("trained", "", "")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"caps": {"env_steps": 10**400}}, "entry.caps.env_steps must be a finite number; it is 1"),
        ({"seeds": [-1]}, "the seeds are [-1]; expected at least one, each once, ascending, from "),
        ({"seeds": [1 << 63]}, "the seeds are [9223372036854775808]; expected at least one"),
        ({"algorithm": "\ud800"}, "entry.algorithm holds half of a surrogate pair, which is no "),
        ({"settings": {"\ud800": 1}}, "a name in entry.settings holds half of a surrogate pair"),
        ({"settings": {"a": "\ud800"}}, "entry.settings.a holds half of a surrogate pair"),
        ({"kind": "winner"}, "unknown kind of entry 'winner'. "),
        ({"kind": "baseline"}, "the kind is 'baseline'; expected no caps, no training tasks and"),
        ({"train": None}, "the caps are {'env_steps': 100}; expected at least one, none below 0"),
        ({"eval": None}, "entry.eval must be an object; it is None."),
    ],
)
def test_records_that_no_run_gives_are_refused(change: dict[str, object], why: str) -> None:
    told = {**json.loads(entry().to_json()), **change}
    with pytest.raises(DecodeError) as error:
        Entry.from_json(json.dumps(told))
    assert str(error.value).startswith(why)


def test_deep_json_is_refused(tmp_path: Path) -> None:
    folder = add_entry(tmp_path, entry(), {0: seed_files("ww.")}).folder
    (folder / "entry.json").write_text("[" * 200_000)
    with pytest.raises(EntryError, match=r"entry\.json is nested too deeply\.$"):
        read_board(tmp_path)


def test_files_beyond_any_entry_s_size_are_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = add_entry(tmp_path, entry(), {0: seed_files("ww.")}).folder
    text = (folder / "entry.json").read_text()
    (folder / "entry.json").write_text(text + " " * (1 << 20))
    with pytest.raises(EntryError, match=r"entry\.json has more than 1,048,576 bytes, the most"):
        read_board(tmp_path)
    (folder / "entry.json").write_text(text)
    monkeypatch.setattr(leaderboards.reading, "MAX_FILE_BYTES", 300)
    with pytest.raises(EntryError, match=r"episodes\.jsonl has more than 300 bytes, the most"):
        read_board(tmp_path)


def test_returns_that_overflow_are_refused(tmp_path: Path) -> None:
    data = episodes("ww.").replace(b"1.0", b"1e308")
    with pytest.raises(EntryError, match=r"line 1 has the return 1e\+308; none is beyond 1e\+12"):
        add_entry(tmp_path, entry(), {0: SeedFiles(ledger=ledger(), episodes=data)})
    data = episodes("ww.").replace(b"1.0", b"1e999")
    with pytest.raises(EntryError, match=r"line 1\.return_ must be a finite number; it is inf\.$"):
        add_entry(tmp_path, entry(), {0: SeedFiles(ledger=ledger(), episodes=data)})


def test_no_text_of_an_entry_is_obeyed_by_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = replace(entry(), algorithm="hgpo\x1b]0;x\x07\u202e", env_options={"a": "\x1b[2J"})
    add_entry(tmp_path, told, {0: seed_files("ww.")})
    assert main(["leaderboard", "show", str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert not {"\x1b", "\x07", "\u202e"} & set(shown)
    assert "\\x1b[2J" in shown


def test_episodes_that_would_fill_the_memory_are_refused_at_their_first_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = replace(entry(), eval=replace(panel(), n=2_000_000))
    data = SeedFiles(ledger=ledger(), episodes=b"\n" * 2_000_000)
    with pytest.raises(EntryError, match=r"line 1 is not JSON: "):
        add_entry(tmp_path, empty, {0: data})
    monkeypatch.setattr(leaderboards.episodes, "MAX_LINE_BYTES", 100)
    with pytest.raises(EntryError, match=r"don't hold: line 1 has more than 100 bytes\.$"):
        add_entry(tmp_path, entry(), {0: seed_files("ww.")})
