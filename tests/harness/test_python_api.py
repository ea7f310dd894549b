"""From Python: the settings, the checks and the answers of the commands."""

import io
import json
import shlex
import subprocess
import sys
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path

import pytest
from test_comparison_growth import large, tiny
from test_training import small

import harness
from harness.answers import ComparisonAnswer, RunAnswer
from harness.budget import Budget
from harness.cli.main import main
from harness.cli.output import as_json
from harness.config.load import load_compare, load_train
from harness.config.schema import (
    AgentConfig,
    AlgorithmConfig,
    CompareConfig,
    EnvConfig,
    MemoryConfig,
    TrainerConfig,
)
from harness.config.settings import changed, words_of
from harness.errors import ConfigError, HarnessInputError
from harness.run_comparison import compare

WORDS = ["env.difficulty=easy", "agent=expert", "tasks=3", "env.max_steps=20"]
TINY = {
    "env": {"id": "alfworld", "difficulty": "easy", "max_steps": 15},
    "agent": {"buckets": 256, "width": 8, "hidden": 16, "slots": 2},
    "evaluation": {"tasks": 4},
    "budget": {"env_steps": 900},
    "warm_start": {"episodes": 4, "epochs": 1},
    "trainer": {"tasks": 2, "group_size": 4, "minibatches": 1},
}


@pytest.fixture(autouse=True)
def wide_and_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder, with as wide a terminal as an answer is printed for."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")


def printed(words: list[str]) -> str:
    """Return what a command prints, without the lines that say where files are."""
    told = io.StringIO()
    with redirect_stdout(told):
        assert main(words) == 0
    lines = told.getvalue().splitlines()
    return "\n".join(line for line in lines if not line.startswith(("run: ", "json: ", "report: ")))


def test_an_evaluation_is_what_the_command_says() -> None:
    answer = harness.evaluate(env={"difficulty": "easy", "max_steps": 20}, agent="expert", tasks=3)
    assert str(answer) == printed(["evaluate", *WORDS, "--json", "x.json", "--quiet"])
    assert as_json(answer.to_json()) == Path("x.json").read_text()
    assert harness.evaluate(WORDS).to_json() == answer.to_json()
    assert harness.evaluate(shlex.join(WORDS[:3]), env={"max_steps": 20}).to_json() == (
        answer.to_json()
    )


def test_a_training_is_what_the_command_says() -> None:
    answer = harness.train(**TINY, algorithm="grpo", seed=1)
    assert answer.folder == Path("runs/train-1")
    words = ["train", *words_of({**TINY, "algorithm": "grpo", "seed": 1}), "run.dir=again"]
    assert str(answer) == printed([*words, "--json", "x.json", "--quiet"])
    assert as_json(answer.to_json()) == Path("x.json").read_text()
    resumed = harness.resume(answer.folder)
    assert isinstance(resumed, RunAnswer)
    assert resumed.to_json() == answer.to_json()


def test_a_comparison_is_what_the_command_says() -> None:
    settings = {**TINY, "algorithms": ["grpo", {"name": "gigpo", "omega": 0.5}], "seeds": 1}
    answer = harness.compare(**settings, workers=1, run={"dir": Path("here")})
    words = ["compare", *words_of(settings), "workers=1", "run.dir=there"]
    assert str(answer) == printed([*words, "--json", "x.json", "--quiet"])
    assert as_json(answer.to_json()) == Path("x.json").read_text()
    for name in ("comparison.json", "report.html"):
        assert (Path("here") / name).read_bytes() == (Path("there") / name).read_bytes()
    assert answer.comparison.command.endswith("'algorithms=[grpo,{name:gigpo,omega:0.5}]' seeds=1")
    resumed = harness.resume("here")
    assert isinstance(resumed, ComparisonAnswer)
    assert resumed == answer


def test_a_configuration_object_is_taken(tmp_path: Path) -> None:
    answer = harness.compare(tiny(tmp_path / "run"))
    assert answer.comparison == replace(
        compare(tiny(tmp_path / "run")), command=answer.comparison.command
    )
    with pytest.raises(HarnessInputError) as refused:
        harness.compare(tiny(tmp_path), seeds=3)
    assert str(refused.value) == (
        "a configuration was given, and settings beside it: seeds. Give the settings alone, or "
        "change the configuration with dataclasses.replace."
    )
    with pytest.raises(HarnessInputError) as refused:
        harness.compare(small(tmp_path))  # type: ignore[arg-type]
    assert str(refused.value) == (
        "a TrainConfig was given; expected a CompareConfig, words of the command line, or settings."
    )


@pytest.mark.parametrize(
    "config",
    [
        large(Path("x")),
        CompareConfig(
            env=EnvConfig(
                split="gen_train",
                eval_split="gen_unseen",
                max_steps=7,
                memory=MemoryConfig(kind="full"),
                options={"difficulty": "easy", "data": "a folder/with, \"signs\" [and] 'more'"},
            ),
            agent=AgentConfig(width=8),
            budget=Budget(env_steps=100, device_seconds=2.5),
            trainer=TrainerConfig(learning_rate=1e-7),
            algorithms=[AlgorithmConfig(name="hgpo", options={"history": 2, "normalise": "mean"})],
            first_seed=3,
            baselines=["first-hit"],
        ),
    ],
)
def test_the_command_of_a_configuration_makes_it(config: CompareConfig) -> None:
    config = replace(config, workers=None, run=CompareConfig(budget=config.budget).run)
    assert load_compare(words_of(changed(config))) == config


def test_keywords_are_checked_like_words() -> None:
    with pytest.raises(ConfigError) as refused:
        harness.train(sede=3)
    with pytest.raises(ConfigError) as by_words:
        load_train(["sede=3"])
    assert str(refused.value) == str(by_words.value)
    with pytest.raises(ConfigError) as refused:
        harness.train(budget={"env_steps": "many"})
    assert str(refused.value) == "budget.env_steps is 'many'; expected a whole number, or null."
    with pytest.raises(ConfigError, match=r"^one preset can be taken at a time; 2 were given\.$"):
        harness.train("+preset=quick", preset="quick")


def test_keywords_win_over_words_and_both_over_the_preset() -> None:
    from harness.config.load import load
    from harness.config.schema import TrainConfig

    config = load(TrainConfig, ["+preset=quick", "seed=1"], {"seed": 2, "trainer": {"tasks": 3}})
    assert (config.seed, config.trainer.tasks, config.evaluation.tasks) == (2, 3, 200)
    assert load(TrainConfig, [], {"preset": "quick"}).budget.env_steps == 250_000


def test_importing_the_package_is_light_and_its_names_are_functions() -> None:
    program = (
        "import sys, harness; "
        "print(*sorted({'torch', 'hydra', 'rich', 'numpy', 'hgpo_envs'} & set(sys.modules))); "
        "import harness.run_training, harness.run_comparison, harness.run_evaluation; "
        "print(*(getattr(harness, name).__name__ for name in harness.__all__))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "\ncompare evaluate resume train\n"
    with pytest.raises(AttributeError, match="module 'harness' has no attribute 'trian'"):
        harness.trian  # noqa: B018


def test_no_module_takes_the_place_of_a_function() -> None:
    folder = Path(str(harness.__file__)).parent
    assert not {path.stem for path in folder.iterdir()} & set(harness.__all__)


def test_an_answer_is_json_as_who_reads_the_file_gets_it() -> None:
    answer = harness.evaluate(WORDS)
    assert json.loads(as_json(answer.to_json())) == answer.to_json()
