"""Whatever ends an import, the data are as they were, and repeating it completes it."""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from worlds.official_files import TASK, as_folder, as_zip, data_set, files_in

from hgpo_envs.alfworld.data import staging
from hgpo_envs.alfworld.data.importing import import_games
from hgpo_envs.errors import DataError

MUG = "pick_and_place_simple-Mug-None-Desk-308/trial_T1"
OLD = data_set(MUG)
NEW = data_set(TASK) | data_set(TASK, split="train")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a data root with one game."""
    return as_folder(tmp_path / "to", OLD)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Return an archive with games for a split that is there and one that is not."""
    return as_zip(tmp_path / "x.zip", NEW)


def remains(root: Path) -> list[str]:
    return sorted(path.name for path in (root / ".hgpo").iterdir() if path.is_dir())


def killed_import(source: Path, root: Path, patch: str) -> None:
    """Import in a process that kills itself where ``patch`` says."""
    program = f"""
import os, signal, sys
from pathlib import Path
from hgpo_envs.alfworld.data.importing import import_games
def die(*args, **options): os.kill(os.getpid(), signal.SIGKILL)
{patch}
import_games([Path(sys.argv[1])], Path(sys.argv[2]))
"""
    run = subprocess.run([sys.executable, "-c", program, source, root], check=False)
    assert run.returncode == -9


DIE_AT_RENAME = """
rename, done = Path.rename, []
def counted(path, target):
    done.append(path)
    return die() if len(done) == {n} else rename(path, target)
Path.rename = counted
"""


@pytest.mark.parametrize("patch", ["Path.write_bytes = die", "os.link = die", "os.sync = die"])
def test_killed_before_the_exchange_nothing_has_changed(
    root: Path, source: Path, patch: str
) -> None:
    killed_import(source, root, patch)
    assert files_in(root) == OLD
    assert len(remains(root)) == 1
    import_games([source], root)
    assert files_in(root) == OLD | NEW
    assert remains(root) == []


@pytest.mark.parametrize(
    ("renames", "there"),
    [
        (1, OLD),  # before train, which is new, comes in
        (2, OLD | data_set(TASK, split="train")),  # before valid_seen is put aside
        (3, data_set(TASK, split="train")),  # between the two renamings of valid_seen
    ],
)
def test_killed_in_the_exchange_a_split_is_there_whole_or_put_back(
    root: Path, source: Path, renames: int, there: dict[str, bytes]
) -> None:
    killed_import(source, root, DIE_AT_RENAME.format(n=renames))
    assert files_in(root) == there
    import_games([source], root)
    assert files_in(root) == OLD | NEW
    assert remains(root) == []


def test_a_split_that_was_put_aside_comes_back_with_an_import_of_other_games(
    root: Path, source: Path, tmp_path: Path
) -> None:
    killed_import(source, root, DIE_AT_RENAME.format(n=3))
    other = as_folder(tmp_path / "other", data_set(MUG, split="valid_train"))
    import_games([other], root)
    assert files_in(root) == (
        OLD | data_set(TASK, split="train") | data_set(MUG, split="valid_train")
    )


def test_a_split_that_was_put_aside_is_compared_with_what_comes(
    root: Path, source: Path, tmp_path: Path
) -> None:
    killed_import(source, root, DIE_AT_RENAME.format(n=3))
    other = as_folder(tmp_path / "other", data_set(MUG, walkthrough=[]))
    with pytest.raises(DataError, match=r"^1 files are in .* with another content"):
        import_games([other], root)
    assert files_in(root) == OLD | data_set(TASK, split="train")


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT])
@pytest.mark.parametrize("at", ["write_bytes", "mkdir"])
def test_a_full_disk_leaves_the_data_as_they_were(
    root: Path, source: Path, monkeypatch: pytest.MonkeyPatch, at: str, code: int
) -> None:
    real, calls = getattr(Path, at), []

    def full(path: Path, *args: object, **options: object) -> object:
        calls.append(path)
        if len(calls) > 3:
            raise OSError(code, os.strerror(code), str(path))
        return real(path, *args, **options)

    monkeypatch.setattr(Path, at, full)
    with pytest.raises(DataError) as error:
        import_games([source], root)
    assert str(error.value) == (
        f"can't import into {str(root)!r}: {os.strerror(code)}. The data there are as they were. "
        "Make room, or name another disk's folder with --to."
    )
    monkeypatch.undo()
    assert files_in(root) == OLD
    assert remains(root) == []


def test_a_folder_that_can_not_be_written_is_named(source: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    root = tmp_path / "file" / "to"
    with pytest.raises(DataError) as error:
        import_games([source], root)
    assert str(error.value) == (
        f"can't import into {str(root)!r}: Not a directory. The data there are as they were. "
        "Name a folder that you may write to with --to."
    )


def test_ctrl_c_leaves_the_data_as_they_were(
    root: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "sync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        import_games([source], root)
    assert files_in(root) == OLD
    assert remains(root) == []


def test_two_imports_into_one_root_do_not_meet(root: Path, source: Path) -> None:
    with staging.staging(root) as other:
        other.write("train/a/b/game.tw-pddl", b"x")
        with pytest.raises(DataError) as error:
            import_games([source], root)
        assert str(error.value) == (
            f"another import into {str(root)!r} is at work. Wait for it, and repeat."
        )
    import_games([source], root)
    assert files_in(root) == OLD | NEW


def test_where_files_can_not_be_linked_they_are_copied(
    root: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    import_games([source], root)
    assert files_in(root) == OLD | NEW


def test_a_failing_copy_changes_nothing(
    root: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **options: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "link", refuse)
    monkeypatch.setattr(shutil, "copy2", refuse)
    with pytest.raises(DataError, match=r"No space left on device\. The data there are as they"):
        import_games([source], root)
    assert files_in(root) == OLD
