"""Models, backends, named budgets, the paper's presets, and bounds."""

import json

import pytest

from harness.cli.main import main
from harness.config.compose import COMMANDS
from harness.config.keys import slots
from harness.config.load import load, load_compare, load_train, to_yaml
from harness.config.model import require_backend
from harness.errors import ConfigError

FREE = {"prices", "budget"}
"""Sections whose numbers are checked by classes of their own."""


@pytest.mark.parametrize("command", COMMANDS)
def test_every_number_of_the_schema_has_a_bound(command):
    for key, slot in slots(COMMANDS[command]).items():
        if slot.kind in {"whole", "number"} and key.partition(".")[0] not in FREE:
            assert slot.limits is not None, key


@pytest.mark.parametrize(("preset", "size"), [("paper-1.5b", "1.5B"), ("paper-7b", "7B")])
def test_the_paper_s_presets_hold_its_protocol(preset, size):
    config = load_compare([f"+preset={preset}"])
    assert config.model.name == f"Qwen/Qwen2.5-{size}-Instruct"
    assert (config.trainer.tasks, config.trainer.group_size, config.seeds) == (16, 8, 3)
    assert config.budget.episodes == 160 * 16 * 8
    assert [entry.options["history"] for entry in config.algorithms] == [2, 4]
    assert (config.trainer.learning_rate, config.evaluation.temperature) == (1e-6, 0.4)
    assert config.env.max_steps == 50
    assert load_compare([f"+preset={preset}", "env=webshop"]).env.max_steps == 15


def test_a_backend_that_is_not_there_is_refused():
    with pytest.raises(ConfigError, match="can't train with backend=openrlhf; it trains with: e"):
        require_backend(load_train(["+preset=paper-7b"]))


def test_a_named_budget_stands_in_place_of_the_preset_s_and_caps_win_over_it():
    config = load_train(["+preset=quick", "budget=paper", "budget.flops=5"])
    budget = config.budget
    assert (budget.episodes, budget.flops, budget.env_steps) == (20480, 5, None)


@pytest.mark.parametrize("command", ["train", "compare", "evaluate"])
def test_what_is_shown_can_be_given_back(command, tmp_path):
    more = ["agent=random"] if command == "evaluate" else []
    config = load(COMMANDS[command], ["+preset=quick", *more])
    file = tmp_path / "mine.yaml"
    file.write_text(to_yaml(config))
    assert load(COMMANDS[command], [f"+preset={file}"]) == config


def test_sources_are_told(capsys):
    assert main(["config", "show", "train", "+preset=quick", "seed=1", "--sources"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "seed: 1  # word" in lines
    assert "trainer.tasks: 16  # preset" in lines
    assert "trainer.epochs: 2  # default" in lines


def test_what_is_shown_can_be_written_as_json(tmp_path):
    target = tmp_path / "shown.json"
    assert main(["config", "show", "compare", "+preset=quick", "--json", str(target)]) == 0
    assert json.loads(target.read_text())["seeds"] == 3


def test_keys_and_presets_are_listed(capsys):
    assert main(["config", "keys"]) == 0
    assert main(["config", "presets"]) == 0
    said = capsys.readouterr().out
    assert "seed  [a whole number of at least 0; default 0]" in said
    assert "+preset=paper-7b" in said
