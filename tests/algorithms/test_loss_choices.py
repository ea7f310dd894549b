"""Every choice of the one policy loss against its textbook form, written out in scalars."""

from itertools import product

import pytest
import torch

import algorithms
from algorithms.losses import row_divergence, token_weights

# Four rows of up to three tokens, of the trajectories 5, 2, 5 and 9.
MASK = torch.tensor([[1, 1, 1], [1, 0, 0], [1, 1, 0], [1, 1, 1]], dtype=torch.bool)
TRAJECTORY = torch.tensor([5, 2, 5, 9])
LEVELS = ("token", "row", "trajectory")
TOKENS = [(i, t) for i in range(4) for t in range(3) if MASK[i, t]]


def tensors(seed=0):
    drawn = torch.Generator().manual_seed(seed)

    def normal(*shape):
        return torch.randn(*shape, generator=drawn, dtype=torch.float64)

    old_logp = -normal(4, 3).abs()
    return {
        "logp": (old_logp + 0.5 * normal(4, 3)).requires_grad_(),
        "old_logp": old_logp,
        "rollout_logp": old_logp + 0.4 * normal(4, 3),
        "advantage": normal(4),
        "mask": MASK,
        "trajectory": TRAJECTORY,
    }


def unit(level, i, t):
    """Name what a token is pooled with."""
    return {"token": (i, t), "row": i, "trajectory": int(TRAJECTORY[i])}[level]


def fellows(level, i, t):
    return [place for place in TOKENS if unit(level, *place) == unit(level, i, t)]


def textbook(given, *, level, pooling, aggregate, dual_clip, rollout, constant=1.0):
    total = 0.0
    for i, t in TOKENS:
        a = given["advantage"][i]
        near = fellows(level, i, t)
        d = sum(given["logp"][place] - given["old_logp"][place] for place in near)
        ratio = torch.exp(d / len(near) if pooling == "mean" else d)
        gain = min(ratio * a, torch.clip(ratio, 0.8, 1.3) * a)
        if dual_clip is not None and a < 0:
            gain = max(gain, dual_clip * a)
        if rollout is not None:
            cap, floor, rollout_level, beyond = rollout
            near = fellows(rollout_level, i, t)
            w = torch.exp(sum(given["old_logp"][p] - given["rollout_logp"][p] for p in near))
            inside = floor <= w <= cap
            w = w * inside if beyond == "drop" else torch.clip(w, floor, cap)
            gain = w * gain
        total = total + gain * weight_of(aggregate, i, t, constant)
    return -total


def weight_of(aggregate, i, t, constant):
    if aggregate == "token":
        return 1 / len(TOKENS)
    if aggregate == "constant":
        return 1 / (4 * constant)
    units = 4 if aggregate == "row" else 3
    return 1 / units / len(fellows(aggregate, i, t))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("level", "pooling", "aggregate", "dual_clip"),
    list(product(LEVELS, ("mean", "sum"), (*LEVELS, "constant"), (None, 1.5))),
)
def test_ratios_weights_and_clips_equal_the_textbook(level, pooling, aggregate, dual_clip, seed):
    given = tensors(seed)
    ours = algorithms.make(
        "grpo",
        kl_coefficient=0.0,
        clip_high=0.3,
        ratio_level=level,
        ratio_pooling=pooling,
        aggregate=aggregate,
        dual_clip=dual_clip,
        length_constant=2.5,
    )
    loss, _ = ours.loss(**given)
    expected = textbook(
        given,
        level=level,
        pooling=pooling,
        aggregate=aggregate,
        dual_clip=dual_clip,
        rollout=None,
        constant=2.5,
    )
    agree(loss, expected, given["logp"])


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("rollout_level", LEVELS)
@pytest.mark.parametrize("beyond", ["cap", "drop"])
def test_the_correction_of_rollouts_equals_the_textbook(rollout_level, beyond, seed):
    given = tensors(seed)
    ours = algorithms.make(
        "grpo",
        kl_coefficient=0.0,
        clip_high=0.3,
        rollout_cap=1.2,
        rollout_floor=0.8,
        rollout_level=rollout_level,
        rollout_beyond=beyond,
    )
    loss, metrics = ours.loss(**given)
    expected = textbook(
        given,
        level="token",
        pooling="mean",
        aggregate="token",
        dual_clip=None,
        rollout=(1.2, 0.8, rollout_level, beyond),
    )
    agree(loss, expected, given["logp"])
    assert 0.0 <= metrics["rollout_weight"] <= 1.2 + 1e-12


def agree(loss, expected, leaf):
    torch.testing.assert_close(loss, expected, atol=1e-10, rtol=0)
    ours = torch.autograd.grad(loss, leaf)
    theirs = torch.autograd.grad(expected, leaf)
    torch.testing.assert_close(ours, theirs, atol=1e-10, rtol=0)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("aggregate", [*LEVELS, "constant"])
def test_accumulated_gradients_equal_the_full_batchs(level, aggregate):
    given = tensors()
    ours = algorithms.make(
        "grpo", kl_coefficient=0.0, ratio_level=level, aggregate=aggregate, rollout_cap=1.1
    )
    (full,) = torch.autograd.grad(ours.loss(**given)[0], given["logp"])
    weight = token_weights(MASK, aggregate, torch.float64, trajectory=TRAJECTORY)
    # Trajectory 5 has rows 0 and 2: they stay together.
    for rows in ([0, 2], [1], [3]):
        part = {name: tensor[rows] for name, tensor in given.items()}
        ours.loss(**part, weight=weight[rows])[0].backward()
    torch.testing.assert_close(given["logp"].grad, full, atol=1e-10, rtol=0)


@pytest.mark.parametrize("level", LEVELS)
def test_one_token_a_step_is_the_step_level_of_every_choice(level):
    # A policy that picks among listed actions: one token a row, one row a trajectory.
    given = {
        name: tensor[:, :1] if tensor.ndim == 2 else tensor for name, tensor in tensors().items()
    } | {"trajectory": torch.arange(4)}
    expected, _ = algorithms.make("grpo", kl_coefficient=0.0, rollout_cap=2.0).loss(**given)
    ours = algorithms.make(
        "grpo",
        kl_coefficient=0.0,
        ratio_level=level,
        aggregate=level,
        rollout_cap=2.0,
        rollout_level=level,
    )
    torch.testing.assert_close(ours.loss(**given)[0], expected, atol=1e-15, rtol=0)


def test_what_stands_outside_the_mask_is_not_read_at_any_level():
    given = tensors()
    spoilt = {
        name: given[name].detach().clone().masked_fill(~MASK, junk)
        for name, junk in (
            ("logp", float("nan")),
            ("old_logp", -float("inf")),
            ("rollout_logp", float("nan")),
        )
    }
    for level in LEVELS:
        ours = algorithms.make(
            "grpo", kl_coefficient=0.0, ratio_level=level, rollout_cap=1.5, rollout_level=level
        )
        leaf = spoilt["logp"].clone().requires_grad_()
        loss, _ = ours.loss(**given | spoilt | {"logp": leaf})
        torch.testing.assert_close(loss, ours.loss(**given)[0], atol=0, rtol=0)
        (gradient,) = torch.autograd.grad(loss, leaf)
        assert torch.isfinite(gradient).all()


def test_a_negative_advantage_counts_no_more_than_its_dual_clip():
    # Ratio 4, advantage −2: −8 unclipped, not cut off by the upper bound, but by 3 · (−2) = −6.
    given = {
        "logp": torch.tensor([[4.0]], dtype=torch.float64).log().requires_grad_(),
        "old_logp": torch.zeros(1, 1, dtype=torch.float64),
        "advantage": torch.tensor([-2.0], dtype=torch.float64),
        "mask": torch.ones(1, 1, dtype=torch.bool),
    }
    ours = algorithms.make("grpo", kl_coefficient=0.0, dual_clip=3.0)
    loss, metrics = ours.loss(**given)
    assert loss.item() == 6.0
    assert metrics["clip_fraction"] == 1.0
    assert torch.autograd.grad(loss, given["logp"])[0].item() == 0.0
    plain, _ = algorithms.make("grpo", kl_coefficient=0.0).loss(**given)
    assert plain.item() == pytest.approx(8.0, abs=1e-14)


def test_a_divergence_in_the_reward_is_not_in_the_loss():
    given = tensors() | {"ref_logp": tensors(7)["old_logp"]}
    ours = algorithms.make("grpo", kl_coefficient=0.5, kl_place="reward")
    loss, metrics = ours.loss(**given)
    without, _ = algorithms.make("grpo", kl_coefficient=0.0).loss(**tensors())
    torch.testing.assert_close(loss, without, atol=0, rtol=0)
    assert metrics["ref_kl"] > 0.0
    del given["ref_logp"]
    ours.loss(**given)


def test_a_rows_divergence_is_the_sum_over_its_tokens():
    logp = torch.tensor([[0.5, 1.0], [2.0, float("nan")]])
    ref_logp = torch.tensor([[0.0, 0.25], [1.0, float("nan")]])
    mask = torch.tensor([[True, True], [True, False]])
    # k1: 1/2 + 3/4, and 1; k2: (1/4 + 9/16) / 2, and 1/2.
    assert row_divergence(logp, ref_logp, mask, "k1").tolist() == [1.25, 1.0]
    assert row_divergence(logp, ref_logp, mask, "k2").tolist() == [0.40625, 0.5]


@pytest.mark.parametrize(
    ("options", "without", "message"),
    [
        (
            {"rollout_cap": 2.0},
            "rollout_logp",
            "rollout_cap is 2, which needs rollout_logp, and none was given. Give rollout_logp or "
            "set rollout_cap to None.",
        ),
        (
            {"rollout_cap": 2.0, "rollout_level": "trajectory"},
            "trajectory",
            "rollout_level is trajectory, which needs trajectory, and none was given. Give "
            "trajectory or set rollout_level to 'row' or 'token'.",
        ),
        (
            {"aggregate": "trajectory"},
            "trajectory",
            "aggregate is trajectory, which needs trajectory, and none was given. Give trajectory "
            "or set aggregate to 'row' or 'token'.",
        ),
    ],
)
def test_a_tensor_that_a_choice_needs_is_asked_for(options, without, message):
    given = {name: tensor for name, tensor in tensors().items() if name != without}
    with pytest.raises(algorithms.AlgorithmInputError) as error:
        algorithms.make("grpo", kl_coefficient=0.0, **options).loss(**given)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"dual_clip": 0.5}, "dual_clip is 0.5; expected a number of 1 or more."),
        ({"rollout_cap": 0.0}, "rollout_cap is 0.0; expected a number of 1 or more."),
        ({"rollout_floor": 2.0}, "rollout_floor is 2.0; expected a number in [0, 1]."),
        ({"ratio_level": "word"}, "ratio_level is 'word'; expected one of token, row, trajectory."),
        ({"kl_place": "nowhere"}, "kl_place is 'nowhere'; expected one of loss, reward."),
    ],
)
def test_a_choice_that_makes_no_sense_is_refused(options, message):
    with pytest.raises(algorithms.AlgorithmInputError) as error:
        algorithms.make("grpo", **options)
    assert str(error.value) == message
