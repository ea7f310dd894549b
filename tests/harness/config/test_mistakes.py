"""What is said to a mistake in a configuration: one sentence or two, matched whole."""

import pytest

import algorithms
from algorithms.errors import AlgorithmInputError
from harness.budget import BudgetError
from harness.config.keys import nearest_key
from harness.config.load import load_compare, load_evaluate, load_train
from harness.config.presets import preset_names, preset_summary
from harness.errors import ConfigError
from hgpo_envs import ENVS
from hgpo_envs.errors import EnvInputError, UnknownNameError

CAP = "budget.env_steps=1000"
ALGORITHMS = ", ".join(algorithms.names())
ENV_IDS = ", ".join(sorted(entry.id for entry in ENVS))
TRAIN_KEYS = (
    "Known: env, agent, evaluation, budget, prices, run, warm_start, trainer, model, backend, "
    "algorithm, seed."
)
UNITS = (
    "env_steps, episodes, generated_tokens, prompt_tokens, trained_tokens, gradient_steps, flops, "
    "device_seconds, energy_joules, money"
)
BUDGET_KEYS = ", ".join(f"budget.{unit}" for unit in UNITS.split(", "))
SPLITS = "gen_seen, gen_train, gen_unseen, train, valid_seen, valid_train, valid_unseen"


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("sede=3", f"unknown key 'sede'. Did you mean 'seed'? {TRAIN_KEYS}"),
        ("split=train", f"unknown key 'split'. Did you mean 'env.split'? {TRAIN_KEYS}"),
        ("memory=none", f"unknown key 'memory'. Did you mean 'env.memory'? {TRAIN_KEYS}"),
        ("algorithms=[ppo]", f"unknown key 'algorithms'. Did you mean 'algorithm'? {TRAIN_KEYS}"),
        ("qqq=1", f"unknown key 'qqq'. {TRAIN_KEYS}"),
        (
            "env.memory.sizes=3",
            "unknown key 'env.memory.sizes'. Did you mean 'env.memory.size'? "
            "Known: env.memory.kind, env.memory.size, env.memory.options.",
        ),
        (
            "env.memory={kind:full,budgt:3}",
            "unknown key 'env.memory.budgt'. Did you mean 'env.memory.budget'? Known: "
            "env.memory.kind, env.memory.size, env.memory.options, env.memory.budget, "
            "env.memory.tokenizer.",
        ),
        (
            "budget.env_step=3",
            "unknown key 'budget.env_step'. Did you mean 'budget.env_steps'? "
            f"Known: {BUDGET_KEYS}.",
        ),
        (
            "env.dificulty=easy",
            "unknown key 'env.dificulty'. Did you mean 'env.difficulty'? Known: env.id, env.split, "
            "env.eval_split, env.max_steps, env.memory, env.template, env.options, env.data, "
            "env.games, env.difficulty, env.task_types, env.filters, env.goal, env.goal_seed, "
            "env.engine.",
        ),
        ("seed.x=3", f"unknown key 'seed.x'. Did you mean 'seed'? {TRAIN_KEYS}"),
        (
            "budget=4",
            f"budget takes no value itself. Set a key of it: {BUDGET_KEYS}.",
        ),
        ("hgpo", "'hgpo' is no KEY=VALUE. Write, for example, env=alfworld."),
        ("=4", "'=4' is no KEY=VALUE. Write, for example, env=alfworld."),
        ("~seed", "'~seed': a key can't be removed. Write KEY=null to leave it unset."),
        (
            "+preset=quik",
            "unknown preset 'quik'. Did you mean 'quick'? Known: paper-1.5b, paper-7b, quick.",
        ),
    ],
)
def test_a_key_that_is_not_there_is_answered_with_the_nearest(word, message):
    with pytest.raises(ConfigError) as error:
        load_train([word, CAP])
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("seed=-1", "seed is -1; expected a whole number of at least 0."),
        ("seed=1.5", "seed is '1.5'; expected a whole number of at least 0."),
        ("seed=three", "seed is 'three'; expected a whole number of at least 0."),
        ("seed=true", "seed is 'true'; expected a whole number of at least 0."),
        ("seed=1e30", "seed is 1e30; expected a number below 2^63."),
        ("seed=null", "seed is 'null'; expected a whole number of at least 0."),
        ("seed=1,2", "seed is '1,2'; expected a whole number of at least 0."),
        ("seed=range(3)", "seed is 'range(3)'; expected a whole number of at least 0."),
        ("run.keep_bytes=-1", "run.keep_bytes is -1; expected a number of at least 0, or null."),
        ("trainer.tasks=0", "trainer.tasks is 0; expected a whole number of at least 1."),
        ("trainer.temperature=0", "trainer.temperature is 0; expected a number above 0."),
        ("trainer.temperature=-1", "trainer.temperature is -1; expected a number above 0."),
        ("trainer.temperature=nan", "trainer.temperature is nan; expected a number above 0."),
        ("trainer.learning_rate=inf", "trainer.learning_rate is inf; expected a number above 0."),
        ("trainer.learning_rate=x", "trainer.learning_rate is 'x'; expected a number above 0."),
        (
            "evaluation.temperature=-0.1",
            "evaluation.temperature is -0.1; expected a number of at least 0.",
        ),
        (
            "evaluation.tasks=0",
            "evaluation.tasks is 0; expected a whole number of at least 1, or null.",
        ),
        (
            "env.memory.size=0",
            "env.memory.size is 0; expected a whole number of at least 1, or null.",
        ),
        ("env.max_steps=0", "env.max_steps is 0; expected a whole number of at least 1, or null."),
        ("budget.env_steps=1.5", "budget.env_steps is '1.5'; expected a whole number, or null."),
        ("budget.env_steps=lots", "budget.env_steps is 'lots'; expected a whole number, or null."),
        ("budget.flops=inf", "budget.flops is 'inf'; expected a whole number, or null."),
        ("run.dir=???", "run.dir is '???'; expected a text, or null."),
        ("run.dir=", "run.dir is ''; expected a text, or null."),
        ("env.options=3", "env.options is '3'; expected NAME: VALUE pairs in braces."),
        ("run.dir=${nope}", "run.dir: Interpolation key 'nope' not found."),
        (
            "algorithm=grpo trainer.group_size=1",
            "grpo compares the episodes of a group: trainer.group_size is 1; expected at least 2.",
        ),
        (
            "agent=expert",
            "agent.kind is 'expert', which learns nothing; only 'scorer' can be trained. Score the "
            "others with hgpo evaluate.",
        ),
        ("agent.run=x", "agent.run is for hgpo evaluate; a training starts from its own weights."),
        ("+preset=quick +preset=quick", "one preset can be taken at a time; 2 were given."),
    ],
)
def test_a_value_that_does_not_fit_is_named(word, message):
    with pytest.raises(ConfigError) as error:
        load_train([CAP, *word.split()])
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("word", "message"),
    [
        (
            "",
            f"a budget needs at least one cap. Set one of: {UNITS} (for example env_steps=200000).",
        ),
        (
            "budget.env_steps=0",
            "the cap on env_steps must be more than 0; it is 0. "
            "Leave it out to count the unit without a cap.",
        ),
        (
            "budget.env_steps=-5",
            "the cap on env_steps must be more than 0; it is -5. "
            "Leave it out to count the unit without a cap.",
        ),
    ],
)
def test_a_budget_that_can_not_be_kept_is_refused(word, message):
    with pytest.raises(BudgetError) as error:
        load_train(word.split())
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("word", "kind", "message"),
    [
        (
            "env=ALFWrld-v0",
            UnknownNameError,
            f"unknown environment 'ALFWrld-v0'. Did you mean 'ALFWorld-v0'? Known: {ENV_IDS}.",
        ),
        (
            "env.split=gen_tran",
            UnknownNameError,
            f"unknown split of ALFWorld-v0 'gen_tran'. Did you mean 'gen_train'? Known: {SPLITS}.",
        ),
        (
            "env.eval_split=valid",
            UnknownNameError,
            f"unknown split of ALFWorld-v0 'valid'. Did you mean 'valid_seen'? Known: {SPLITS}.",
        ),
        (
            "env.memory=windw",
            UnknownNameError,
            "unknown memory 'windw'. Did you mean 'window'? "
            "Known: combined, full, none, retrieval, summary, window.",
        ),
        (
            "env.memory=none env.memory.size=3",
            EnvInputError,
            "the memory 'none' takes no size, but 3 was given. Leave it out, or use 'window'.",
        ),
        (
            "env.memory.recent=3",
            EnvInputError,
            "the memory 'window' takes no recent, but 3 was given. "
            "Leave it out, or use 'summary' or 'retrieval'.",
        ),
        (
            "env.memory=full env.memory.budget=0",
            EnvInputError,
            "budget is 0; expected a whole number of at least 1.",
        ),
        (
            "env.template=alfwrld",
            UnknownNameError,
            "unknown prompt template 'alfwrld'. Did you mean 'alfworld'? Known: alfworld, default, "
            "webshop. A file is named by its path, such as ./prompt.j2.",
        ),
        (
            "algorithm=hgop",
            AlgorithmInputError,
            f"unknown algorithm 'hgop'. Did you mean 'hgpo'? Known: {ALGORITHMS}. One of your own "
            "is known once its package is installed, with an entry point in the group "
            "'hgpo_algorithms'.",
        ),
        (
            "algorithm.discount=1.5",
            AlgorithmInputError,
            "discount is 1.5; expected a number in [0, 1].",
        ),
        (
            "algorithm.history=2.5",
            AlgorithmInputError,
            "history is 2.5; expected a whole number of 0 or more.",
        ),
    ],
)
def test_a_name_that_is_not_there_is_answered_with_the_nearest(word, kind, message):
    with pytest.raises(kind) as error:
        load_train([CAP, *word.split()])
    assert str(error.value) == message


def test_an_option_that_the_algorithm_does_not_have_is_answered_with_the_nearest():
    message = r"^unknown option of hgpo 'histroy'\. Did you mean 'history'\? Known: .*\.$"
    with pytest.raises(AlgorithmInputError, match=message):
        load_train([CAP, "algorithm.histroy=2"])


FORMS = "Write 'algorithms=[grpo,hgpo]', or with options 'algorithms=[grpo,{name:hgpo,history:2}]'."


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            [],
            "there is no algorithm to compare. Name some, for example "
            f"'algorithms=[{','.join(algorithms.names())}]'.",
        ),
        (["algorithms=[1,2]"], f"algorithms is '[1,2]'; expected a list of names. {FORMS}"),
        (
            ["algorithms=[{name:hgpo,options:3}]"],
            f"algorithms has options of hgpo that have no names. {FORMS}",
        ),
        (["algorithms={a:1}"], f"algorithms is '{{a:1}}'; expected a list of names. {FORMS}"),
        (
            ["algorithms=[grpo,grpo]"],
            "grpo is in algorithms twice. Name it once, or change an option.",
        ),
        (
            ["algorithms=[grpo,hgpo]", "algorithms.hgop.history=2"],
            "algorithms.hgop.history: unknown algorithm of this comparison 'hgop'. "
            "Did you mean 'hgpo'? Known: grpo, hgpo.",
        ),
        (["seeds=0"], "seeds is 0; expected a whole number of at least 1."),
        (
            ["algorithms=[grpo]", "baselines=[scorer]"],
            "a baseline needs no training; expected random, expert, first-hit or planner, "
            "not scorer.",
        ),
        (
            ["algorithms=[grpo]", "trainer.group_size=1"],
            "grpo compares the episodes of a group: trainer.group_size is 1; expected at least 2.",
        ),
    ],
)
def test_a_comparison_of_nothing_or_of_the_same_is_refused(words, message):
    with pytest.raises(ConfigError) as error:
        load_compare([CAP, *words])
    assert str(error.value) == message


def test_ppo_alone_needs_no_group():
    config = load_train([CAP, "algorithm=ppo", "trainer.group_size=1"])
    assert config.trainer.group_size == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            [],
            "the agent 'scorer' is a trained network: name its run with agent.run=DIR, or take "
            "another agent: random, expert, first-hit or planner.",
        ),
        (
            ["agent=random", "agent.run=x"],
            "agent.run is 'x', but the agent 'random' has no run.",
        ),
        (
            ["agent=random", "env.eval_split=gen_seen"],
            "hgpo evaluate plays one split: write env.split=, not env.eval_split=.",
        ),
    ],
)
def test_an_evaluation_without_an_agent_or_with_two_splits_is_refused(words, message):
    with pytest.raises(ConfigError) as error:
        load_evaluate(words)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["agent=exprt"],
            "unknown agent 'exprt'. Did you mean 'expert'? "
            "Known: expert, first-hit, planner, random, scorer.",
        ),
        (
            ["agent.run=x", "agent.checkpoint=last"],
            "unknown checkpoint 'last'. Did you mean 'latest'? Known: batch-N, best, final, "
            "latest, start.",
        ),
    ],
)
def test_an_evaluation_of_an_unknown_agent_is_refused(words, message):
    with pytest.raises(UnknownNameError) as error:
        load_evaluate(words)
    assert str(error.value) == message


def test_a_mistyped_key_is_found_by_its_last_part_too():
    assert nearest_key("group_sise", ["trainer.group_size", "seed"]) == "trainer.group_size"


def test_every_preset_says_what_it_is_for():
    assert "quick" in preset_names()
    assert all(len(preset_summary(name)) > 20 for name in preset_names())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            "budget.money=5e6",
            "budget.money is capped, and nothing has a price. Give some: "
            "prices.device_seconds=0.0006 prices.generated_tokens=2e-6 prices.currency=USD.",
        ),
        (
            "budget.env_steps=100 prices.device_seconds=0.1",
            "prices.device_seconds has no use: device_seconds is read off the device only under a "
            "cap. Cap budget.device_seconds or budget.money, or leave the price out.",
        ),
        (
            "budget.env_steps=100 budget.generated_tokens=5",
            "budget.generated_tokens would never be reached: the embedded scorer is charged no "
            "generated_tokens (one token sampled by a policy). Cap one of: env_steps, episodes, "
            "gradient_steps, flops, device_seconds, energy_joules, money.",
        ),
    ],
)
def test_caps_and_prices_that_do_not_go_together(words, message):
    with pytest.raises(ConfigError) as error:
        load_train(words.split())
    assert str(error.value) == message
