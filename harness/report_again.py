"""Make a comparison's report again from what is on disk; nothing is trained or played."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path

from harness.comparison_folder import CONFIG, kept_command, read_comparison
from harness.config.load import with_template_of
from harness.config.schema import CompareConfig, TrainConfig
from harness.errors import RunError
from harness.references import BASELINES, read_references
from harness.report import Comparison, Reference, ReportInputError
from harness.run_comparison import RESULT, assemble, cell_name, is_finished, plan_cells
from harness.worlds import open_world
from leaderboards.ledger_record import MAX_AMOUNT

MAX_BYTES = 1 << 28
"""What is larger is no comparison, and is not read."""


def read_report(place: Path, *, partial: bool = False) -> Comparison:
    """Return a comparison as it is on disk.

    Args:
        place: the folder of a comparison, whose cells are read, or a ``comparison.json``.
        partial: whether one that is not finished is told by the seeds that are complete.

    Raises:
        RunError: there is none, it is damaged, or it is not finished.
        EnvInputError: the tasks of a folder's comparison are not there.
    """
    if not (place / CONFIG).is_file():
        return read_comparison_file(place / RESULT if place.is_dir() else place)
    config = read_comparison(place)
    config = replace(config, env=with_template_of(place, config.env))
    cells = plan_cells(config)
    missing = [cell for cell in cells if not is_finished(cell)]
    if missing and not partial:
        raise RunError(
            f"the comparison in {str(place)!r} is not finished: {len(missing)} of {len(cells)} "
            f"cells are missing: {', '.join(map(cell_name, missing))}. Go on with it: "
            f"hgpo resume {place}, or report on the seeds that are complete with --partial."
        )
    lacking = {cell.seed for cell in missing}
    complete = [cell for cell in cells if cell.seed not in lacking]
    if not complete:
        raise RunError(
            f"the comparison in {str(place)!r} has no seed that every algorithm is finished with. "
            f"Go on with it: hgpo resume {place}"
        )
    return _assembled(config, place, complete, missing)


def read_comparison_file(file: Path) -> Comparison:
    """Return the comparison in a file, which may be a stranger's.

    Raises:
        RunError: there is none, or it contradicts itself.
    """
    if not file.is_file():
        raise RunError(
            f"there is no comparison {str(file)!r}. Name the folder that hgpo compare wrote, or "
            f"the {RESULT} in it."
        )
    if file.stat().st_size > MAX_BYTES:
        raise RunError(
            f"{str(file)!r} has more than {MAX_BYTES:,} bytes, the most that is read of a "
            "comparison."
        )
    try:
        return _usable(Comparison.from_json(file.read_bytes()))
    except ReportInputError as error:
        raise RunError(
            f"{str(file)!r} is no comparison: {str(error).rstrip('.')}. Name the {RESULT} that "
            "hgpo compare wrote, or its folder."
        ) from error


def _usable(comparison: Comparison) -> Comparison:
    """Refuse numbers that no training has and no report can be computed from.

    Raises:
        ReportInputError: naming one.
    """
    for unit, cap in comparison.caps.items():
        if cap <= 0:
            raise ReportInputError(f"the cap on {unit} must be more than 0; it is {cap}.")
    for number in _numbers(asdict(comparison)):
        if abs(number) > MAX_AMOUNT:
            raise ReportInputError(f"a number must be at most 1e30 in size; one is {number}.")
    return comparison


def _numbers(value: object) -> Iterator[float]:
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, list | tuple):
        for item in value:
            yield from _numbers(item)
    elif isinstance(value, int | float):
        yield value


def _assembled(
    config: CompareConfig, folder: Path, cells: list[TrainConfig], missing: list[TrainConfig]
) -> Comparison:
    env = config.env
    worlds = open_world(env, env.split), open_world(env, env.eval_split)
    comparison = assemble(config, cells, _references(config, folder), worlds)
    return replace(
        comparison,
        command=kept_command(folder),
        missing=tuple(cell_name(cell) for cell in missing),
    )


def _references(config: CompareConfig, folder: Path) -> tuple[Reference, ...]:
    """Return the baselines' scores; folders of before have them in the comparison alone."""
    if (folder / BASELINES).is_file() or not (folder / RESULT).is_file():
        return read_references(config, folder)
    return read_comparison_file(folder / RESULT).references
