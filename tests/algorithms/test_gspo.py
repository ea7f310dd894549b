import numpy as np
import pytest
import torch
from step_columns import batch_of

import algorithms

# Two trajectories: rows 0 and 2 are the first's (2 + 1 tokens), row 1 the second's (2 tokens).
MASK = torch.tensor([[True, True], [True, True], [True, False]])
TRAJECTORY = torch.tensor([7, 3, 7])


def tensors(seed=1):
    drawn = torch.Generator().manual_seed(seed)

    def normal(*shape):
        return torch.randn(*shape, generator=drawn, dtype=torch.float64)

    old_logp = -normal(3, 2).abs()
    return {
        "logp": (old_logp + 0.2 * normal(3, 2)).requires_grad_(),
        "old_logp": old_logp,
        "advantage": torch.tensor([0.8, -1.3, 0.8], dtype=torch.float64),
        "mask": MASK,
        "trajectory": TRAJECTORY,
    }


def textbook(given, low, high):
    """Write Eq. 5 and 7 out: a ratio a sequence, to the power of 1 over its length."""
    gains = []
    for rows, advantage in (([0, 2], 0.8), ([1], -1.3)):
        now = sum(given["logp"][i, t] for i in rows for t in range(2) if MASK[i, t])
        old = sum(given["old_logp"][i, t] for i in rows for t in range(2) if MASK[i, t])
        tokens = sum(int(MASK[i].sum()) for i in rows)
        s = (torch.exp(now) / torch.exp(old)) ** (1 / tokens)
        gains.append(min(s * advantage, torch.clip(s, 1 - low, 1 + high) * advantage))
    return -sum(gains) / 2


@pytest.mark.parametrize("clip", [3e-4, 0.05, 10.0])
@pytest.mark.parametrize("seed", range(4))
def test_the_loss_and_its_gradient_equal_the_papers(clip, seed):
    given = tensors(seed)
    gspo = algorithms.make("gspo", clip_low=min(clip, 1.0), clip_high=clip)
    loss, _ = gspo.loss(**given)
    expected = textbook(given, min(clip, 1.0), clip)
    torch.testing.assert_close(loss, expected, atol=1e-10, rtol=0)
    ours = torch.autograd.grad(loss, given["logp"])
    theirs = torch.autograd.grad(expected, given["logp"], allow_unused=True)
    torch.testing.assert_close(ours, theirs, atol=1e-10, rtol=0)


def test_the_token_variant_has_the_same_value_and_gradient_where_advantages_are_a_sequences():
    given = tensors()
    whole, _ = algorithms.make("gspo", clip_low=1.0, clip_high=9.0).loss(**given)
    token, _ = algorithms.make("gspo", clip_low=1.0, clip_high=9.0, ratio_gradient="token").loss(
        **given
    )
    torch.testing.assert_close(token, whole, atol=1e-14, rtol=0)
    torch.testing.assert_close(
        torch.autograd.grad(token, given["logp"]),
        torch.autograd.grad(whole, given["logp"]),
        atol=1e-14,
        rtol=0,
    )


def test_the_token_variant_credits_each_token_with_its_own_advantage():
    given = tensors() | {"advantage": torch.tensor([1.0, 0.0, 0.0], dtype=torch.float64)}
    loss, _ = algorithms.make("gspo", clip_low=1.0, clip_high=9.0, ratio_gradient="token").loss(
        **given
    )
    (gradient,) = torch.autograd.grad(loss, given["logp"])
    assert (gradient[0] < 0.0).all()
    assert (gradient[1:] == 0.0).all()


def test_a_sequence_may_be_one_answer():
    given = tensors()
    del given["trajectory"]
    gspo = algorithms.make("gspo", ratio_level="row", aggregate="row", clip_low=1.0, clip_high=9.0)
    loss, _ = gspo.loss(**given)
    d = (given["logp"] - given["old_logp"]).detach() * MASK
    s = torch.exp(d.sum(1) / MASK.sum(1))
    assert loss.item() == pytest.approx(-(s * given["advantage"]).mean().item(), abs=1e-14)


def test_trajectories_are_asked_for():
    given = tensors()
    del given["trajectory"]
    with pytest.raises(algorithms.AlgorithmInputError) as error:
        algorithms.make("gspo").loss(**given)
    assert str(error.value) == (
        "ratio_level is trajectory, which needs trajectory, and none was given. Give trajectory or "
        "set ratio_level to 'row' or 'token'."
    )
    assert algorithms.make("gspo").needs_trajectories
    assert not algorithms.make("grpo").needs_trajectories


def test_advantages_are_grpos():
    # Returns 2, 0 and 1: mean 1, deviation of a sample 1.
    columns = {
        "group": [4] * 3,
        "trajectory": [0, 1, 2],
        "step": [0, 0, 0],
        "reward": [2.0, 0.0, 1.0],
    }
    found = algorithms.make("gspo", epsilon=0.0).advantages(batch_of(columns))
    np.testing.assert_allclose(found, [1.0, -1.0, 0.0], rtol=1e-14)
