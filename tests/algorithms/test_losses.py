import math

import pytest
import torch

import algorithms
from algorithms.losses import kl_estimate, token_weights

# Three rows of up to four tokens.
MASK = torch.tensor([[1, 1, 1, 0], [1, 0, 0, 0], [1, 1, 1, 1]], dtype=torch.bool)


def tensors(seed=0, mask=MASK):
    """Draw what a loss needs; ratios stray far enough that both sides of the clip range are met."""
    drawn = torch.Generator().manual_seed(seed)
    rows = mask.shape[0]

    def normal(*shape):
        return torch.randn(*shape, generator=drawn, dtype=torch.float64)

    old_logp = -normal(*mask.shape).abs()
    return {
        "logp": (old_logp + 0.4 * normal(*mask.shape)).requires_grad_(),
        "old_logp": old_logp,
        "advantage": normal(rows),
        "mask": mask,
        "ref_logp": old_logp + 0.3 * normal(*mask.shape),
        "entropy": normal(*mask.shape).abs().requires_grad_(),
        "value": normal(rows).requires_grad_(),
        "old_value": normal(rows),
        "value_target": normal(rows),
    }


def textbook(given, *, clip_low, clip_high, beta, estimator, bonus, aggregate):
    """Write the objective out token by token, with scalars."""
    rows = []
    for i in range(MASK.shape[0]):
        tokens = []
        for t in range(MASK.shape[1]):
            if not MASK[i, t]:
                continue
            ratio = torch.exp(given["logp"][i, t]) / torch.exp(given["old_logp"][i, t])
            advantage = given["advantage"][i]
            bounded = torch.clip(ratio, 1 - clip_low, 1 + clip_high)
            gain = min(ratio * advantage, bounded * advantage)
            to_reference = torch.exp(given["ref_logp"][i, t]) / torch.exp(given["logp"][i, t])
            kl = {
                "k1": -torch.log(to_reference),
                "k2": torch.log(to_reference) ** 2 / 2,
                "k3": to_reference - 1 - torch.log(to_reference),
            }[estimator]
            tokens.append(gain - beta * kl + bonus * given["entropy"][i, t])
        rows.append(tokens)
    if aggregate == "row":
        return -sum(sum(tokens) / len(tokens) for tokens in rows) / len(rows)
    return -sum(sum(tokens) for tokens in rows) / sum(len(tokens) for tokens in rows)


@pytest.mark.parametrize("aggregate", ["token", "row"])
@pytest.mark.parametrize("estimator", ["k1", "k2", "k3"])
@pytest.mark.parametrize(("clip_low", "clip_high"), [(0.2, 0.2), (0.1, 0.28)])
def test_the_loss_and_its_gradient_equal_the_textbook(aggregate, estimator, clip_low, clip_high):
    given = tensors()
    algorithm = algorithms.make(
        "grpo",
        clip_low=clip_low,
        clip_high=clip_high,
        kl_coefficient=0.04,
        kl_estimator=estimator,
        entropy_coefficient=0.01,
        aggregate=aggregate,
    )
    loss, metrics = algorithm.loss(**given)
    expected = textbook(
        given,
        clip_low=clip_low,
        clip_high=clip_high,
        beta=0.04,
        estimator=estimator,
        bonus=0.01,
        aggregate=aggregate,
    )
    torch.testing.assert_close(loss, expected, atol=1e-10, rtol=0)
    assert 0.0 < metrics["clip_fraction"] < 1.0
    leaves = (given["logp"], given["entropy"])
    ours = torch.autograd.grad(loss, leaves)
    theirs = torch.autograd.grad(expected, leaves)
    torch.testing.assert_close(ours, theirs, atol=1e-10, rtol=0)


def test_an_advantage_a_token_equals_that_of_its_row_where_they_are_equal():
    given = tensors()
    per_row, _ = algorithms.make("grpo").loss(**given)
    spread = given["advantage"][:, None].expand(MASK.shape).clone()
    per_token, _ = algorithms.make("grpo").loss(**given | {"advantage": spread})
    torch.testing.assert_close(per_token, per_row, atol=0, rtol=0)


def test_what_stands_outside_the_mask_is_not_read():
    given = tensors()
    expected, _ = algorithms.make("grpo").loss(**given)
    spoilt = {
        name: tensor.detach().clone().masked_fill(~MASK, junk)
        for (name, tensor), junk in zip(
            [(name, given[name]) for name in ("logp", "old_logp", "ref_logp", "entropy")],
            (float("nan"), -float("inf"), float("inf"), float("nan")),
            strict=True,
        )
    }
    spoilt["logp"].requires_grad_()
    loss, _ = algorithms.make("grpo").loss(**given | spoilt)
    torch.testing.assert_close(loss, expected, atol=0, rtol=0)
    (gradient,) = torch.autograd.grad(loss, spoilt["logp"])
    assert (gradient[~MASK] == 0.0).all()
    assert torch.isfinite(gradient).all()


@pytest.mark.parametrize("aggregate", ["token", "row"])
def test_accumulated_gradients_equal_the_full_batchs(aggregate):
    given = tensors()
    ppo = algorithms.make("ppo", aggregate=aggregate, entropy_coefficient=0.1, value_clip=0.2)
    leaves = (given["logp"], given["entropy"], given["value"])
    full = torch.autograd.grad(ppo.loss(**given)[0], leaves)
    weights = {
        "weight": token_weights(MASK, aggregate, torch.float64),
        "row_weight": torch.full((3,), 1 / 3, dtype=torch.float64),
    }
    for part in (slice(0, 1), slice(1, 3)):
        sliced = {name: tensor[part] for name, tensor in (given | weights).items()}
        ppo.loss(**sliced)[0].backward()
    torch.testing.assert_close(tuple(x.grad for x in leaves), full, atol=1e-12, rtol=0)


@pytest.mark.parametrize("value_clip", [None, 0.2])
def test_the_critics_error_equals_the_textbook(value_clip):
    given = tensors()
    ppo = algorithms.make("ppo", value_clip=value_clip, value_coefficient=0.7)
    loss, metrics = ppo.loss(**given)
    without, _ = algorithms.make("grpo").loss(**given)
    errors = []
    for v, old, y in zip(given["value"], given["old_value"], given["value_target"], strict=True):
        error = (v - y) ** 2
        if value_clip is not None:
            near = old + torch.clip(v - old, -value_clip, value_clip)
            error = max(error, (near - y) ** 2)
        errors.append(error)
    expected = without + 0.7 * sum(errors) / 2 / 3
    torch.testing.assert_close(loss, expected, atol=1e-10, rtol=0)
    ours = torch.autograd.grad(loss, given["value"])
    theirs = torch.autograd.grad(expected, given["value"])
    torch.testing.assert_close(ours, theirs, atol=1e-10, rtol=0)
    assert 0.0 <= metrics["value_clip_fraction"] <= 1.0


def test_one_token_a_row_is_the_same_under_both_aggregations():
    given = tensors(mask=torch.ones(5, 1, dtype=torch.bool))
    by_token, _ = algorithms.make("hgpo", aggregate="token").loss(**given)
    by_row, _ = algorithms.make("hgpo", aggregate="row").loss(**given)
    torch.testing.assert_close(by_token, by_row, atol=1e-15, rtol=0)


def test_a_ratio_is_cut_off_only_where_that_lowers_the_gain():
    # Ratios 2, 2, 1/2, 1/2, 3, advantages +, −, +, −, +: the first and the last two are cut off.
    ratio = torch.tensor([[2.0], [2.0], [0.5], [0.5], [3.0]], dtype=torch.float64)
    given = {
        "logp": ratio.log().requires_grad_(),
        "old_logp": torch.zeros(5, 1, dtype=torch.float64),
        "advantage": torch.tensor([1.0, -1.0, 1.0, -1.0, 1.0], dtype=torch.float64),
        "mask": torch.ones(5, 1, dtype=torch.bool),
    }
    loss, metrics = algorithms.make("grpo", kl_coefficient=0.0).loss(**given)
    # −(1.2 − 2 + 0.5 − 0.8 + 1.2)/5 = −0.1/5
    assert loss.item() == pytest.approx(-0.02, abs=1e-12)
    assert metrics["clip_fraction"].item() == pytest.approx(0.6, abs=1e-15)
    (gradient,) = torch.autograd.grad(loss, given["logp"])
    expected = torch.tensor([[0.0], [0.4], [-0.1], [0.0], [0.0]], dtype=torch.float64)
    torch.testing.assert_close(gradient, expected)


def test_the_change_of_the_policy_is_estimated_from_the_old_ones_side():
    # One token, ratio 2: (2 − 1) − log 2.
    given = {
        "logp": torch.tensor([[2.0]], dtype=torch.float64).log(),
        "old_logp": torch.zeros(1, 1, dtype=torch.float64),
        "advantage": torch.ones(1, dtype=torch.float64),
        "mask": torch.ones(1, 1, dtype=torch.bool),
    }
    _, metrics = algorithms.make("grpo", kl_coefficient=0.0).loss(**given)
    assert metrics["approx_kl"].item() == pytest.approx(1.0 - math.log(2.0), abs=1e-14)


def test_metrics_are_detached_scalars():
    _, metrics = algorithms.make("ppo").loss(**tensors())
    assert sorted(metrics) == [
        "approx_kl",
        "clip_fraction",
        "entropy",
        "policy_loss",
        "ref_kl",
        "value_clip_fraction",
        "value_loss",
    ]
    assert all(metric.ndim == 0 and not metric.requires_grad for metric in metrics.values())


def test_an_unchanged_policy_has_no_divergence_and_no_clipping():
    given = tensors()
    given["old_logp"] = given["ref_logp"] = given["logp"].detach()
    loss, metrics = algorithms.make("grpo").loss(**given)
    assert metrics["approx_kl"] == metrics["ref_kl"] == metrics["clip_fraction"] == 0.0
    weight = token_weights(MASK, "token", torch.float64)
    expected = -(weight * given["advantage"][:, None]).sum()
    torch.testing.assert_close(loss, expected, atol=1e-15, rtol=0)


@pytest.mark.parametrize("estimator", ["k1", "k3"])
def test_divergence_estimates_are_unbiased(estimator):
    # Over all tokens of a small vocabulary, weighted by the policy, they give the divergence.
    logp = torch.log_softmax(torch.tensor([0.3, -1.0, 2.0, 0.0], dtype=torch.float64), dim=0)
    ref_logp = torch.log_softmax(torch.tensor([1.0, 0.5, 0.0, -0.7], dtype=torch.float64), dim=0)
    exact = torch.distributions.kl_divergence(
        torch.distributions.Categorical(logits=logp),
        torch.distributions.Categorical(logits=ref_logp),
    )
    found = (logp.exp() * kl_estimate(logp, ref_logp, estimator)).sum()
    torch.testing.assert_close(found, exact, atol=1e-14, rtol=0)


def test_weights_sum_to_one_and_skip_rows_without_tokens():
    mask = torch.tensor([[1, 1, 1], [0, 0, 0], [1, 0, 0]], dtype=torch.bool)
    by_token = token_weights(mask, "token", torch.float64)
    by_row = token_weights(mask, "row", torch.float64)
    assert by_token.tolist() == [[0.25] * 3, [0.0] * 3, [0.25, 0.0, 0.0]]
    torch.testing.assert_close(
        by_row, torch.tensor([[1 / 6] * 3, [0.0] * 3, [0.5, 0.0, 0.0]], dtype=torch.float64)
    )
    assert token_weights(torch.zeros(2, 3, dtype=torch.bool), "row").sum() == 0.0


@pytest.mark.parametrize(
    ("name", "options", "without", "message"),
    [
        (
            "grpo",
            {},
            "ref_logp",
            "kl_coefficient is 0.01, which needs ref_logp, and none was given. Give ref_logp or "
            "set kl_coefficient to 0.",
        ),
        (
            "gigpo",
            {"entropy_coefficient": 0.5},
            "entropy",
            "entropy_coefficient is 0.5, which needs entropy, and none was given. Give entropy or "
            "set entropy_coefficient to 0.",
        ),
        (
            "ppo",
            {},
            "value",
            "an algorithm with a critic needs value and value_target in its loss; give both "
            "[rows].",
        ),
        (
            "ppo",
            {"value_clip": 0.2},
            "old_value",
            "value_clip is 0.2, which needs old_value, and none was given. Give old_value or set "
            "value_clip to None.",
        ),
    ],
)
def test_a_tensor_that_a_setting_needs_is_asked_for(name, options, without, message):
    given = {key: tensor for key, tensor in tensors().items() if key != without}
    with pytest.raises(algorithms.AlgorithmInputError) as error:
        algorithms.make(name, **options).loss(**given)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"logp": torch.zeros(3)}, "logp has shape (3,); expected [rows, tokens]."),
        (
            {"old_logp": torch.zeros(3, 5)},
            "old_logp has shape (3, 5); logp asks for [rows, tokens] = (3, 4).",
        ),
        (
            {"advantage": torch.zeros(4)},
            "advantage has shape (4,); logp asks for [rows] = (3,).",
        ),
        ({"value": torch.zeros(3, 1)}, "value has shape (3, 1); logp asks for [rows] = (3,)."),
        ({"mask": torch.ones(3, 4)}, "mask has dtype torch.float32; expected torch.bool."),
    ],
)
def test_a_wrong_shape_is_refused(changed, message):
    with pytest.raises(algorithms.AlgorithmInputError) as error:
        algorithms.make("ppo").loss(**tensors() | changed)
    assert str(error.value) == message
