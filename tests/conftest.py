"""Fixtures that every floor's tests share: the real data beside the checkout."""

import fcntl
import signal
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from own_registry import own_registries
from worlds.corner_shop import CORNER_SHOP
from worlds.number_guess import NUMBER_GUESS

import hgpo_envs

SHARED = Path(__file__).resolve().parents[2] / "shared"

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell has what it starts in the background ignore Ctrl-C, and children inherit that: the
    # commands that tests interrupt would go on for ever.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def own_user_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the user's own data and caches out of the tests, and the tests' out of the user's."""
    with pytest.MonkeyPatch.context() as patch:
        for variable in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
            patch.setenv(variable, str(tmp_path_factory.mktemp(variable.lower())))
        yield


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Return the folder of real data; where ``shared`` is there without it, fail."""
    if not SHARED.exists():
        pytest.skip(f"there is no folder {SHARED}; tests on real data need it")
    data = SHARED / "data"
    if not data.is_dir():
        pytest.fail(f"{SHARED} is there, but its folder data is missing. Put the data back.")
    return data


@pytest.fixture(scope="session")
def official_games(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an ALFWORLD_DATA root with the whole ``train`` and ``valid_seen`` splits.

    The archives are unpacked once a test run, under a lock that the workers of xdist share.
    """
    archives = [shared_data / "alfworld" / f"{split}.tar.xz" for split in ("valid_seen", "train")]
    for archive in archives:
        if not archive.is_file():
            pytest.fail(f"{archive} is missing. Put the data back.")
    home = tmp_path_factory.getbasetemp()
    if home.name.startswith("popen-"):  # a worker's own folder, in the one of the test run
        home = home.parent
    root = home / "official_games"
    with (home / "official_games.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (root / "complete").exists():
            for archive in archives:
                unpack(archive, root)
            (root / "complete").touch()
    return root


@pytest.fixture
def number_guess(monkeypatch: pytest.MonkeyPatch) -> hgpo_envs.EnvSpec:
    """Register the second world, of open actions, for one test; return its entry."""
    own_registries(monkeypatch, NUMBER_GUESS)
    return NUMBER_GUESS


@pytest.fixture
def corner_shop(monkeypatch: pytest.MonkeyPatch) -> hgpo_envs.EnvSpec:
    """Register the third world, a shop, for one test; return its entry."""
    own_registries(monkeypatch, CORNER_SHOP)
    return CORNER_SHOP


def unpack(archive: Path, root: Path) -> None:
    """Unpack an archive below a folder."""
    root.mkdir(exist_ok=True)
    with tarfile.open(archive, "r:xz") as bundle:
        bundle.extractall(root, filter="data")
