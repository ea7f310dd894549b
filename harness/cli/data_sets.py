"""The table of data sets that ``hgpo data`` knows, each with what recognises and handles it."""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TypeAlias, cast

from harness.cli.data_answer import Answer, Progress

Importer: TypeAlias = Callable[[Sequence[Path], argparse.Namespace, Progress], Answer]
Status: TypeAlias = Callable[[argparse.Namespace, Progress], Answer]


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSet:
    """A data set, by the places of its functions (``module:function``).

    Attributes:
        name: what ``hgpo data status NAME`` calls it.
        expected: what a folder or archive of it holds.
        holds: tells whether a path holds some of it.
        importer: imports paths.
        status: says what is there.
    """

    name: str
    expected: str
    holds: str
    importer: str
    status: str


DATA_SETS = (
    DataSet(
        name="webshop",
        expected="items_shuffle*.json with items_ins_v2*.json, also gzipped (WebShop)",
        holds="harness.cli.data_webshop_import:holds",
        importer="harness.cli.data_webshop_import:import_paths",
        status="harness.cli.data_webshop_status:status",
    ),
    DataSet(
        name="alfworld",
        expected="SPLIT/TASK/TRIAL/game.tw-pddl or traj_data.json (ALFWorld)",
        holds="harness.cli.data_alfworld_import:holds",
        importer="harness.cli.data_alfworld_import:import_paths",
        status="harness.cli.data_alfworld_status:status",
    ),
)
"""In the order in which a path is tried: those that tell by names alone come first."""


def data_set_in(paths: Sequence[Path]) -> DataSet:
    """Return the data set that every path holds a part of.

    Raises:
        DataError: a path is missing or holds none, or they hold different ones.
    """
    from hgpo_envs.errors import DataError

    found = [_data_set_of(path) for path in paths]
    for path, data_set in zip(paths, found, strict=True):
        if data_set is not found[0]:
            raise DataError(
                f"{str(paths[0])!r} holds {found[0].name} data and {str(path)!r} holds "
                f"{data_set.name} data. Import them one after the other."
            )
    return found[0]


def data_sets_at(folder: str | None) -> list[str]:
    """Return the data sets that a folder holds something of; all, if none or no folder is given."""
    every = [data_set.name for data_set in DATA_SETS]
    if not folder or not Path(folder).expanduser().is_dir():
        return every
    path = Path(folder).expanduser()
    return [one.name for one in DATA_SETS if function(one.holds)(path)] or every


def function(place: str) -> Callable[..., object]:
    """Return the function at ``module:function``."""
    module, _, attribute = place.partition(":")
    return cast("Callable[..., object]", getattr(import_module(module), attribute))


def _data_set_of(path: Path) -> DataSet:
    from hgpo_envs.errors import DataError

    for data_set in DATA_SETS:
        if function(data_set.holds)(path):
            return data_set
    expected = "; ".join(data_set.expected for data_set in DATA_SETS)
    raise DataError(
        f"{str(path)!r} holds no data that is known here. Expected, at any depth: {expected}."
    )
