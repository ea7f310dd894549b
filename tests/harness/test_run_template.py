"""A run keeps the template that it began with."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest
from test_training import StopAfter, records, small

from harness.config.load import load_evaluate
from harness.config.schema import (
    AlgorithmConfig,
    CompareConfig,
    MemoryConfig,
    RunDirConfig,
    TrainConfig,
)
from harness.errors import RunError
from harness.interrupt import Interrupted
from harness.run.folder import RunFolder
from harness.run_comparison import compare
from harness.run_training import resume, train
from harness.worlds import open_world
from hgpo_envs.context import open_template
from hgpo_envs.errors import EnvInputError


def with_template(folder: Path, template: str) -> TrainConfig:
    config = small(folder)
    return replace(config, env=replace(config.env, template=template))


def test_a_run_goes_on_with_its_own_copy_of_a_template(tmp_path: Path) -> None:
    file = tmp_path / "prompt.j2"
    file.write_text("Now: {{ observation }}\n")
    folder = tmp_path / "run"
    with pytest.raises(Interrupted):
        train(with_template(folder, str(file)), observer=StopAfter(1))
    file.unlink()
    assert (folder / "template.j2").read_text() == "Now: {{ observation }}\n"
    run = RunFolder.open(folder)
    assert open_world(run.env, "gen_seen").make().template.source == "Now: {{ observation }}\n"
    assert run.config.env.template == "./prompt.j2"
    assert str(tmp_path / "prompt") not in (folder / "config.yaml").read_text()
    run.close()
    resume(folder)
    config = load_evaluate([f"agent.run={folder}"])
    assert open_world(config.env, "gen_seen").make().template.source == "Now: {{ observation }}\n"
    # The prompt is not what the scorer reads: it learns the same from the parts.
    train(with_template(tmp_path / "shipped", "webshop"))
    others, own = records(tmp_path / "shipped"), records(folder)
    other, told = (json.loads(each.pop("result.json")) for each in (others, own))
    assert others == own
    # Results say by its content which template it was, and nothing else differs in them.
    assert told["template"] == hashlib.sha256(b"Now: {{ observation }}\n").hexdigest()
    assert {**told, "template": other["template"]} == other
    assert other["template"] == open_template("webshop").hash != told["template"]


def test_a_template_that_is_not_there_is_refused_before_a_run_begins(tmp_path: Path) -> None:
    with pytest.raises(EnvInputError, match=r"can't be read"):
        train(with_template(tmp_path / "run", str(tmp_path / "nothing.j2")))
    assert not (tmp_path / "run").exists()


def test_a_run_without_a_template_of_its_own_keeps_none(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "run", small(tmp_path / "run"))
    assert not (folder.path / "template.j2").exists()
    assert folder.env == folder.config.env
    folder.close()


def compared(folder: Path, template: str) -> CompareConfig:
    cell = small(folder)
    return CompareConfig(
        env=replace(cell.env, template=template),
        agent=cell.agent,
        evaluation=cell.evaluation,
        budget=replace(cell.budget, env_steps=1_000),
        warm_start=cell.warm_start,
        trainer=cell.trainer,
        algorithms=[AlgorithmConfig(name="grpo")],
        seeds=2,
        workers=1,
        baselines=["random"],
        run=RunDirConfig(dir=str(folder)),
    )


def test_a_comparison_goes_on_with_its_own_copy_of_a_template(tmp_path: Path) -> None:
    file = tmp_path / "prompt.j2"
    file.write_text("Now: {{ observation }}\n")
    folder = tmp_path / "run"
    with pytest.raises(Interrupted):
        compare(compared(folder, str(file)), observer=StopAfter(1))
    moved = folder.rename(tmp_path / "moved")
    file.write_text("Other: {{ observation }}\n")
    with pytest.raises(RunError, match=r"env.template is sha256:\w+ there and sha256:\w+ here\."):
        compare(compared(moved, str(file)))
    file.unlink()
    told = compare(compared(moved, str(file)))
    digest = hashlib.sha256(b"Now: {{ observation }}\n").hexdigest()
    assert told.settings["env.template"] == f"sha256:{digest}"
    assert str(tmp_path) not in (moved / "comparison.json").read_text()
    results = [json.loads(path.read_text()) for path in moved.glob("cells/*/result.json")]
    assert [result["template"] for result in results] == [digest, digest]
    (same := tmp_path / "again.j2").write_text("Now: {{ observation }}\n")
    compare(compared(moved, str(same)))  # the same text under another name is the same template


def test_an_unknown_template_leaves_no_comparison_behind(tmp_path: Path) -> None:
    with pytest.raises(EnvInputError, match=r"can't be read"):
        compare(compared(tmp_path / "run", str(tmp_path / "nothing.j2")))
    assert not (tmp_path / "run").exists()


OWN = """
class Last:
    name = "last"

    def recall(self, instruction, turns):
        from hgpo_envs.context import Recollection

        return Recollection(tuple(turns[-1:]))
"""


def test_a_run_goes_on_with_the_memory_s_code_that_it_began_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "their_last.py"
    file.write_text(OWN)
    monkeypatch.syspath_prepend(str(tmp_path))
    folder = tmp_path / "run"
    config = small(folder)
    memory = MemoryConfig(kind="their_last:Last")
    config = replace(config, env=replace(config.env, memory=memory))
    with pytest.raises(Interrupted):
        train(config, observer=StopAfter(4))
    file.write_text(OWN + "# another\n")
    with pytest.raises(RunError) as error:
        resume(folder)
    assert str(error.value) == (
        "the code of the run's memory changed since it began: their_last:Last. Put the old code "
        "back and resume, or train in another run.dir."
    )
    file.write_text(OWN)
    result = resume(folder)
    assert result.memory == "their_last:Last"
    assert result.sources == {"their_last:Last": hashlib.sha256(OWN.encode()).hexdigest()}
