"""The keys that the help lists are keys."""

import shlex

import pytest

import algorithms
from agents import AGENTS
from harness.cli import compare, diagnose, evaluate, train
from harness.cli.key_help import (
    AGENT_KEYS,
    ALGORITHM_KEYS,
    COMPARISON_KEYS,
    DIAGNOSIS_KEYS,
    ENV_KEYS,
    EVALUATION_KEYS,
    LEARN_KEYS,
    RUN_KEYS,
)
from harness.config.keys import slots
from harness.config.load import COMMANDS, load
from harness.config.short_forms import Keys
from hgpo_envs.context import MEMORIES

SHOWN = {
    "train": (*ALGORITHM_KEYS, *ENV_KEYS, *LEARN_KEYS, *EVALUATION_KEYS, *RUN_KEYS),
    "evaluate": (*AGENT_KEYS, *ENV_KEYS, *EVALUATION_KEYS),
    "diagnose": (*DIAGNOSIS_KEYS, *ENV_KEYS),
    "compare": (*COMPARISON_KEYS, *ENV_KEYS, *LEARN_KEYS, *EVALUATION_KEYS, *RUN_KEYS),
}
FILLED = {"OPTION": "difficulty", "UNIT": "flops", "A": "hgpo"}


@pytest.mark.parametrize("command", SHOWN)
def test_every_key_of_the_help_exists(command):
    options = dict.fromkeys(("env.options", "env.memory.options"), lambda asked: ["difficulty"])
    keys = Keys(command, slots(COMMANDS[command]), options)
    for written, _ in SHOWN[command]:
        key = written.strip("'").partition("=")[0]
        parts = [FILLED.get(part, part) for part in key.split(".")]
        keys.target(".".join(parts))


def test_the_help_names_what_there_is():
    meaning = {key: text for keys in SHOWN.values() for key, text in keys}
    assert sorted(meaning["algorithm=NAME"].split(", ")) == list(algorithms.names())
    assert all(kind in meaning["env.memory=KIND"] for kind in MEMORIES)
    assert all(kind in dict(SHOWN["evaluate"])["agent=KIND"] for kind in AGENTS)


@pytest.mark.parametrize(
    ("command", "module"), [("train", train), ("compare", compare), ("diagnose", diagnose)]
)
def test_the_examples_can_be_loaded(command, module):
    shown = module.parser().format_help().partition("examples:\n")[2]
    examples = [shlex.split(line) for line in shown.splitlines()]
    assert len(examples) == 2
    for words in examples:
        assert words[:2] == ["hgpo", command]
        load(COMMANDS[command], module.parser().parse(words[2:]).overrides)


def test_the_examples_of_evaluate_can_be_loaded():
    shown = evaluate.parser().format_help().partition("examples:\n")[2]
    for line in shown.splitlines():
        load(COMMANDS["evaluate"], evaluate.parser().parse(shlex.split(line)[2:]).overrides)
