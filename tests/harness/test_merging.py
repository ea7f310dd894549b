"""Comparisons that differ in seeds and algorithms alone become one; others are refused."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from test_comparison_growth import large

from harness.cli.main import main
from harness.config.load import load_compare
from harness.config.schema import AlgorithmConfig
from harness.errors import RunError
from harness.merging import Part, merge
from harness.report import Comparison, Reference
from harness.run_comparison import compare

COMMAND = "hgpo compare env.difficulty=easy budget.env_steps=900"


def made(folder: Path, *, seeds: int, first: int = 0, names: tuple[str, ...]) -> Comparison:
    """Return a comparison of some algorithms with some seeds."""
    config = replace(
        large(folder),
        algorithms=[AlgorithmConfig(name=name) for name in names],
        seeds=seeds,
        first_seed=first or None,
    )
    return compare(config, command=f"{COMMAND} 'algorithms=[{','.join(names)}]' seeds={seeds}")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("merging")


@pytest.fixture(scope="module")
def whole(home: Path) -> Comparison:
    return made(home / "whole", seeds=2, names=("ppo", "grpo"))


@pytest.fixture(scope="module")
def second(home: Path) -> Comparison:
    return made(home / "second", seeds=1, first=1, names=("ppo", "grpo"))


@pytest.fixture(scope="module")
def first(home: Path) -> Comparison:
    return made(home / "first", seeds=1, names=("ppo", "grpo"))


def merged(*parts: Comparison) -> Comparison:
    return merge([Part(name=f"part {n}", comparison=part) for n, part in enumerate(parts)])


def of_algorithm(comparison: Comparison, name: str) -> Comparison:
    """Return one algorithm's part of a comparison."""
    return replace(
        comparison,
        algorithms=(name,),
        cells=comparison.cells_of(name),
        settings={
            **comparison.settings,
            "algorithms": json.dumps([{"name": name, "options": {}}], separators=(",", ":")),
        },
    )


def test_parts_with_other_seeds_are_the_comparison_made_at_once(
    whole: Comparison, first: Comparison, second: Comparison
) -> None:
    found = merged(second, first)
    told = replace(found, command=whole.command, facts=whole.facts)
    assert told.to_json() == whole.to_json()
    assert found.command == (
        f"{COMMAND} 'algorithms=[ppo,grpo]' 'baselines=[random,expert]' seeds=2"
    )
    assert found.facts[:4] == whole.facts
    assert found.facts[4].startswith(
        "Part 1 of 2: ppo and grpo with the training seeds 1; its comparison.json has the SHA-256 "
    )
    assert found.facts[5].startswith("Part 2 of 2: ppo and grpo with the training seeds 0; ")
    assert len(found.facts) == 6


def test_parts_with_other_algorithms_are_the_comparison_made_at_once(whole: Comparison) -> None:
    found = merged(of_algorithm(whole, "ppo"), of_algorithm(whole, "grpo"))
    told = replace(found, command=whole.command, facts=whole.facts)
    assert told.to_json() == whole.to_json()


def test_what_parts_have_twice_has_to_be_equal(whole: Comparison, first: Comparison) -> None:
    again = merged(whole, first)
    assert replace(again, command=whole.command, facts=whole.facts) == whole
    cell = replace(first.cells[1], success=(1.0, *first.cells[1].success[1:]))
    if cell == first.cells[1]:
        cell = replace(cell, success=(0.0, *cell.success[1:]))
    with pytest.raises(RunError) as refused:
        merged(whole, replace(first, cells=(first.cells[0], cell)))
    assert str(refused.value) == (
        "grpo with seed 0 has other results in part 0 than in part 1. One of the two was changed, "
        "or made in another way; merge only one of them."
    )


def test_a_merged_comparison_is_merged_again_and_keeps_its_parts(
    first: Comparison, second: Comparison
) -> None:
    half = merged(of_algorithm(first, "ppo"), of_algorithm(first, "grpo"))
    found = merged(half, second)
    assert [fact.partition(";")[0] for fact in found.facts[4:]] == [
        "Part 1 of 2: ppo and grpo with the training seeds 0",
        "Part 1 of 2: ppo with the training seeds 0",
        "Part 2 of 2: grpo with the training seeds 0",
        "Part 2 of 2: ppo and grpo with the training seeds 1",
    ]


def test_seeds_with_gaps_have_a_command_of_several(first: Comparison) -> None:
    far = replace(
        first,
        seeds=(7,),
        cells=tuple(replace(cell, seed=7) for cell in first.cells),
        starts=(replace(first.starts[0], seed=7),),
    )
    found = merged(first, far)
    same = f"{COMMAND} 'algorithms=[ppo,grpo]' 'baselines=[random,expert]' seeds=1"
    assert found.command == (
        f"{same} run.dir=part-1 && {same} first_seed=7 run.dir=part-2 && "
        "hgpo merge part-1 part-2 --out merged"
    )
    assert (found.settings["seeds"], "first_seed" in found.settings) == ("[0,7]", False)
    assert merged(found, first).command == found.command


def test_the_command_of_a_merged_comparison_is_one_that_can_be_given(
    first: Comparison, second: Comparison
) -> None:
    import shlex

    words = shlex.split(merged(first, second).command)
    config = load_compare(words[2:])
    assert [entry.label for entry in config.algorithms] == ["ppo", "grpo"]
    assert config.training_seeds == (0, 1)


CASES: list[tuple[Callable[[Comparison], Comparison], str]] = [
    (
        lambda part: replace(part, settings={**part.settings, "trainer.learning_rate": 0.1}),
        "part 1 can't be put beside part 0: trainer.learning_rate is 0.002 in part 0 and 0.1 in "
        "part 1. Only comparisons that differ in their seeds, algorithms and baselines alone are "
        "one.",
    ),
    (
        lambda part: replace(part, caps={"env_steps": 900}),
        "part 1 can't be put beside part 0: caps is {'env_steps': 900, 'flops': 10000000000} in "
        "part 0 and {'env_steps': 900} in part 1. Only comparisons that differ in their seeds, "
        "algorithms and baselines alone are one.",
    ),
    (
        lambda part: replace(part, versions={**part.versions, "torch": "1.0", "python": "3"}),
        "part 1 can't be put beside part 0: the version of torch is TORCH in part 0 and 1.0 in "
        "part 1. Only comparisons that differ in their seeds, algorithms and baselines alone are "
        "one.",
    ),
    (
        lambda part: replace(part, starts=(replace(part.starts[0], weights="f00"),)),
        "with seed 0 training began from other weights in part 0 than in part 1. Algorithms are "
        "compared from the same start only.",
    ),
    (
        lambda part: replace(part, references=(Reference(name="random", success=(1.0,) * 6),)),
        "the policy random has other scores in two of the comparisons, with the same seeds. One "
        "of them was changed, or made in another way; merge only one.",
    ),
    (
        lambda part: replace(part, faults=("It was forced.",)),
        "part 1 is not comparable: It was forced.",
    ),
    (
        lambda part: replace(part, missing=("ppo/seed-1",)),
        "part 1 is a part of a comparison that is not finished: ppo/seed-1. Finish it first.",
    ),
]


@pytest.mark.parametrize(("change", "line"), CASES)
def test_parts_that_do_not_agree_are_refused(
    change: Callable[[Comparison], Comparison], line: str, first: Comparison
) -> None:
    with pytest.raises(RunError) as refused:
        merged(first, change(first))
    assert str(refused.value) == line.replace("TORCH", first.versions["torch"])


@pytest.mark.parametrize("command", ["", "make all", "hgpo compare 'x", "rm -r / && hgpo compare"])
def test_a_command_that_is_none_of_ours_is_not_told(command: str, first: Comparison) -> None:
    theirs = replace(first, command=command, settings={**first.settings, "algorithms": "[NaN"})
    found = merged(theirs, first)
    assert found.command == ""
    assert found.settings["algorithms"] == first.settings["algorithms"]


def test_a_table_with_holes_is_refused(whole: Comparison, second: Comparison) -> None:
    with pytest.raises(RunError) as refused:
        merged(of_algorithm(whole, "grpo"), of_algorithm(second, "ppo"))
    assert str(refused.value) == (
        "together the comparisons lack ppo with seed 0. A report needs every algorithm with every "
        "seed: train what is missing, or merge fewer."
    )


def test_one_part_is_no_merge(first: Comparison, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(RunError, match=r"^a merge needs at least two comparisons; give one more"):
        merged(first)
    assert main(["merge", "a", "--out", "b"]) == 2
    assert capsys.readouterr().err == ("hgpo: a alone can't be merged. Name a second comparison.\n")


def test_the_command_writes_comparison_and_page(
    home: Path, whole: Comparison, first: Comparison, second: Comparison,
    tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    out = tmp_path / "merged"
    parts = [str(home / "first"), str(home / "second" / "comparison.json")]
    assert main(["merge", *parts, "--out", str(out), "--json", str(tmp_path / "x.json")]) == 0
    assert sorted(path.name for path in out.iterdir()) == ["comparison.json", "report.html"]
    assert Comparison.from_json((out / "comparison.json").read_text()) == merged(first, second)
    assert json.loads((tmp_path / "x.json").read_text())["seeds"] == [0, 1]
    assert (
        "Part 1 of 2: ppo and grpo with the training seeds 0" in (out / "report.html").read_text()
    )
    assert str(home) not in (out / "report.html").read_text()
    capsys.readouterr()
    assert main(["merge", *parts, "--out", str(out)]) == 1
    assert capsys.readouterr().err == (
        f"hgpo: {str(out)!r} is not empty. Name a new folder for the merged comparison.\n"
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[" * 100_000, "the comparison is nested too deeply"),
        ("{", "the comparison is not JSON: "),
        ("{}", "comparison has no field 'env', and needs it"),
        ('{"env": NaN}', "the comparison holds NaN, which is no number"),
    ],
)
def test_what_a_stranger_gives_is_one_line(
    text: str, line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "theirs.json"
    file.write_text(text)
    assert main(["merge", str(file), str(file), "--out", str(tmp_path / "out")]) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith(f"hgpo: {str(file)!r} is no comparison: {line}")
    assert not (tmp_path / "out").exists()
