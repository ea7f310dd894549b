import json
import multiprocessing
import os
from pathlib import Path
from time import perf_counter

import pytest
from worlds.official_files import as_folder, data_set, game_text

from hgpo_envs.alfworld.data import index
from hgpo_envs.alfworld.data.index import list_split

ONE, TWO = "pick_and_place_simple-Mug-None-Desk-308/trial_T1", "a/trial_T2"


@pytest.fixture(autouse=True)
def settled_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Trust files however young they are; keep caches in the test's folder."""
    monkeypatch.setattr(index, "SETTLED_NS", -(10**18))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def split(tmp_path: Path) -> Path:
    """Return a split of two games, one of which can be solved, with an index."""
    as_folder(tmp_path, data_set(ONE) | data_set(TWO, solvable=False))
    folder = tmp_path / "json_2.1.1" / "valid_seen"
    assert list_split(folder).read == 2
    return folder


def listed(split: Path) -> tuple[dict[str, bool], int]:
    listing = list_split(split)
    return {game.task: game.solvable for game in listing.games}, listing.read


def test_a_second_listing_opens_no_game(split: Path) -> None:
    assert listed(split) == ({TWO: False, ONE: True}, 0)
    assert list_split(split).index == split.parents[1] / ".hgpo" / "valid_seen.json"


def test_a_changed_game_is_noticed(split: Path) -> None:
    (split / TWO / "game.tw-pddl").write_bytes(game_text())
    assert listed(split) == ({TWO: True, ONE: True}, 1)
    assert listed(split) == ({TWO: True, ONE: True}, 0)


def test_a_change_that_keeps_size_and_time_of_writing_is_noticed(split: Path) -> None:
    path = split / TWO / "game.tw-pddl"
    before = path.stat()
    content = path.read_bytes().replace(b'"solvable": false', b'"solvable": true ')
    path.write_bytes(content)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = path.stat()
    assert (after.st_size, after.st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    assert listed(split) == ({TWO: True, ONE: True}, 1)


def test_added_and_removed_games_are_noticed(split: Path) -> None:
    as_folder(split.parents[1], data_set("a/trial_T3"))
    (split / TWO / "game.tw-pddl").unlink()
    assert listed(split) == ({"a/trial_T3": True, ONE: True}, 1)
    assert listed(split) == ({"a/trial_T3": True, ONE: True}, 0)


def test_a_game_replaced_by_renaming_is_noticed(split: Path) -> None:
    (split / "new").write_bytes(game_text())
    (split / "new").replace(split / TWO / "game.tw-pddl")
    assert listed(split) == ({TWO: True, ONE: True}, 1)


def test_a_young_file_is_read_again(split: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "SETTLED_NS", 10**12)
    as_folder(split.parents[1], data_set("b/trial_T1"))
    assert listed(split)[1] == 1
    assert listed(split)[1] == 1


@pytest.mark.parametrize("damage", ["cut", "changed", "empty", "binary", "foreign", "folder"])
def test_a_damaged_index_is_rebuilt(split: Path, damage: str) -> None:
    place = split.parents[1] / ".hgpo" / "valid_seen.json"
    whole = place.read_bytes()
    body = json.dumps({ONE: [1, 2, 3, False]}).encode()
    damaged = {
        "cut": whole[:-9],
        "changed": whole.replace(b"true", b"false"),
        "empty": b"",
        "binary": bytes(range(256)),
        "foreign": body,
        "folder": b"",
    }
    place.write_bytes(damaged[damage])
    if damage == "folder":
        place.unlink()
        place.mkdir()
    assert listed(split) == ({TWO: False, ONE: True}, 2)
    if damage != "folder":
        assert place.read_bytes() == whole
    assert listed(split) == ({TWO: False, ONE: True}, 0)


def test_the_index_of_a_root_that_can_not_be_written_is_kept_in_the_cache(
    tmp_path: Path,
) -> None:
    as_folder(tmp_path, data_set(ONE))
    (tmp_path / ".hgpo").write_text("in the way")
    folder = tmp_path / "json_2.1.1" / "valid_seen"
    listing = list_split(folder)
    assert listing.index is not None
    assert listing.index.parent == tmp_path / "cache" / "hgpo-bench" / "alfworld-index"
    assert list_split(folder).read == 0


def test_without_any_place_for_an_index_games_are_listed_all_the_same(tmp_path: Path) -> None:
    as_folder(tmp_path, data_set(ONE))
    for name in (".hgpo", "cache"):
        (tmp_path / name).write_text("in the way")
    folder = tmp_path / "json_2.1.1" / "valid_seen"
    assert list_split(folder).index is None
    assert listed(folder) == ({ONE: True}, 1)


def test_a_damaged_game_is_listed_with_its_problem_and_never_kept(split: Path) -> None:
    path = split / TWO / "game.tw-pddl"
    path.write_text("{")
    for _ in range(2):
        listing = list_split(split)
        assert listing.read == 1
        assert listing.games[0].problem.startswith(f"{str(path)!r} is no readable game file: ")


def test_a_folder_that_is_no_game_is_passed_over(split: Path) -> None:
    (split / "README").write_text("text")
    (split / "a" / "README").write_text("text")
    (split / "a" / "trial_T9").mkdir()
    assert listed(split) == ({TWO: False, ONE: True}, 0)


def test_writers_at_the_same_time_leave_a_whole_index(split: Path) -> None:
    place = split.parents[1] / ".hgpo" / "valid_seen.json"
    whole = place.read_bytes()
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        found = pool.map(_list_without_index, [split] * 60, chunksize=1)
    assert found == [((TWO, False), (ONE, True))] * 60
    assert place.read_bytes() in {whole, b""}
    list_split(split)
    assert place.read_bytes() == whole
    assert [path.name for path in place.parent.iterdir()] == ["valid_seen.json"]


def _list_without_index(split: Path) -> tuple[tuple[str, bool], ...]:
    index.SETTLED_NS = -(10**18)
    (split.parents[1] / ".hgpo" / "valid_seen.json").write_bytes(b"")
    return tuple((game.task, game.solvable) for game in list_split(split).games)


@pytest.mark.slow
@pytest.mark.official
def test_all_official_games_are_listed_in_half_a_second(official_games: Path) -> None:
    splits = [official_games / "json_2.1.1" / name for name in ("train", "valid_seen")]
    for split in splits:
        list_split(split)
    took = []
    for _ in range(3):
        start = perf_counter()
        read = [list_split(split).read for split in splits]
        took.append(perf_counter() - start)
    # 4,652 + 187 folders; about 0.05 s on a quiet core
    assert read == [0, 0]
    assert min(took) < 0.5
