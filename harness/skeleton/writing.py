"""Write a package's skeleton."""

from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, StrictUndefined

from harness.errors import HarnessInputError
from harness.skeleton.names import PackageName


def write_skeleton(name: PackageName, folder: Path) -> list[Path]:
    """Write a package with one environment or algorithm and its tests, which pass.

    Args:
        name: what it is called.
        folder: where to; it must be new or empty.

    Returns:
        The files that were written.

    Raises:
        HarnessInputError: there is something in the folder, or it can't be written to.
    """
    other = "Choose another folder with --dir, or another name."
    try:
        if folder.exists() and not folder.is_dir():
            raise HarnessInputError(f"{str(folder)!r} is a file. {other}")
        if folder.exists() and any(folder.iterdir()):
            raise HarnessInputError(f"the folder {str(folder)!r} is not empty. {other}")
        return _written(name, folder)
    except OSError as error:
        raise HarnessInputError(
            f"{str(folder)!r} can't be written to: {error.strerror}. {other}"
        ) from error


def _written(name: PackageName, folder: Path) -> list[Path]:
    renderer = Environment(undefined=StrictUndefined, keep_trailing_newline=True)
    written = []
    for place, template in name.places.items():
        text = files("harness.skeleton").joinpath(template).read_text(encoding="utf-8")
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(renderer.from_string(text).render(name=name), encoding="utf-8")
        written.append(path)
    return written
