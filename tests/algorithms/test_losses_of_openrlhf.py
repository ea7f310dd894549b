"""The losses against OpenRLHF's own functions on the same tensors, where it is installed."""

import pytest
import torch

import algorithms
from algorithms.losses import kl_estimate

losses = pytest.importorskip("openrlhf.models.loss")

MASK = torch.tensor([[1, 1, 1, 0], [1, 0, 0, 0], [1, 1, 1, 1], [1, 1, 0, 0]], dtype=torch.bool)


def tensors(seed):
    drawn = torch.Generator().manual_seed(seed)

    def normal(*shape):
        return torch.randn(*shape, generator=drawn, dtype=torch.float64)

    old_logp = -normal(4, 4).abs()
    return {
        "logp": (old_logp + 0.5 * normal(4, 4)).requires_grad_(),
        "old_logp": old_logp,
        "advantage": normal(4),
        "mask": MASK,
    }, old_logp + 0.4 * normal(4, 4)


# Ours, theirs; their sequence loss divides by tokens + 1e-8, which is within the tolerance.
FORMS = {
    "token": ({}, {}),
    "row": ({"aggregate": "row"}, {"token_level_loss": False}),
    "dual": ({"dual_clip": 1.5}, {"dual_clip": 1.5}),
    "gspo": (
        {"ratio_level": "row", "aggregate": "row"},
        {"policy_loss_type": "gspo"},
    ),
    "capped": (
        {"rollout_cap": 1.3, "rollout_floor": 0.7},
        {"vllm_is_truncated_threshold": [0.7, 1.3], "vllm_is_correction_type": "tis"},
    ),
    "dropped": (
        {"rollout_cap": 1.3, "rollout_floor": 0.7, "rollout_beyond": "drop"},
        {"vllm_is_truncated_threshold": [0.7, 1.3], "vllm_is_correction_type": "icepop"},
    ),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", range(3))
def test_the_policys_loss_and_gradient_are_theirs(form, seed):
    ours, theirs = FORMS[form]
    given, rollout_logp = tensors(seed)
    corrected = "vllm_is_correction_type" in theirs
    more = {"rollout_logp": rollout_logp} if corrected else {}
    made = algorithms.make("grpo", kl_coefficient=0.0, clip_low=0.2, clip_high=0.28, **ours)
    loss, metrics = made.loss(**given, **more)
    policy = losses.PolicyLoss(
        clip_eps_low=0.2, clip_eps_high=0.28, enable_vllm_is_correction=corrected, **theirs
    )
    expected, clipped, *_ = policy(
        given["logp"],
        given["old_logp"],
        given["advantage"][:, None].expand(4, 4),
        MASK.double(),
        rollout_log_probs=rollout_logp,
    )
    torch.testing.assert_close(loss, expected, atol=1e-8, rtol=0)
    torch.testing.assert_close(
        torch.autograd.grad(loss, given["logp"]),
        torch.autograd.grad(expected, given["logp"]),
        atol=1e-8,
        rtol=0,
    )
    if form == "token":
        torch.testing.assert_close(metrics["clip_fraction"], clipped, atol=1e-12, rtol=0)


@pytest.mark.parametrize("value_clip", [None, 0.2])
def test_the_critics_loss_is_theirs(value_clip):
    drawn = torch.Generator().manual_seed(3)
    value, old_value, target = torch.randn(3, 9, generator=drawn, dtype=torch.float64)
    given = {
        "logp": torch.zeros(9, 1, dtype=torch.float64),
        "old_logp": torch.zeros(9, 1, dtype=torch.float64),
        "advantage": torch.zeros(9, dtype=torch.float64),
        "mask": torch.ones(9, 1, dtype=torch.bool),
    }
    ppo = algorithms.make("ppo", kl_coefficient=0.0, value_coefficient=1.0, value_clip=value_clip)
    loss, _ = ppo.loss(**given, value=value, old_value=old_value, value_target=target)
    theirs = losses.ValueLoss(clip_eps=value_clip)
    ones = torch.ones(9, 1, dtype=torch.float64)
    expected = theirs(value[:, None], old_value[:, None], target[:, None], ones)
    torch.testing.assert_close(loss, expected, atol=1e-12, rtol=0)


@pytest.mark.parametrize("estimator", ["k1", "k2", "k3"])
def test_divergences_are_theirs(estimator):
    given, ref_logp = tensors(5)
    logp = given["logp"].detach()
    theirs = pytest.importorskip("openrlhf.models.utils")
    expected = theirs.compute_approx_kl(logp, ref_logp, estimator)  # in single precision
    found = kl_estimate(logp, ref_logp, estimator).float()
    torch.testing.assert_close(found, expected, atol=1e-6, rtol=0)
