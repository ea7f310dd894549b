import errno
import subprocess
import sys
from pathlib import Path

import pytest

from hgpo_envs.errors import DataError
from hgpo_envs.webshop.staging import locked, staged


def make(target: Path, text: str) -> None:
    with locked(target, wait=False), staged(target) as folder:
        (folder / "file").write_text(text)


def fail(target: Path, error: BaseException) -> None:
    with locked(target, wait=False), staged(target) as folder:
        (folder / "file").write_text("half")
        raise error


def others(target: Path) -> list[str]:
    return sorted(path.name for path in target.parent.iterdir() if not path.name.endswith(".lock"))


def test_a_folder_appears_whole_and_is_replaced_whole(tmp_path: Path) -> None:
    target = tmp_path / "a" / "shop.store"
    make(target, "one")
    make(target, "two")
    assert (target / "file").read_text() == "two"
    assert others(target) == ["shop.store"]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ValueError("x")])
def test_what_is_interrupted_leaves_what_was_there(tmp_path: Path, error: BaseException) -> None:
    target = tmp_path / "shop.store"
    make(target, "one")
    with pytest.raises(type(error)):
        fail(target, error)
    assert (target / "file").read_text() == "one"
    assert others(target) == ["shop.store"]


def test_a_full_disk_is_told_and_leaves_nothing_half(tmp_path: Path) -> None:
    target = tmp_path / "shop.store"
    with pytest.raises(DataError) as caught:
        fail(target, OSError(errno.ENOSPC, "No space left on device"))
    assert str(caught.value) == (
        f"can't write '{target}': No space left on device. What was there is as it was. "
        "Make room, or name another folder with --to."
    )
    assert others(target) == []


def test_a_folder_that_can_not_be_written_to_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DataError, match=r"can't write '.*/file/shop\.store': .* Name another fold"):
        make(tmp_path / "file" / "shop.store", "one")


def test_what_a_killed_maker_left_is_cleared_away(tmp_path: Path) -> None:
    target = tmp_path / "shop.store"
    killed = (
        "import os, sys; from pathlib import Path\n"
        "from hgpo_envs.webshop.staging import locked, staged\n"
        "target = Path(sys.argv[1])\n"
        "with locked(target, wait=False), staged(target) as folder:\n"
        "    (folder / 'file').write_text('half'); os._exit(9)\n"
    )
    assert subprocess.run([sys.executable, "-c", killed, str(target)], check=False).returncode == 9
    assert len(others(target)) == 1
    make(target, "one")
    assert others(target) == ["shop.store"]


def test_an_exchange_that_was_cut_short_is_undone(tmp_path: Path) -> None:
    target = tmp_path / "shop.store"
    make(target, "one")
    target.rename(tmp_path / ".shop.store.new-before")
    with locked(target, wait=False):
        assert (target / "file").read_text() == "one"


def test_only_one_makes_a_folder_at_a_time(tmp_path: Path) -> None:
    target = tmp_path / "shop.store"
    with locked(target, wait=False), pytest.raises(DataError) as caught:
        make(target, "two")
    assert str(caught.value) == (
        f"'{target}' is being written by another process. Wait for it, and repeat."
    )
