import random

import numpy as np
import torch

from agents.scorer.network import ScorerShape
from harness.backends.embedded.backend import ScorerBackend
from harness.config.schema import TrainerConfig

SHAPE = ScorerShape(buckets=64, width=8, hidden=8, slots=1)


def weights(seed: int) -> dict[str, bytes]:
    backend = ScorerBackend(SHAPE, TrainerConfig(), weights_seed=seed)
    return {name: array.tobytes() for name, array in backend.state().items()}


def test_the_seed_draws_the_weights() -> None:
    assert weights(1) == weights(1)
    here, there = weights(1), weights(2)
    assert here["actor.bags.words.weight"] != there["actor.bags.words.weight"]
    assert here["critic.bags.words.weight"] != there["critic.bags.words.weight"]


def test_drawing_weights_leaves_the_global_generators_as_they_were() -> None:
    before = (torch.get_rng_state().tolist(), random.getstate(), state_of_numpy())
    weights(3)
    assert (torch.get_rng_state().tolist(), random.getstate(), state_of_numpy()) == before


def test_the_global_generators_draw_no_weights() -> None:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(9)
        assert weights(1) == weights(1)


def state_of_numpy() -> list[int]:
    return np.random.get_state()[1].tolist()  # type: ignore[index]  # noqa: NPY002
