"""Compact games on disk: found again, never trusted, and no harm where they can't be written."""

import json
import multiprocessing
import random
from hashlib import sha256

import pytest
from small_games import LOOK, fine, small_file

from hgpo_envs.alfworld.engine import cache, load_game, loading, read_game
from hgpo_envs.alfworld.engine.codec import read_dialect, write_dialect, write_game
from hgpo_envs.alfworld.engine.codec import read_game as read_compact
from hgpo_envs.alfworld.engine.compact import compact
from hgpo_envs.errors import GameFileError


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Return the cache, in a folder of the test's own."""
    monkeypatch.setenv("HGPO_GAME_CACHE", str(tmp_path / "cache"))
    cache._dialect.cache_clear()
    yield cache.game_cache()
    cache._dialect.cache_clear()


@pytest.fixture
def game_file(tmp_path):
    path = tmp_path / "game.tw-pddl"
    path.write_text(json.dumps(fine()))
    return path


@pytest.fixture
def no_pddl(monkeypatch):
    """Let every attempt to read PDDL fail."""

    def fail(*texts):
        raise AssertionError("PDDL was read")

    monkeypatch.setattr(loading, "compact", fail)


def entries(kept, below="**/"):
    return sorted(kept.folder.glob(f"{below}*.json"))


def texts(data):
    return data["pddl_domain"], data["grammar"], data["pddl_problem"]


def test_a_game_that_was_loaded_once_is_read_from_the_cache(kept, game_file, request):
    assert load_game(game_file).start().text == "Hello. Your task is to: win."
    request.getfixturevalue("no_pddl")
    cache._dialect.cache_clear()
    play = load_game(game_file).start()
    assert play.text == "Hello. Your task is to: win."
    assert play.command("look") == "You see hall 1."
    assert kept.size() == (1, sum(path.stat().st_size for path in entries(kept)))


def test_a_cached_game_plays_as_the_game_itself(varied, tmp_path, kept):
    for number, (file, _) in enumerate(varied):
        path = tmp_path / f"{number}.tw-pddl"
        path.write_text(json.dumps(file))
        load_game(path)
        cached, fresh = load_game(path).start(), read_game(file, name="fresh").start()
        assert (cached.text, cached.facts()) == (fresh.text, fresh.facts())
        draws = random.Random(number)
        for _ in range(25):
            command = draws.choice(fresh.admissible)
            assert cached.command(command) == fresh.command(command)
            assert (cached.admissible, cached.won) == (fresh.admissible, fresh.won)
        assert cached.facts() == fresh.facts()


def test_the_compact_form_says_everything(varied):
    for file, _ in varied:
        game = compact(*texts(file))
        dialect = read_dialect(json.loads(json.dumps(write_dialect(game.dialect))))
        again = read_compact(json.loads(json.dumps(write_game(game))), dialect)
        assert dialect.grammar == game.dialect.grammar
        assert dialect.domain.actions == game.dialect.domain.actions
        assert dialect.domain.parents == game.dialect.domain.parents
        assert dialect.domain.fluents == game.dialect.domain.fluents
        for part in ("task", "ids", "types", "names", "facts", "goal"):
            assert getattr(again, part) == getattr(game, part)


@pytest.mark.parametrize("damage", ["cut", "flipped", "emptied", "other", "folder"])
@pytest.mark.parametrize("below", ["dialects/", ""])
def test_a_damaged_entry_is_compiled_again_and_mended(kept, game_file, below, damage):
    load_game(game_file)
    (entry,) = entries(kept, below)
    sound = entry.read_bytes()
    cache._dialect.cache_clear()
    if damage == "folder":
        entry.unlink()
        entry.mkdir()
    else:
        wrong = {
            "cut": sound[: len(sound) // 2],
            "flipped": sound[:-5] + bytes([sound[-5] ^ 1]) + sound[-4:],
            "emptied": b"",
            "other": sha256(b"[]").hexdigest().encode() + b"\n[]",
        }
        entry.write_bytes(wrong[damage])
    assert load_game(game_file).start().text == "Hello. Your task is to: win."
    if damage != "folder":
        assert entry.read_bytes() == sound


def test_another_content_is_another_game(kept, game_file):
    load_game(game_file)
    game_file.write_text(json.dumps(small_file(LOOK, objects="den_bar_1 - room",
                                               init="(at den_bar_1)")))  # fmt: skip
    assert load_game(game_file).start().command("look") == "You see den 1."
    assert kept.size()[0] == 2
    # both games have the same domain and grammar, which are kept once
    assert len(entries(kept, "dialects/")) == 1


def test_where_no_entry_can_be_written_the_game_is_played_all_the_same(kept, game_file):
    kept.folder.parent.write_text("a file where the folder should be")
    assert load_game(game_file).start().text == "Hello. Your task is to: win."
    assert load_game(game_file).start().text == "Hello. Your task is to: win."


def test_the_cache_can_be_switched_off(tmp_path, monkeypatch, game_file):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    monkeypatch.setenv("HGPO_GAME_CACHE", "off")
    load_game(game_file)
    assert cache.game_cache() is None
    assert not (tmp_path / "caches").exists()
    monkeypatch.delenv("HGPO_GAME_CACHE")
    load_game(game_file)
    assert (tmp_path / "caches" / "hgpo-bench" / "alfworld-games").is_dir()


def test_a_game_that_cannot_be_played_is_not_kept(kept, game_file):
    data = fine()
    data["pddl_problem"] = data["pddl_problem"].replace("(at hall_bar_1)", "(at nowhere)")
    game_file.write_text(json.dumps(data))
    for _ in range(2):
        with pytest.raises(GameFileError, match="names nowhere, which is not among the :objects"):
            load_game(game_file)
    assert entries(kept) == []


def _load_all(folder):
    return [load_game(path).start().text for path in sorted(folder.glob("*.tw-pddl"))]


def test_processes_may_write_the_same_entries_at_once(kept, tmp_path):
    for number in range(30):
        data = small_file(LOOK, objects=f"hall{number}_bar_1 - room",
                          init=f"(at hall{number}_bar_1)")  # fmt: skip
        (tmp_path / f"{number:02}.tw-pddl").write_text(json.dumps(data))
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        answers = pool.map(_load_all, [tmp_path] * 3, chunksize=1)
    assert answers == [["Hello. Your task is to: win."] * 30] * 3
    assert kept.size()[0] == 30
    assert list(kept.folder.glob("**/*.tmp")) == []
    for path in entries(kept):
        cache._read(path)  # checks the checksum


def test_a_change_of_the_compact_form_is_a_change_of_its_version():
    game = compact(*texts(fine()))
    form = cache._spell([write_dialect(game.dialect), write_game(game)])
    # where this fails, what is on users' disks is of another form: raise COMPACT_VERSION
    assert (cache.COMPACT_VERSION, sha256(form).hexdigest()[:16]) == ("2", "f043dfe4954e36e4")
