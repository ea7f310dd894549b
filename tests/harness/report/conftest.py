import numpy as np
import pytest

from harness.report import Cell, Comparison, CurvePoint, Panel, Protocol, Reference, Start

KINDS = (
    "pick_and_place",
    "pick_two",
    "look_at",
    "clean_then_place",
    "heat_then_place",
    "cool_then_place",
)
SKILL = {"grpo": 0.47, "gigpo": 0.55, "ppo": 0.42, "hgpo": 0.57}


def _won(rng, rate, hard):
    return tuple(float(won) for won in rng.random(len(hard)) < np.clip(rate - hard, 0, 1))


def _cell(name, seed, rate, hard, rng):
    batches = 30
    curve = tuple(
        CurvePoint(
            env_steps=6500.0 * (i + 1) + rng.integers(100),
            flops=5e10 * (1.7 if name == "ppo" else 1.0) * (i + 1),
            gradient_steps=4 * (i + 1),
            train_success=float(
                np.clip(0.3 + (rate - 0.3) * (1 - np.exp(-i / 9)) + rng.normal(0, 0.04), 0, 1)
            ),
            eval_success=float(0.3 + (rate - 0.3) * (1 - np.exp(-i / 9))) if i % 5 == 4 else None,
        )
        for i in range(batches)
    )
    update = 9e11 if name != "ppo" else 1.1e12
    by_purpose = {
        "warm_start": {"episodes": 200, "env_steps": 3000, "flops": 1e11, "gradient_steps": 40},
        "rollout": {"episodes": 3840, "env_steps": 193_000 + seed, "flops": 4e11},
        "update": {"gradient_steps": 120, "flops": update},
        "reference": {"flops": 1.5e11},
        "evaluation": {"episodes": 1200, "env_steps": 30_000, "flops": 8e10},
    }
    if name == "ppo":
        by_purpose["critic"] = {"gradient_steps": 120, "flops": 2e11}
    spent = {}
    for purpose, amounts in by_purpose.items():
        for unit, amount in amounts.items():
            if purpose != "evaluation":
                spent[unit] = spent.get(unit, 0) + amount
    return Cell(
        algorithm=name,
        seed=seed,
        spent=spent,
        by_purpose=by_purpose,
        success=_won(rng, rate, hard),
        curve=curve,
    )


def build(n=204, seeds=(0, 1, 2), skill=SKILL, **changes):
    rng = np.random.default_rng(5)
    kinds = tuple(KINDS[i % 6] for i in range(n))
    hard = np.array([0.05 * (i % 6) - 0.1 for i in range(n)])
    values = {
        "env": "ALFWorld-v0",
        "train": Panel(split="gen_train", hash="5d41402abc4b2a76", version="1", n=3000),
        "eval": Panel(split="gen_unseen", hash="7d793037a0760186", version="1", n=n),
        "tasks": tuple(f"{kind}-{i}" for i, kind in enumerate(kinds)),
        "task_kinds": kinds,
        "caps": {"env_steps": 200_000, "flops": 2e12},
        "protocol": Protocol(temperature=0.4, repeats=1),
        "algorithms": tuple(skill),
        "seeds": seeds,
        "cells": tuple(
            _cell(name, seed, rate + rng.normal(0, 0.015), hard, rng)
            for name, rate in skill.items()
            for seed in seeds
        ),
        "starts": tuple(
            Start(seed=seed, weights=f"{seed:08x}", success=_won(rng, 0.33, hard)) for seed in seeds
        ),
        "references": (
            Reference(name="random", success=_won(rng, 0.05, hard * 0.3)),
            Reference(name="expert", success=_won(rng, 0.98, hard * 0.1)),
        ),
        "command": "hgpo compare env=alfworld 'algorithms=[grpo,gigpo,ppo,hgpo]' seeds=3 "
        "budget.env_steps=200000 budget.flops=2e12 run.dir=runs/bench",
        "settings": {"algorithm.hgpo.alpha": 1.0, "env.max_steps": 50, "trainer.tasks": 16},
        "facts": ("Task order and environment seeds are common to all algorithms.",),
    }
    return Comparison(**(values | changes))


@pytest.fixture
def make_comparison():
    return build


@pytest.fixture(scope="session")
def comparison():
    return build()
