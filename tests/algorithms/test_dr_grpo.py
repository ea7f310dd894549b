import numpy as np
import torch
from step_columns import batch_of

import algorithms

# Returns 2 (two steps), 0 and 1: mean 1.
COLUMNS = {
    "group": [4] * 4,
    "trajectory": [0, 0, 1, 2],
    "step": [0, 1, 0, 0],
    "reward": [0.0, 2.0, 0.0, 1.0],
}


def test_returns_are_compared_with_the_mean_alone():
    found = algorithms.make("dr_grpo").advantages(batch_of(COLUMNS))
    np.testing.assert_allclose(found, [1.0, 1.0, -1.0, 0.0], rtol=1e-14)


def test_a_tokens_weight_does_not_depend_on_how_long_its_answer_is():
    # Answers of 3 and 1 tokens, L = 2: every token weighs 1 / (2 · 2), whatever its row; the policy
    # is unchanged, so each ratio is 1 and the gradient of a token's log π is −Â / 4.
    mask = torch.tensor([[True, True, True], [True, False, False]])
    logp = torch.zeros(2, 3, dtype=torch.float64, requires_grad=True)
    loss, metrics = algorithms.make("dr_grpo", length_constant=2.0).loss(
        logp=logp,
        old_logp=torch.zeros(2, 3, dtype=torch.float64),
        advantage=torch.tensor([1.0, -2.0], dtype=torch.float64),
        mask=mask,
    )
    (gradient,) = torch.autograd.grad(loss, logp)
    assert gradient.tolist() == [[-0.25, -0.25, -0.25], [0.5, 0.0, 0.0]]
    # −(3 · 1 − 1 · 2) / 4
    assert loss.item() == -0.25
    assert metrics["clip_fraction"] == 0.0
