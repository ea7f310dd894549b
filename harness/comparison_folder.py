"""The folder of a comparison: begun once, found again by the same comparison alone."""

from dataclasses import replace
from pathlib import Path

from harness.config.load import TEMPLATE, to_yaml, with_template_of
from harness.config.schema import CompareConfig, EnvConfig, RunDirConfig
from harness.errors import RunError
from harness.run.atomic import write_atomically
from harness.run.folder import read_yaml, without_folder_of_template
from hgpo_envs.context import is_template_file, open_template

COMMAND = "command.txt"
CONFIG = "compare.yaml"


def take_folder(folder: Path, config: CompareConfig, command: str) -> str:
    """Make the comparison's folder, or find the same comparison in it.

    The text of the template that was named is kept, as in a run's folder: a comparison goes on
    with it, whatever becomes of the file.

    Returns:
        The command that the comparison was begun with.

    Raises:
        RunError: something else is in it.
    """
    file = folder / CONFIG
    if file.exists():
        before = read_yaml(file)
        if not isinstance(before, CompareConfig) or not _same(before, config, folder):
            raise RunError(
                f"{str(folder)!r} holds a comparison with another configuration. "
                "Choose another run.dir, or repeat the command that it was begun with."
            )
        return (folder / COMMAND).read_text("utf-8")
    if folder.exists() and (not folder.is_dir() or not _unstarted(folder)):
        raise RunError(f"{str(folder)!r} is not empty and holds no comparison. Choose another.")
    folder.mkdir(parents=True, exist_ok=True)
    if config.env.template is not None:
        source = open_template(config.env.template).source
        write_atomically(folder / TEMPLATE, source.encode())
    write_atomically(folder / COMMAND, command.encode())
    write_atomically(file, to_yaml(without_folder_of_template(config)).encode())
    return command


def identity(config: CompareConfig) -> CompareConfig:
    """Return the configuration without what changes no result."""
    return replace(config, workers=None, run=RunDirConfig(dir=None))


def same_world(kept: EnvConfig, folder: Path, named: EnvConfig) -> bool:
    """Say whether an environment is the one that a run or comparison was begun with.

    Args:
        kept: as the folder's configuration has it.
        folder: where a copy of its template may be.
        named: as it is asked for now; its template counts by its text, and where its file is
            gone by its name.
    """
    if replace(kept, template=None) != replace(named, template=None):
        return False
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


def _same(before: CompareConfig, config: CompareConfig, folder: Path) -> bool:
    rest = identity(replace(config, env=before.env))
    return identity(before) == rest and same_world(before.env, folder, config.env)


def _unstarted(folder: Path) -> bool:
    """Say whether nothing is in a folder but what a comparison writes before its configuration."""
    files = {TEMPLATE, COMMAND}
    left = {*files, *(f".{name}.new" for name in (*files, CONFIG))}
    return {path.name for path in folder.iterdir()} <= left
