"""Find the folder of the official games."""

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from hgpo_envs.alfworld.data.layout import VARIABLE, VERSION
from hgpo_envs.errors import DataError


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedRoot:
    """A folder and what named it.

    Attributes:
        path: the folder that holds ``json_2.1.1``, or is to hold it.
        source: ``"data"``, ``"ALFWORLD_DATA"`` or ``"default"``.
    """

    path: Path
    source: str


def named_root(data: str | os.PathLike[str] | None) -> NamedRoot:
    """Return the folder that is looked at, whether or not it is there.

    Args:
        data: the folder; None takes ``ALFWORLD_DATA``, and without it the default.
    """
    if data is not None and os.fspath(data):
        return NamedRoot(path=Path(data).expanduser(), source="data")
    variable = os.environ.get(VARIABLE)
    if variable:
        return NamedRoot(path=Path(variable).expanduser(), source=VARIABLE)
    return NamedRoot(path=default_root(), source="default")


def default_root() -> Path:
    """Return the folder that ``hgpo data import`` fills where nothing names another."""
    return platformdirs.user_data_path("hgpo-bench", appauthor=False) / "alfworld"


def own_download() -> Path | None:
    """Return the folder that ``alfworld-download`` fills, if it holds the data set."""
    folder = Path("~/.cache/alfworld").expanduser()
    return folder if (folder / VERSION).is_dir() else None


def data_root(data: str | os.PathLike[str] | None) -> Path:
    """Return the folder that holds ``json_2.1.1``.

    Args:
        data: the folder; None takes the environment variable ``ALFWORLD_DATA``, and without it
            the folder that ``hgpo data import`` fills.

    Raises:
        DataError: no folder is named, or it has no ``json_2.1.1``.
    """
    named = named_root(data)
    root = named.path
    if (root / VERSION).is_dir():
        return root.absolute()
    if named.source == "default":
        raise DataError(
            f"official games were asked for, neither data= nor {VARIABLE} names their folder, and "
            f"none were imported. Name the folder that holds {VERSION}, import them with "
            "`hgpo data import PATH`, or use a generated split (gen_train, gen_seen, gen_unseen)."
        )
    raise DataError(
        f"{named.source} is {str(root)!r}, and there is no folder {VERSION} in it. "
        f"Name the folder that holds {VERSION}{_hint(root)}."
    )


def _hint(root: Path) -> str:
    """Say where the folder probably is, for one who named a folder in it."""
    above = next((folder for folder in root.absolute().parents if folder.name == VERSION), None)
    if root.name == VERSION:
        above = root.absolute()
    return f", which is {str(above.parent)!r}" if above is not None else ""
