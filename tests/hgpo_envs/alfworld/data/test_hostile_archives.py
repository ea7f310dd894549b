import gzip
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from worlds.official_files import TASK, as_tar, as_zip, data_set, files_in, game_text

from hgpo_envs.alfworld.data import archives, sources
from hgpo_envs.alfworld.data.importing import import_games
from hgpo_envs.errors import DataError

FOLDER = f"json_2.1.1/valid_seen/{TASK}"
GAME = f"{FOLDER}/game.tw-pddl"
FILES = data_set(TASK)


def refusal(source: Path, root: Path) -> str:
    with pytest.raises(DataError) as error:
        import_games([source], root)
    assert not (root / "json_2.1.1").exists()
    assert list((root / ".hgpo").glob("import-*")) == []
    return str(error.value)


@pytest.mark.parametrize("pack", [as_zip, as_tar])
@pytest.mark.parametrize(
    "name",
    [
        "/json_2.1.1/train/a/b/game.tw-pddl",
        "../json_2.1.1/train/a/b/game.tw-pddl",
        "json_2.1.1/train/../../game.tw-pddl",
        "json_2.1.1/train/a/../game.tw-pddl",
        "../../etc/passwd",
    ],
)
def test_a_path_that_leads_out_condemns_the_archive(
    tmp_path: Path, pack: Callable[[Path, dict[str, bytes]], Path], name: str
) -> None:
    source = pack(tmp_path / "x", {**FILES, name: game_text()})
    assert refusal(source, tmp_path / "to") == (
        f"the archive {str(source)!r} holds {name!r}, a path that leads out of it. "
        "Such an archive is not to be trusted; nothing of it was taken."
    )
    assert {path.name for path in tmp_path.iterdir()} <= {"x", "to"}


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE]
)
def test_links_and_devices_in_a_tar_are_passed_over(tmp_path: Path, kind: bytes) -> None:
    source = as_tar(tmp_path / "x.tar", FILES)
    with tarfile.open(source, "a") as bundle:
        entry = tarfile.TarInfo("json_2.1.1/train/a/b/game.tw-pddl")
        entry.type, entry.linkname = kind, "../../../../secret"
        bundle.addfile(entry)
    (tmp_path / "secret").write_bytes(game_text())
    import_games([source], tmp_path / "to")
    assert files_in(tmp_path / "to") == FILES


def test_links_in_a_zip_are_passed_over(tmp_path: Path) -> None:
    source = as_zip(tmp_path / "x.zip", FILES)
    with zipfile.ZipFile(source, "a") as bundle:
        entry = zipfile.ZipInfo("json_2.1.1/train/a/b/game.tw-pddl")
        entry.external_attr = 0o120777 << 16
        bundle.writestr(entry, "/etc/passwd")
    found = import_games([source], tmp_path / "to")
    assert list(found.splits) == ["valid_seen"]
    assert files_in(tmp_path / "to") == FILES


def test_files_that_are_none_of_the_data_set_are_passed_over(tmp_path: Path) -> None:
    more = {
        f"{FOLDER}/run.sh": b"rm -rf /",
        "json_2.1.1/tests_seen/a/b/game.tw-pddl": b"x",
        "json_2.1.1/train/a\\b/c/game.tw-pddl": b"x",
    }
    import_games([as_zip(tmp_path / "x.zip", FILES | more)], tmp_path / "to")
    assert files_in(tmp_path / "to") == FILES


@pytest.mark.parametrize("pack", [as_zip, lambda path, files: as_tar(path, files, "w:gz")])
def test_a_file_that_is_too_large_is_not_unpacked(
    tmp_path: Path,
    pack: Callable[[Path, dict[str, bytes]], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sources.LARGEST, "game.tw-pddl", 1 << 20)
    source = pack(tmp_path / "x", {GAME: bytes(3 << 20)})
    assert source.stat().st_size < 10_000
    assert refusal(source, tmp_path / "to") == (
        f"{source}:{GAME} has more than 1 MiB, which no file of the data set has. "
        "Remove it, or get the data again."
    )


@pytest.mark.parametrize("pack", [as_zip, lambda path, files: as_tar(path, files, "w:xz")])
@pytest.mark.parametrize(("limit", "value"), [("MOST_BYTES", 1 << 20), ("MOST_MEMBERS", 2)])
def test_an_archive_that_unpacks_to_too_much_is_refused(
    tmp_path: Path,
    pack: Callable[[Path, dict[str, bytes]], Path],
    monkeypatch: pytest.MonkeyPatch,
    limit: str,
    value: int,
) -> None:
    monkeypatch.setattr(archives, limit, value)
    source = pack(tmp_path / "x", {**FILES, "images.bin": bytes(2 << 20)})
    said = refusal(source, tmp_path / "to")
    assert said.startswith(f"the archive {str(source)!r} unpacks to more than ")
    assert said.endswith("which the data set never has. Name the right one.")


def test_a_zip_that_lies_about_a_size_is_refused(tmp_path: Path) -> None:
    source = as_zip(tmp_path / "x.zip", {GAME: b" " * 5000})
    content = source.read_bytes()
    # the uncompressed size, 5,000, stands in the local header and in the central directory
    lied = content.replace((5000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    assert lied != content
    source.write_bytes(lied)
    assert refusal(source, tmp_path / "to").startswith(f"the archive {str(source)!r} is damaged: ")


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_a_tar_that_was_cut_is_refused_and_nothing_of_it_is_taken(
    tmp_path: Path, mode: str
) -> None:
    tasks = [f"pick_and_place_simple-Mug-None-Desk-{n}/trial_T{n}" for n in range(200)]
    source = as_tar(tmp_path / "x.tar", data_set(*tasks), mode)
    content = source.read_bytes()
    source.write_bytes(content[: len(content) // 2])
    assert refusal(source, tmp_path / "to").startswith(f"the archive {str(source)!r} is damaged: ")


@pytest.mark.parametrize("change", ["flipped", "no end"])
def test_a_tar_with_a_damaged_header_is_not_taken_for_a_shorter_one(
    tmp_path: Path, change: str
) -> None:
    source = as_tar(tmp_path / "x.tar", FILES)
    content = bytearray(source.read_bytes())
    header = content.rindex(b"json_2.1.1/")  # of the last file
    content[header + 100] ^= 1
    source.write_bytes(content if change == "flipped" else content[:header])
    said = refusal(source, tmp_path / "to")
    assert said.startswith(f"the archive {str(source)!r} is damaged: ")
    assert said.endswith(f", {header:,} bytes into the tar. Get it again; nothing of it was taken.")


def test_a_compressed_file_that_is_no_tar_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.gz").write_bytes(gzip.compress(game_text()))
    assert refusal(tmp_path / "x.gz", tmp_path / "to") == (
        f"the archive {str(tmp_path / 'x.gz')!r} is damaged: no tar is in it, or it was cut at its "
        "beginning. Get it again; nothing of it was taken."
    )


def test_a_zip_whose_content_was_changed_is_refused(tmp_path: Path) -> None:
    source = as_zip(tmp_path / "x.zip", {GAME: game_text()})
    content = bytearray(source.read_bytes())
    content[120] ^= 0xFF
    source.write_bytes(content)
    assert refusal(source, tmp_path / "to").startswith(f"the archive {str(source)!r} is damaged: ")


def test_an_encrypted_zip_is_refused(tmp_path: Path) -> None:
    source = as_zip(tmp_path / "x.zip", {GAME: game_text()})
    content = bytearray(source.read_bytes())
    for mark in (b"PK\x03\x04", b"PK\x01\x02"):
        flags = content.index(mark) + (6 if mark == b"PK\x03\x04" else 8)
        content[flags] |= 1
    source.write_bytes(content)
    assert refusal(source, tmp_path / "to").startswith(
        f"the archive {str(source)!r} can't be read: "
    )


def test_a_damaged_zstandard_stream_is_refused(tmp_path: Path) -> None:
    from zstandard import compress

    source = tmp_path / "x.tar.zst"
    content = bytearray(compress(as_tar(source, FILES).read_bytes()))
    content[len(content) // 2] ^= 0xFF
    source.write_bytes(content[:-20])
    assert refusal(source, tmp_path / "to").startswith(f"the archive {str(source)!r} is damaged: ")
