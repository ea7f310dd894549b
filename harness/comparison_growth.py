"""What may be added to a comparison that was begun: seeds, algorithms and baselines alone."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from harness.config.flat import flat, told_template
from harness.config.load import with_template_of
from harness.config.schema import CompareConfig, Scalar
from harness.errors import RunError
from harness.run.folder import read_json, versions

GROWING = frozenset({"algorithms", "seeds", "first_seed", "baselines"})
"""Settings in which a larger comparison differs from the one that is there."""
FREE = ("workers", "run.")
"""Beginnings of settings that change no result."""
DECISIVE = ("format", "hgpo-bench", "numpy", "torch")
"""Versions on which it depends what a seed gives."""


def check_growth(
    before: CompareConfig, config: CompareConfig, folder: Path, *, same_template: bool
) -> None:
    """Check that a comparison contains the one in a folder and adds only what may be added.

    Args:
        before: what the folder holds.
        config: what is asked for now.
        folder: where.
        same_template: whether prompts are written alike.

    Raises:
        RunError: settings differ, something is left out, or other versions are installed.
    """
    differences = setting_differences(
        _settings(before, with_template_of(folder, before.env).template, same_template),
        _settings(config, config.env.template, same_template),
        "there",
        "here",
    )
    if differences:
        raise RunError(
            f"{str(folder)!r} holds a comparison with other settings: {'; '.join(differences)}. "
            "Only algorithms, seeds and baselines can be added to it. Choose another run.dir, or "
            "repeat the command that it was begun with."
        )
    if left_out := _left_out(before, config):
        raise RunError(
            f"{str(folder)!r} holds a comparison of more than this: it also has "
            f"{', '.join(left_out)}. What was begun is not left out afterwards, since results "
            "could be chosen so. Ask for all of it, or choose another run.dir."
        )
    _check_versions(folder)


def setting_differences(
    first: Mapping[str, Scalar], second: Mapping[str, Scalar], here: str, there: str
) -> list[str]:
    """Say in which settings two tables differ, a clause each.

    Example:
        >>> setting_differences({"seed": 1, "tasks": None}, {"seed": 2}, "in a", "in b")
        ['seed is 1 in a and 2 in b']
    """
    return [
        f"{name} is {_told(first.get(name))} {here} and {_told(second.get(name))} {there}"
        for name in sorted({*first, *second})
        if first.get(name) != second.get(name)
    ]


def versions_of_cells(cells: Sequence[Path]) -> dict[str, str]:
    """Return the versions that cells were trained with; where they differ, all of them."""
    found: dict[str, list[str]] = {}
    for cell in cells:
        for name, version in (read_json(cell / "versions.json") or {}).items():
            found.setdefault(name, [])
            if str(version) not in found[name]:
                found[name].append(str(version))
    return {name: ", ".join(told) for name, told in found.items()}


def grows(name: str) -> bool:
    """Say whether a setting may differ between comparisons that become one."""
    return name in GROWING or name.startswith(FREE)


def _settings(
    config: CompareConfig, template: str | None, same_template: bool
) -> dict[str, Scalar]:
    told = flat(asdict(config))
    if same_template or template is None:
        told["env.template"] = None
    else:
        told["env.template"] = told_template(template)
    return {name: value for name, value in told.items() if not grows(name)}


def _left_out(before: CompareConfig, config: CompareConfig) -> list[str]:
    labels = {entry.label for entry in config.algorithms}
    return [
        *(entry.label for entry in before.algorithms if entry.label not in labels),
        *(f"seed {n}" for n in before.training_seeds if n not in config.training_seeds),
        *(f"the baseline {name}" for name in before.baselines if name not in config.baselines),
    ]


def _check_versions(folder: Path) -> None:
    finished = [path.parent for path in sorted(folder.glob("cells/*/result.json"))]
    trained, now = versions_of_cells(finished), versions()
    differences = [
        f"{name} was {trained[name]} and is {now[name]}"
        for name in DECISIVE
        if trained.get(name, now[name]) != now[name]
    ]
    if differences:
        raise RunError(
            f"the cells in {str(folder)!r} were trained with other versions: "
            f"{', '.join(differences)}. What would be added now is not comparable with them. "
            "Install the versions of before, or choose another run.dir."
        )


def _told(value: Scalar) -> str:
    if value is None:
        return "not set"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
