"""Find the folder of the official catalogues, and in it the one that is meant."""

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from hgpo_envs.errors import DataError, EnvInputError
from hgpo_envs.webshop.layout import INDEX, MANIFEST, STORE_SUFFIX, VARIABLE
from hgpo_envs.webshop.manifest import read_manifest
from hgpo_envs.webshop.sources import Sources, catalogue_files, choose, sources_of


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedRoot:
    """A folder and what named it.

    Attributes:
        path: the folder of official files or of what was imported.
        source: ``"data"``, ``"WEBSHOP_DATA"`` or ``"default"``.
    """

    path: Path
    source: str


def named_root(data: str | os.PathLike[str] | None) -> NamedRoot:
    """Return the folder that is looked at, whether or not it is there.

    Args:
        data: the folder; None takes ``WEBSHOP_DATA``, and without it the default.

    Raises:
        EnvInputError: it is no path.
    """
    given = "" if data is None else path_text("data", data)
    if given:
        return NamedRoot(path=Path(given).expanduser().absolute(), source="data")
    variable = os.environ.get(VARIABLE)
    if variable:
        return NamedRoot(path=Path(variable).expanduser().absolute(), source=VARIABLE)
    return NamedRoot(path=default_root(), source="default")


def path_text(option: str, given: str | os.PathLike[str]) -> str:
    """Return the text of a path that an option was given.

    Raises:
        EnvInputError: it is no path.
    """
    text = os.fspath(given) if isinstance(given, str | os.PathLike) else None
    if not isinstance(text, str):
        raise EnvInputError(f"{option} is {given!r:.60}; expected a path, as text or a Path.")
    return text


def default_root() -> Path:
    """Return the folder that ``hgpo data import`` fills where nothing names another."""
    return platformdirs.user_data_path("hgpo-bench", appauthor=False) / "webshop"


def store_folder(root: Path, catalogue: str) -> Path:
    """Return where a catalogue is imported to, by its file's name."""
    return root / f"{catalogue.removesuffix('.json')}{STORE_SUFFIX}"


def stores_in(root: Path) -> dict[str, Path]:
    """Return the imported stores that a folder is or has, by their catalogues' file names.

    Raises:
        DataError: the folder itself is a store that can't be read.
    """
    if _is_store(root):
        return {read_manifest(root).catalogue: root}
    folders = sorted(root.glob(f"*{STORE_SUFFIX}"))
    return {
        f"{folder.name.removesuffix(STORE_SUFFIX)}.json": folder
        for folder in folders
        if folder.is_dir()
    }


def _is_store(folder: Path) -> bool:
    """Whether a folder is a store, whole or not: others may hold a file of its manifest's name."""
    if folder.name.endswith(STORE_SUFFIX):
        return folder.is_dir()
    return (folder / MANIFEST).is_file() and (folder / INDEX).is_dir()


def find_catalogue(
    data: str | os.PathLike[str] | None, products: str | None = None
) -> Path | Sources:
    """Return the folder of an imported store, or the official files that one can be built of.

    Args:
        data: the folder; None takes ``WEBSHOP_DATA``, and without it the one that ``hgpo data
            import`` fills.
        products: the catalogue file's name; None takes the full one, else that of 1,000 products,
            else the only one.

    Raises:
        DataError: there are no data, or it has to be said which.
        UnknownNameError: there is no such catalogue.
    """
    named = named_root(data)
    stores = stores_in(named.path)
    files = catalogue_files(named.path)
    if not stores and not files:
        raise _nothing(named, products)
    chosen = choose({*stores, *files}, products, named.path)
    if chosen in stores:
        _refuse_other(stores[chosen], files.get(chosen))
        return stores[chosen]
    return sources_of(files[chosen], named.path)


def _refuse_other(store: Path, file: Path | None) -> None:
    """Refuse a store beside a catalogue file that it was not made of, as far as sizes tell."""
    sources = read_manifest(store).sources
    if file is None or not sources or sources[0].name != file.name:
        return
    before, now = sources[0].size, file.stat().st_size
    if before != now:
        raise DataError(
            f"the store {str(store)!r} was made of a file {file.name} of {before:,} bytes, and the "
            f"one beside it has {now:,}. Import it with --replace, or take one of them away."
        )


def _nothing(named: NamedRoot, products: str | None) -> DataError:
    instead = (
        "WebShopGen-v0 needs none: its shop is generated. Official files (items_shuffle*.json, "
        "items_ins_v2*.json, items_human_ins.json) are brought in with `hgpo data import PATH`."
    )
    asked = f"the catalogue {products}" if products else "an official catalogue"
    if named.source == "default":
        return DataError(
            f"{asked} was asked for, neither data= nor {VARIABLE} names its folder, and none was "
            f"imported. {instead}"
        )
    missing = "holds no catalogue" if named.path.is_dir() else "is no folder"
    return DataError(
        f"{asked} was asked for, and {named.source} is {str(named.path)!r}, which {missing}. "
        f"{instead}"
    )
