"""Seeds and algorithms are added to a comparison; nothing else of it can change."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from test_compare import Recorder, comparison

from harness.config.schema import AlgorithmConfig, CompareConfig, RunDirConfig
from harness.errors import RunError
from harness.interrupt import Interrupted
from harness.observer import BatchDone, CellDone, Event, WorkPlanned
from harness.run_comparison import compare

Tree = dict[str, bytes]


def tree(folder: Path) -> Tree:
    """Return every file's bytes."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def tiny(folder: Path) -> CompareConfig:
    """Return GRPO with one seed."""
    config = comparison(folder)
    return replace(
        config,
        budget=replace(config.budget, env_steps=900),
        algorithms=[AlgorithmConfig(name="grpo")],
        seeds=1,
    )


def large(folder: Path) -> CompareConfig:
    """Return the same with PPO before it and a second seed."""
    return replace(
        tiny(folder),
        algorithms=[AlgorithmConfig(name="ppo"), AlgorithmConfig(name="grpo")],
        seeds=2,
    )


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the large comparison, made at once."""
    folder = tmp_path_factory.mktemp("growth") / "whole"
    compare(large(folder), command="hgpo compare all")
    return folder


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """The folder of the small comparison."""
    folder = tmp_path / "begun"
    compare(tiny(folder), command="hgpo compare one")
    return folder


def test_a_comparison_that_grew_is_the_one_made_at_once(whole: Path, begun: Path) -> None:
    before = tree(begun / "cells")
    watch = Recorder()
    made = compare(large(begun), observer=watch, command="hgpo compare all")
    assert made.command == "hgpo compare all"
    assert (begun / "comparison.json").read_bytes() == (whole / "comparison.json").read_bytes()
    after = tree(begun / "cells")
    assert {name: after[name] for name in before} == before
    planned = next(event for event in watch.events if isinstance(event, WorkPlanned))
    assert planned.cells == ["ppo/seed-0", "grpo/seed-0", "ppo/seed-1", "grpo/seed-1"]
    assert planned.kept == ["grpo/seed-0"]
    done = [event.cell for event in watch.events if isinstance(event, CellDone)]
    assert done == ["ppo/seed-0", "ppo/seed-1", "grpo/seed-1"]


def test_seeds_are_added_below_those_that_are_there(tmp_path: Path, whole: Path) -> None:
    folder = tmp_path / "second"
    compare(replace(large(folder), seeds=1, first_seed=1))
    assert [cell.name for cell in sorted((folder / "cells").iterdir())] == [
        "grpo-seed-1",
        "ppo-seed-1",
    ]
    made = compare(large(folder), command="hgpo compare all")
    assert made.to_json() == (whole / "comparison.json").read_text()


def test_an_addition_that_is_interrupted_loses_nothing(whole: Path, begun: Path) -> None:
    class Stop(Recorder):
        def notify(self, event: Event) -> None:
            if isinstance(event, BatchDone):
                raise KeyboardInterrupt

    before = tree(begun / "cells")
    with pytest.raises(Interrupted):
        compare(large(begun), observer=Stop(), command="hgpo compare all")
    assert before.items() <= tree(begun / "cells").items()
    # what is resumed is the large comparison, with its own command
    made = compare(large(begun))
    assert made.command == "hgpo compare all"
    assert (begun / "comparison.json").read_bytes() == (whole / "comparison.json").read_bytes()


def test_configuration_and_command_change_in_one_step(
    begun: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    before = tree(begun)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            compare(large(begun), command="hgpo compare all")
    assert tree(begun) == before
    assert compare(tiny(begun), command="another").command == "hgpo compare one"


def test_other_settings_are_refused_one_by_one_and_nothing_is_touched(begun: Path) -> None:
    config = large(begun)
    other = replace(
        config,
        trainer=replace(config.trainer, learning_rate=0.001),
        budget=replace(config.budget, env_steps=2_400, flops=None),
        env=replace(config.env, eval_split="gen_seen"),
    )
    before = tree(begun)
    with pytest.raises(RunError) as refused:
        compare(other)
    assert str(refused.value) == (
        f"{str(begun)!r} holds a comparison with other settings: budget.env_steps is 900 there "
        "and 2,400 here; budget.flops is 10,000,000,000 there and not set here; env.eval_split is "
        "gen_unseen there and gen_seen here; trainer.learning_rate is 0.002 there and 0.001 here. "
        "Only algorithms, seeds and baselines can be added to it. Choose another run.dir, or "
        "repeat the command that it was begun with."
    )
    assert tree(begun) == before


def test_what_was_begun_is_not_left_out(begun: Path) -> None:
    before = tree(begun)
    other = replace(
        tiny(begun), algorithms=[AlgorithmConfig(name="ppo")], first_seed=1, baselines=["random"]
    )
    with pytest.raises(RunError) as refused:
        compare(other)
    assert str(refused.value) == (
        f"{str(begun)!r} holds a comparison of more than this: it also has grpo, seed 0, the "
        "baseline expert. What was begun is not left out afterwards, since results could be "
        "chosen so. Ask for all of it, or choose another run.dir."
    )
    assert tree(begun) == before


def test_nothing_is_added_under_other_versions(begun: Path) -> None:
    kept = begun / "cells" / "grpo-seed-0" / "versions.json"
    versions = json.loads(kept.read_text())
    now = versions["torch"]
    kept.write_text(json.dumps({**versions, "torch": "1.0", "python": "3.0"}))
    with pytest.raises(RunError) as refused:
        compare(large(begun))
    assert str(refused.value) == (
        f"the cells in {str(begun)!r} were trained with other versions: torch was 1.0 and is "
        f"{now}. What would be added now is not comparable with them. Install the versions of "
        "before, or choose another run.dir."
    )
    assert compare(tiny(begun)).versions["torch"] == "1.0"


def test_baselines_are_played_once(begun: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*given: object, **more: object) -> None:
        raise AssertionError("a baseline was played again")

    monkeypatch.setattr("harness.references.score_baseline", never)
    compare(tiny(begun))


def test_damaged_baselines_say_what_to_do(begun: Path) -> None:
    path = begun / "baselines.json"
    whole = path.read_bytes()
    path.write_bytes(whole[:30])
    with pytest.raises(RunError) as refused:
        compare(tiny(begun))
    assert str(refused.value).startswith(f"{str(path)!r} is damaged: the file is not JSON: ")
    assert str(refused.value).endswith("Remove it; the baselines are then played again.")
    path.unlink()
    compare(tiny(begun))
    assert path.read_bytes() == whole


def test_a_second_process_is_refused(begun: Path) -> None:
    from harness.comparison_folder import held

    with held(begun), pytest.raises(RunError, match=r"^another process is at work in "):
        compare(large(begun))


def test_a_folder_of_before_has_its_command_in_a_file_of_its_own(begun: Path) -> None:
    kept = begun / "compare.yaml"
    kept.write_text(kept.read_text().partition("\n")[2])
    (begun / "command.txt").write_text("hgpo compare before")
    assert compare(tiny(begun)).command == "hgpo compare before"


def test_the_way_that_work_is_done_makes_no_other_comparison(begun: Path) -> None:
    config = replace(tiny(begun), workers=2, run=RunDirConfig(dir=str(begun), env_workers=0))
    assert compare(config).command == "hgpo compare one"


KILLED = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
import test_comparison_growth as t
from harness.run_comparison import compare
if __name__ == "__main__":
    compare(t.large(Path(sys.argv[1])), command="hgpo compare all")
"""


@pytest.mark.slow
def test_additions_that_are_killed_at_any_moment_lose_nothing(whole: Path, begun: Path) -> None:
    before = tree(begun / "cells")
    rng = np.random.default_rng(0)
    script = begun.parent / "killed.py"
    script.write_text(KILLED)
    words = [sys.executable, str(script), str(begun), str(Path(__file__).parent)]
    for _ in range(8):
        work = subprocess.Popen(words, stderr=subprocess.DEVNULL)
        try:
            work.wait(timeout=rng.uniform(1.5, 5.0))
        except subprocess.TimeoutExpired:
            work.kill()
            work.wait()
        assert before.items() <= tree(begun / "cells").items()
    compare(large(begun), command="hgpo compare all")
    for name in ("comparison.json", "baselines.json"):
        assert (begun / name).read_bytes() == (whole / name).read_bytes()
