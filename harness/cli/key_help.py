"""The keys that the commands' ``--help`` lists: the main ones, with their meaning."""

from collections.abc import Sequence
from textwrap import wrap

from harness.config.presets import preset_names, preset_summary

WIDEST = 100
"""Characters of a meaning that are written on one line."""

ENV_KEYS = (
    ("env=NAME", "the environment: alfworld, or an id of `hgpo envs`"),
    ("env.split=SPLIT", "the split to train on (evaluate: to play)"),
    ("env.max_steps=N", "step cap of an episode"),
    (
        "env.memory=KIND",
        "what the agent sees of the past: none, window, full, summary, retrieval, combined",
    ),
    ("env.memory.size=N", "turns of the window"),
    ("env.memory.OPTION=VALUE", "of another kind, such as env.memory.budget=2000 of full"),
    ("env.template=FILE", "how prompts are written: default, alfworld, webshop, or a file"),
    ("env.OPTION=VALUE", "options of the environment, such as env.difficulty=easy, env.data=DIR"),
)
LEARN_KEYS = (
    ("env.eval_split=SPLIT", "the split to evaluate on"),
    ("budget.UNIT=N", "cap: env_steps, episodes, gradient_steps, flops, ...; 1e6 is a number too"),
    ("prices.UNIT=X", "what one costs, for budget.money (in millionths); prices.currency=USD"),
    ("trainer.tasks=N", "tasks a batch"),
    ("trainer.group_size=N", "episodes a task"),
    ("trainer.learning_rate=X", "of the policy"),
    ("warm_start.episodes=N", "expert episodes to imitate first; they are charged"),
)
EVALUATION_KEYS = (
    ("evaluation.tasks=N", "evaluate on the first N tasks; left out: on all"),
    ("evaluation.repeats=N", "passes over them"),
    ("evaluation.temperature=X", "of the sampling; 0 takes the likeliest action"),
    ("evaluation.seed=N", "of the sampling"),
    ("evaluation.remember=true", "let the memory retrieval find this evaluation's own episodes"),
)
WORKER_KEYS = (
    ("run.env_workers=N", "processes that environments play in; results don't depend on it"),
    (
        "run.env_ray=local",
        "play in actors of a Ray of this machine; auto or HOST:PORT: of a cluster",
    ),
)
RUN_KEYS = (
    ("run.dir=DIR", "the folder of the run; left out: a new one under runs/"),
    ("run.keep_last=N", "how many of the newest checkpoints are kept; 2 without it"),
    ("run.keep_best=false", "don't keep the checkpoint of the best interim evaluation"),
    ("run.keep_every=N", "keep a checkpoint every N batches, too"),
    ("run.keep_bytes=N", "at most so many bytes of checkpoints, such as 2e9"),
    *WORKER_KEYS,
)
ALGORITHM_KEYS = (
    (
        "algorithm=NAME",
        "grpo, gigpo, ppo, hgpo, cispo, dapo, dr_grpo, empg, g2po, gmpo, gpg, graph_gpo, "
        "grpo_process, gspo, lite_ppo, opo, pass_at_k, pkpo, ppo_episode, reinforce_pp, "
        "reinforce_pp_baseline, remax, rloo, sapo",
    ),
    ("algorithm.OPTION=VALUE", "an option of it, such as algorithm.history=2"),
    ("seed=N", "the training seed"),
)
COMPARISON_KEYS = (
    ("'algorithms=[A,B]'", "the algorithms, in the order of the table"),
    ("algorithms.A.OPTION=VALUE", "an option of one of them, such as algorithms.hgpo.history=2"),
    ("seeds=N", "training seeds 0 to N - 1 for each"),
    ("first_seed=N", "the smallest seed, where others are trained elsewhere; see hgpo merge"),
    ("workers=N", "cells trained side by side; left out: one a core"),
    ("launcher=ray", "train the cells on a Ray cluster; see docs/scale-out.md"),
    ("run.ray=HOST:PORT", "which cluster; auto: the one that runs here, local: one of our own"),
    ("run.cpus=N", "CPUs that a cell reserves there; so do run.gpus=N, run.memory_gb=N"),
    ("'baselines=[A,B]'", "agents scored beside them: random, expert, first-hit, planner"),
)
DIAGNOSIS_KEYS = (
    ("agent=KIND", "who plays: scorer (a trained network) or random"),
    ("agent.run=DIR", "the run that the scorer comes from; what else is left out is as in it"),
    ("agent.checkpoint=NAME", "which checkpoint of it: final, latest, start, best, batch-N"),
    ("'algorithms=[A,B]'", "the estimators, in the order of the table; left out: the whole zoo"),
    ("diagnosis.discount=X", "of the true advantage; 1 is what success measures"),
    ("diagnosis.group_size=N", "episodes a task of the batches that are estimated in"),
    ("diagnosis.batch_tasks=N", "tasks of such a batch"),
    ("probes=N", "decisions whose advantage is measured"),
    ("branches=N", "continuations of each, with its action and without"),
    ("tasks=N", "tasks that are played"),
    ("budget.env_steps=N", "the most that all play may take"),
    ("run.dir=DIR", "where what was played is kept; left out: a new folder under runs/"),
    ("workers=N", "processes; left out: one a core"),
)
AGENT_KEYS = (
    ("agent=KIND", "random, expert, first-hit, planner, or scorer (a trained network)"),
    ("agent.run=DIR", "the run that the scorer comes from; what else is left out is as in it"),
    ("agent.checkpoint=NAME", "which checkpoint of it: final, latest, start, best, batch-N"),
    ("tasks=N", "short for evaluation.tasks=N"),
)

Keys = Sequence[tuple[str, str]]


def after_help(keys: Keys, examples: Sequence[str]) -> str:
    """Return the part of a command's help below its flags: keys, presets, examples.

    Args:
        keys: (key, meaning) pairs.
        examples: command lines.
    """
    presets = [(f"+preset={name}", preset_summary(name)) for name in preset_names()]
    parts = [
        "keys (a mistyped one is answered with the nearest; --dry-run prints all of them):",
        *_columns(keys),
        "",
        "presets (taken first; what else is given wins over them):",
        *_columns(presets),
        "",
        "example:" if len(examples) == 1 else "examples:",
        *(f"  {line}" for line in examples),
    ]
    return "\n".join(parts)


def _columns(pairs: Keys) -> list[str]:
    width = max(len(left) for left, _ in pairs)
    lines = []
    for left, right in pairs:
        first, *further = wrap(right, WIDEST)
        lines.append(f"  {left:<{width}}  {first}")
        lines += [f"  {'':<{width}}  {line}" for line in further]
    return lines
