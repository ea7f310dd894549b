"""The folder of a comparison: begun once, found again by the same comparison or a larger one."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from harness.comparison_growth import check_growth
from harness.config.load import TEMPLATE, to_yaml, with_template_of
from harness.config.schema import CompareConfig, EnvConfig, LearnConfig, RunDirConfig
from harness.errors import RunError
from harness.run.atomic import make_folder, write_atomically
from harness.run.folder import lock, read_config, read_yaml, without_folder_of_template
from hgpo_envs.context import is_template_file, open_template

COMMAND = "command.txt"
"""Where folders of before have the command."""
CONFIG = "compare.yaml"
_COMMAND_LINE = "# command: "


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Make a comparison's folder, or take one, and keep other processes out of it.

    Raises:
        RunError: something else is in it, or another process.
    """
    foreign = folder.exists() and not (folder / CONFIG).exists()
    if foreign and (not folder.is_dir() or not _unstarted(folder)):
        raise RunError(f"{str(folder)!r} is not empty and holds no comparison. Choose another.")
    make_folder(folder)
    handle = lock(folder)
    try:
        yield
    finally:
        os.close(handle)


def take_folder(folder: Path, config: CompareConfig, command: str) -> str:
    """Begin a comparison in a folder that is held, or find the same or a smaller one in it.

    The text of the template that was named is kept, as in a run's folder: a comparison goes on
    with it, whatever becomes of the file.

    Args:
        folder: where.
        config: what is compared.
        command: what makes it again.

    Returns:
        The command that the comparison, as it is now, was asked for with.

    Raises:
        RunError: it holds a comparison that this one doesn't contain.
    """
    if not (folder / CONFIG).exists():
        if config.env.template is not None:
            source = open_template(config.env.template).source
            write_atomically(folder / TEMPLATE, source.encode())
        _write(folder, config, command)
        return command
    before = read_comparison(folder)
    rest = identity(replace(config, env=before.env))
    if identity(before) == rest and same_world(before.env, folder, config.env):
        return kept_command(folder)
    alike = same_template(before.env, folder, config.env)
    check_growth(before, config, folder, same_template=alike)
    _write(folder, replace(config, env=before.env), command)
    return command


def read_comparison(folder: Path) -> CompareConfig:
    """Return the configuration of the comparison in a folder, which may have been moved since.

    Raises:
        RunError: there is none in it.
    """
    file = folder / CONFIG
    config = read_yaml(file)
    if not isinstance(config, CompareConfig):
        raise RunError(f"{str(file)!r} holds no comparison's configuration.")
    return replace(config, run=replace(config.run, dir=str(folder)))


def read_learning(folder: Path) -> LearnConfig:
    """Return the configuration of the comparison or the run in a folder.

    Raises:
        RunError: there is none in it.
    """
    return read_comparison(folder) if (folder / CONFIG).is_file() else read_config(folder)


def kept_command(folder: Path) -> str:
    """Return the command that makes the comparison in a folder again."""
    first = (folder / CONFIG).read_text("utf-8").partition("\n")[0]
    if first.startswith(_COMMAND_LINE):
        return str(json.loads(first.removeprefix(_COMMAND_LINE)))
    before = folder / COMMAND
    return before.read_text("utf-8") if before.is_file() else ""


def identity(config: CompareConfig) -> CompareConfig:
    """Return the configuration without what changes no result."""
    return replace(config, workers=None, run=RunDirConfig(dir=None))


def same_world(kept: EnvConfig, folder: Path, named: EnvConfig) -> bool:
    """Say whether an environment is the one that a run or comparison was begun with.

    Args:
        kept: as the folder's configuration has it.
        folder: where a copy of its template may be.
        named: as it is asked for now.
    """
    alike = replace(kept, template=None) == replace(named, template=None)
    return alike and same_template(kept, folder, named)


def same_template(kept: EnvConfig, folder: Path, named: EnvConfig) -> bool:
    """Say whether prompts are written alike; arguments as in `same_world`.

    A template counts by its text, and where its file is gone by its name.
    """
    copy, given = with_template_of(folder, kept).template, named.template
    if copy is None or given is None:
        return copy == given
    if (
        is_template_file(given)
        and not Path(given).exists()
        and Path(given).name == Path(str(kept.template)).name
    ):
        return True
    return open_template(copy).hash == open_template(given).hash


def _write(folder: Path, config: CompareConfig, command: str) -> None:
    """Write configuration and command in one step: after a crash neither is without the other."""
    told = f"{_COMMAND_LINE}{json.dumps(command)}\n"
    config = without_folder_of_template(config)
    write_atomically(folder / CONFIG, (told + to_yaml(config)).encode())


def _unstarted(folder: Path) -> bool:
    """Say whether nothing is in a folder but what a comparison writes before its configuration."""
    files = {TEMPLATE, COMMAND}
    left = {".lock", *files, *(f".{name}.new" for name in (*files, CONFIG))}
    return {path.name for path in folder.iterdir()} <= left
