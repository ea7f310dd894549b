"""What every committed record of a comparison of the four algorithms has to show."""

import shlex
from collections.abc import Sequence

from harness.config.flat import flat_settings
from harness.config.load import load_compare

ALGORITHMS = ["grpo", "gigpo", "ppo", "hgpo"]


def row(bench: dict, name: str) -> dict:
    """Return the row of a policy."""
    return next(row for row in bench["rows"] if row["name"] == name)


def check_cells(bench: dict, names: Sequence[str] = ALGORITHMS, seeds: int = 3) -> None:
    """These algorithms with so many seeds each, comparable, none over a cap, on 200 tasks."""
    assert bench["comparable"]
    assert [(cell["algorithm"], cell["seed"]) for cell in bench["cells"]] == [
        (name, seed) for name in names for seed in range(seeds)
    ]
    for cell in bench["cells"]:
        assert all(cell["spent"][unit] <= cap for unit, cap in bench["caps"].items())
    assert bench["eval"]["n"] == 200


def check_command(bench: dict, words: Sequence[str]) -> None:
    """The command with these words makes it, with the settings that they have now."""
    assert bench["command"] == shlex.join(["hgpo", "compare", *words])
    config = load_compare(words)
    assert bench["caps"] == config.budget.caps()
    now, told = flat_settings(config), bench["settings"]
    for section in ("trainer.", "warm_start.", "agent.", "evaluation."):
        mine, kept = (
            {name: value for name, value in table.items() if name.startswith(section)}
            for table in (now, told)
        )
        assert kept
        assert mine == kept
