"""The folder of a run: what is in it, who may write, whether it is complete."""

import fcntl
import json
import os
import platform
import shutil
import sys
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TypeVar

from harness.config.load import TEMPLATE, from_yaml, to_yaml, with_template_of
from harness.config.schema import EnvConfig, LearnConfig, TrainConfig
from harness.errors import RunError
from harness.run.atomic import make_folder, sync, write_atomically
from harness.run.journal import Journal, canonical
from hgpo_envs.context import is_template_file, open_template

Learn = TypeVar("Learn", bound=LearnConfig)

FORMAT = 1
PACKAGES = ("hgpo-bench", "gymnasium", "numpy", "torch", "safetensors")


class RunFolder:
    """One training run on disk.

    Attributes:
        path: the folder.
        config: what is being trained.
        metrics: one line a batch.
        episodes: one line an episode, with every action.
        timing: what the clock says, kept apart so that the rest of equal runs is equal bytes.
        ledger: path of the ledger's file.
    """

    def __init__(self, path: Path, config: TrainConfig) -> None:
        self.path = path
        self.config = config
        self.metrics = Journal(path / "metrics.jsonl")
        self.episodes = Journal(path / "episodes.jsonl")
        self.timing = Journal(path / "timing.jsonl")
        self.ledger = path / "ledger.jsonl"
        self._lock: int | None = lock(path)

    @classmethod
    def create(cls, path: Path, config: TrainConfig) -> "RunFolder":
        """Start a run: its configuration and versions are on disk before its first step.

        Raises:
            RunError: the folder has something in it already.
        """
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise RunError(
                f"{str(path)!r} is not empty. Choose another run.dir, or go on with the run in "
                f"it: hgpo resume {path}"
            )
        make_folder(path / "checkpoints")
        run = cls(path, config)
        if config.env.template is not None:
            source = open_template(config.env.template).source
            write_atomically(path / TEMPLATE, source.encode())
        write_atomically(path / "versions.json", canonical(versions()).encode() + b"\n")
        write_atomically(path / "config.yaml", to_yaml(without_folder_of_template(config)).encode())
        return run

    @classmethod
    def open(cls, path: Path) -> "RunFolder":
        """Open a run that was started before.

        Raises:
            RunError: there is none, its configuration can't be read, or another process is at it.
        """
        return cls(path, read_config(path))

    @property
    def env(self) -> EnvConfig:
        """The environment as it was when the run began: with the run's own copy of a template."""
        return with_template_of(self.path, self.config.env)

    @staticmethod
    def clear_unstarted(path: Path) -> None:
        """Remove what is left of a run that died before its configuration was written."""
        files = {"versions.json", TEMPLATE}
        left = {".lock", "checkpoints", *files, *(f".{file}.new" for file in files)}
        left.add(".config.yaml.new")
        if path.is_dir() and {entry.name for entry in path.iterdir()} <= left:
            shutil.rmtree(path)

    def close(self) -> None:
        """Let other processes open the run; once is enough, twice does no harm."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def sync(self) -> None:
        """Wait until the disk has the names of the files in the folder."""
        sync(self.path)

    def read_json(self, name: str) -> dict[str, object] | None:
        """Return a JSON file of the run, or None where it is not there yet."""
        return read_json(self.path / name)

    def write_json(self, name: str, record: object) -> None:
        """Write a JSON file of the run, whole or not at all."""
        write_atomically(self.path / name, canonical(record).encode() + b"\n")


def read_config(path: Path) -> TrainConfig:
    """Return the configuration of the run in a folder.

    Raises:
        RunError: there is no run in it.
    """
    file = path / "config.yaml"
    if not file.is_file():
        raise RunError(
            f"{str(path)!r} holds no run: there is no config.yaml in it. "
            "Name the folder that hgpo train or hgpo compare wrote."
        )
    config = read_yaml(file)
    if not isinstance(config, TrainConfig):
        raise RunError(f"{str(path)!r} is not the folder of one training run.")
    return config


def read_yaml(file: Path) -> object:
    """Return the configuration in a file, of whichever command it is.

    Raises:
        RunError: it holds none.
    """
    try:
        return from_yaml(file.read_text("utf-8"), source=str(file))
    except (UnicodeDecodeError, RecursionError) as error:
        raise RunError(f"{str(file)!r} holds no configuration: {error}.") from error


def without_folder_of_template(config: Learn) -> Learn:
    """Return a configuration whose template, where it is a file, is named without its folder.

    The run keeps the text; where it lay is nobody's business.
    """
    name = config.env.template
    if name is None or not is_template_file(name):
        return config
    return replace(config, env=replace(config.env, template=f"./{Path(name).name}"))


def read_json(path: Path) -> dict[str, object] | None:
    """Return the object in a JSON file, or None where there is no such file.

    Raises:
        RunError: it holds no JSON object.
    """
    try:
        record = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (ValueError, RecursionError) as error:
        raise RunError(f"{str(path)!r} is no JSON: {error}.") from error
    if not isinstance(record, dict):
        raise RunError(f"{str(path)!r} holds no JSON object.")
    return record


def versions() -> dict[str, str]:
    """Return the versions that a result can depend on."""
    found = {"format": str(FORMAT), "python": platform.python_version(), "system": sys.platform}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def is_at_work(path: Path) -> bool:
    """Say whether a process is training the run in a folder just now."""
    try:
        handle = os.open(path / ".lock", os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def lock(path: Path) -> int:
    """Keep other processes out of a folder until the handle that is returned is closed.

    Raises:
        RunError: another process is in it.
    """
    handle = os.open(path / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(handle)
        raise RunError(
            f"another process is at work in {str(path)!r}. Wait for it, or choose another run.dir."
        ) from error
    return handle
