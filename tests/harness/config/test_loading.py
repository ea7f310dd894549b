"""Configurations composed from the words of a command line."""

import dataclasses

import pytest

import hgpo_envs
from harness.budget import Budget
from harness.config import presets
from harness.config.load import from_yaml, load_compare, load_evaluate, load_train, to_yaml
from harness.config.schema import AlgorithmConfig, MemoryConfig
from harness.errors import RunError

CAP = "budget.env_steps=1000"


def test_what_is_left_out_comes_from_the_environments_spec():
    config = load_train(["env=alfworld", CAP])
    assert config.env.id == "ALFWorld-v0"
    assert config.env.split == "gen_train"
    assert config.env.eval_split == "gen_unseen"
    assert config.env.max_steps == 50
    assert config.env.memory == MemoryConfig(kind="window", size=8)


def test_who_trains_on_official_games_is_evaluated_on_official_games():
    assert load_train(["env.split=train", CAP]).env.eval_split == "valid_seen"


def test_a_name_and_an_id_are_the_same_environment():
    assert load_train(["env=alfworld", CAP]) == load_train(["env.id=ALFWorld-v0", CAP])


@pytest.mark.parametrize(
    ("words", "memory"),
    [
        (["env.memory=none"], MemoryConfig(kind="none")),
        (["env.memory=full"], MemoryConfig(kind="full")),
        (["env.memory=window"], MemoryConfig(kind="window", size=8)),
        (["env.memory.size=2"], MemoryConfig(kind="window", size=2)),
        (["env.memory.kind=window", "env.memory.size=2"], MemoryConfig(kind="window", size=2)),
        (["env.memory.size=2", "env.memory=window"], MemoryConfig(kind="window", size=2)),
        (["env.memory={kind:window,size:3}"], MemoryConfig(kind="window", size=3)),
        (["+preset=quick", "env.memory=none"], MemoryConfig(kind="none")),
        (
            ["env.memory.budget=2000", "env.memory=full"],
            MemoryConfig(kind="full", options={"budget": 2000}),
        ),
        (
            ["env.memory={kind:summary,recent:3,width:80}"],
            MemoryConfig(kind="summary", options={"recent": 3, "width": 80}),
        ),
        (
            ["env.memory={kind:combined,parts:[{kind:window,size:2},{kind:summary}]}"],
            MemoryConfig(
                kind="combined",
                options={"parts": [{"kind": "window", "size": 2}, {"kind": "summary"}]},
            ),
        ),
    ],
)
def test_memory_has_short_forms(words, memory):
    assert load_train([*words, CAP]).env.memory == memory


@pytest.mark.parametrize(
    "word",
    [
        "env.difficulty=easy",
        "env.options.difficulty=easy",
        "+env.difficulty=easy",
        "env.options={difficulty:easy}",
        "env={id:alfworld,options:{difficulty:easy}}",
    ],
)
def test_an_option_of_the_environment_has_short_forms(word):
    assert load_train([word, CAP]).env.options == {"difficulty": "easy"}


def test_an_option_of_the_environment_may_be_a_list():
    config = load_evaluate(["agent=random", "env.games=[a/b,c/d]"])
    assert config.env.options == {"games": ["a/b", "c/d"]}


@pytest.mark.parametrize("folder", ["/a b/c", "x=y", "a,b", "2024", "~/runs", "run(1)", "[x]", "é"])
def test_a_path_needs_no_quotes(folder):
    assert load_train([f"run.dir={folder}", CAP]).run.dir == folder


def test_a_path_may_be_quoted_and_refer_to_other_keys():
    assert load_train(["run.dir='a b'", CAP]).run.dir == "a b"
    config = load_train(["run.dir=runs/${algorithm.name}-${seed}", "seed=3", CAP])
    assert config.run.dir == "runs/hgpo-3"


@pytest.mark.parametrize("number", ["200000", "2e5", "2.0e5", "200_000"])
def test_whole_numbers_may_be_written_as_powers_of_ten(number):
    assert load_train([f"budget.env_steps={number}"]).budget == Budget(env_steps=200_000)


def test_a_number_may_be_written_without_its_point():
    assert load_train(["trainer.temperature=1", CAP]).trainer.temperature == 1.0


def test_the_algorithms_options_take_the_types_of_their_defaults():
    config = load_train(["algorithm=hgpo", "algorithm.history=2.0", "algorithm.alpha=1", CAP])
    assert config.algorithm == AlgorithmConfig(name="hgpo", options={"history": 2, "alpha": 1.0})
    assert [type(value) for value in config.algorithm.options.values()] == [int, float]


@pytest.mark.parametrize(
    "word", ["algorithms=[grpo,hgpo]", "algorithms=grpo,hgpo", "algorithms=[{name:grpo},hgpo]"]
)
def test_a_comparison_lists_algorithms(word):
    config = load_compare([word, CAP])
    assert config.algorithms == [AlgorithmConfig(name="grpo"), AlgorithmConfig(name="hgpo")]


@pytest.mark.parametrize(
    "words",
    [
        ["algorithms=[grpo,hgpo]", "algorithms.hgpo.history=2"],
        ["algorithms.hgpo.history=2", "algorithms=[grpo,hgpo]"],
        ["algorithms=[grpo,{name:hgpo,history:2}]"],
        ["algorithms=[grpo,{name:hgpo,options:{history:2}}]"],
    ],
)
def test_one_algorithm_of_a_comparison_has_options_of_its_own(words):
    config = load_compare([*words, CAP])
    assert config.algorithms == [
        AlgorithmConfig(name="grpo"),
        AlgorithmConfig(name="hgpo", options={"history": 2}),
    ]
    assert [algorithm.label for algorithm in config.algorithms] == ["grpo", "hgpo(history=2)"]


def test_later_words_win_over_earlier_ones_and_all_over_the_preset():
    config = load_compare(["seeds=5", "+preset=quick", "seeds=4", "budget.env_steps=77"])
    assert config.seeds == 4
    assert config.budget.env_steps == 77
    assert config.env.options == {"difficulty": "easy"}


def test_the_quick_preset_compares_the_four_algorithms_with_three_seeds():
    config = load_compare(["+preset=quick"])
    assert [entry.name for entry in config.algorithms] == ["grpo", "gigpo", "ppo", "hgpo"]
    assert config.seeds == 3
    assert set(config.budget.caps()) == {"env_steps", "flops"}


@pytest.mark.parametrize(
    "words", [["env=cornershop"], ["env={id:CornerShop-v0}"], ["env.id=CornerShop-v0"]]
)
def test_a_preset_says_what_differs_in_another_environment(words, corner_shop, monkeypatch):
    text = "seeds: 3\nbudget: {env_steps: 9, flops: 9}\nelsewhere: {corner: {budget: {flops: 5}}}"
    monkeypatch.setattr(presets, "_text", lambda name: text)
    config = load_compare(["+preset=x", "algorithms=[ppo]", *words])
    assert (config.budget.env_steps, config.budget.flops, config.seeds) == (9, 5, 3)
    config = load_compare(["+preset=x", "algorithms=[ppo]", *words, "budget.flops=7"])
    assert config.budget.flops == 7
    config = load_compare(["+preset=x", "algorithms=[ppo]", "env=alfworld"])
    assert config.budget.flops == 9


def test_baselines_are_those_of_the_environment_unless_they_are_named(corner_shop, monkeypatch):
    words = ["algorithms=[ppo]", "budget.env_steps=9", "env=cornershop"]
    assert load_compare(words).baselines == ["random", "expert"]
    own = dataclasses.replace(corner_shop, baselines=("random",))
    monkeypatch.setitem(hgpo_envs.registry._session, own.id, own)
    assert load_compare(words).baselines == ["random"]
    assert load_compare([*words, "baselines=[expert]"]).baselines == ["expert"]


def test_a_preset_gives_every_command_the_same_world_and_training():
    trained, compared = load_train(["+preset=quick"]), load_compare(["+preset=quick"])
    assert (trained.env, trained.trainer) == (compared.env, compared.trainer)
    assert load_evaluate(["+preset=quick", "agent=random"]).env.split == compared.env.eval_split


def test_evaluation_has_short_forms_of_its_own():
    config = load_evaluate(["agent=expert", "tasks=40", "seed=7", "env.split=gen_unseen"])
    assert (config.evaluation.tasks, config.evaluation.seed) == (40, 7)
    assert (config.agent.kind, config.env.split) == ("expert", "gen_unseen")


def test_a_policy_is_scored_in_the_world_it_was_trained_for(tmp_path):
    trained = load_train(["+preset=quick", "env.memory=none", "evaluation.tasks=7"])
    (tmp_path / "config.yaml").write_text(to_yaml(trained))
    config = load_evaluate([f"agent.run={tmp_path}"])
    assert (config.env.split, config.env.memory) == ("gen_unseen", MemoryConfig(kind="none"))
    assert (config.env.options, config.env.max_steps) == ({"difficulty": "easy"}, 30)
    assert config.evaluation == trained.evaluation
    assert config.agent.kind == "scorer"
    other = load_evaluate([f"agent.run={tmp_path}", "env.split=gen_seen", "tasks=9"])
    assert (other.env.split, other.evaluation.tasks) == ("gen_seen", 9)


def test_nothing_changes_a_configuration_after_it_is_loaded():
    config = load_train([CAP])
    with pytest.raises(dataclasses.FrozenInstanceError):
        config.seed = 1


@pytest.mark.parametrize(
    "config",
    [
        load_train(["+preset=quick", "algorithm.history=2", "run.dir=a: b", "env.memory=none"]),
        load_compare(["+preset=quick", "algorithms=[{name:hgpo,history:2},ppo]"]),
        load_evaluate(["agent=expert", "env.games=[a,b]", "tasks=1e1"]),
        load_train(
            [
                CAP,
                "env.template=webshop",
                "env.memory={kind:combined,parts:[{kind:window,size:2},{kind:summary,width:9}]}",
            ]
        ),
    ],
)
def test_a_file_gives_back_what_was_written(config):
    text = to_yaml(config)
    assert from_yaml(text, source="config.yaml") == config
    assert to_yaml(from_yaml(text, source="config.yaml")) == text


def test_a_file_is_sorted_and_complete():
    text = to_yaml(load_train([CAP]))
    sections = [line for line in text.splitlines() if not line.startswith(" ")]
    assert sections == sorted(sections)
    assert "  env_steps: 1000\n" in text
    assert "  flops: null\n" in text


GOOD = to_yaml(load_train([CAP]))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'f' holds no configuration: expected keys and values."),
        ("- a\n", "'f' holds no configuration: expected keys and values."),
        (
            "seed: 0\n",
            "'f': unknown command 'None'. Did you mean 'diagnose'? Known: compare, diagnose, "
            "evaluate, train.",
        ),
        (
            GOOD.replace("\nseed: 0", "\nseed: -1"),
            "'f': seed is -1; expected a whole number of at least 0.",
        ),
        (
            GOOD.replace("  group_size:", "  grup_size:"),
            "'f': unknown key 'trainer.grup_size'. Did you mean 'trainer.group_size'? Known: "
            "trainer.tasks, trainer.group_size, trainer.epochs, trainer.minibatches, "
            "trainer.learning_rate, trainer.critic_learning_rate, trainer.max_grad_norm, "
            "trainer.invalid_penalty, trainer.temperature, trainer.eval_every, "
            "trainer.checkpoint_every.",
        ),
    ],
)
def test_a_damaged_file_says_what_is_wrong_in_it(text, message):
    with pytest.raises(RunError) as error:
        from_yaml(text, source="f")
    assert str(error.value) == message


def test_a_file_that_is_no_yaml_says_where():
    with pytest.raises(RunError, match=r"^'f' is no YAML: .* line 1, column \d+.*\.$"):
        from_yaml("a: [", source="f")
