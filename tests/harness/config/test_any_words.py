"""Whatever is written on the command line, the answer is a configuration or a declared error."""

from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.errors import AlgorithmInputError
from harness.budget import BudgetError
from harness.config.compose import COMMANDS
from harness.config.keys import slots
from harness.config.load import from_yaml, load, to_yaml
from harness.errors import HarnessInputError, RunError
from hgpo_envs.errors import EnvInputError

DECLARED = (HarnessInputError, EnvInputError, AlgorithmInputError, BudgetError)
KEYS = [
    *sorted({key for schema in COMMANDS.values() for key in slots(schema)}),
    *("preset", "tasks", "env.difficulty", "algorithm.history", "algorithms.hgpo.history", "a.b"),
]
VALUES = st.one_of(
    st.sampled_from(["null", "true", "1", "0", "-1", "1e3", "inf", "1" * 400, "[]", "{}", "quick"]),
    st.sampled_from(
        [
            "hgpo",
            "[hgpo]",
            "[{name:hgpo}]",
            "[{name:[]}]",
            "[{name:hgpo,options:3}]",
            "[{name:hgpo,1:2}]",
            "???",
            "{a:{b:1}}",
            "window",
            "$",
        ]
    ),
    st.sampled_from(["${seed}", "${nope}", "${", "${oc.env:NO}", "{kind:none}", "{1:2}", "a=b"]),
    st.text(max_size=12),
)
KEY = st.one_of(st.sampled_from(KEYS), st.text(max_size=8))
WORD = st.one_of(st.builds("{}={}".format, KEY, VALUES), st.text(max_size=8))


@given(st.sampled_from(sorted(COMMANDS)), st.lists(WORD, max_size=4))
@settings(deadline=None, derandomize=True, max_examples=150)
def test_any_words_give_a_configuration_or_a_declared_error(command, words):
    start = ["+preset=quick"] if not any("preset" in word for word in words) else []
    try:
        config = load(COMMANDS[command], [*start, *words])
    except DECLARED:
        return
    assert from_yaml(to_yaml(config), source="f") == config


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=60), st.data())
@settings(deadline=None, derandomize=True, max_examples=60)
def test_any_file_gives_a_configuration_or_a_declared_error(text, data):
    good = to_yaml(load(COMMANDS["train"], ["+preset=quick"]))
    start = data.draw(st.integers(0, len(good)))
    end = data.draw(st.integers(start, len(good)))
    for damaged in (text, good[:start] + text + good[end:]):
        with suppress(RunError, EnvInputError, AlgorithmInputError, BudgetError):
            from_yaml(damaged, source="f")
