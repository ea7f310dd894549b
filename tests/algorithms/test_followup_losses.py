"""Losses of the follow-ups: values by hand, gradients as autograd finds them of the textbook."""

import math

import pytest
import torch

import algorithms

# Three rows of up to four tokens.
MASK = torch.tensor([[1, 1, 1, 0], [1, 0, 0, 0], [1, 1, 1, 1]], dtype=torch.bool)


def tensors(seed=0):
    """Draw log-probabilities whose ratios stray beyond every clip range used here."""
    drawn = torch.Generator().manual_seed(seed)

    def normal(*shape):
        return torch.randn(*shape, generator=drawn, dtype=torch.float64)

    old_logp = -normal(*MASK.shape).abs()
    return {
        "logp": (old_logp + 0.6 * normal(*MASK.shape)).requires_grad_(),
        "old_logp": old_logp,
        "advantage": torch.tensor([1.3, -0.7, 0.4 - 2.0 * seed], dtype=torch.float64),
        "mask": MASK,
    }


def token_mean(rows):
    return -sum(sum(tokens) for tokens in rows) / sum(len(tokens) for tokens in rows)


def row_mean(rows):
    return -sum(sum(tokens) / len(tokens) for tokens in rows) / len(rows)


def by_token(given, gain):
    """Apply a gain of (log π, log π_old, Â) to each token, with scalars."""
    return [
        [
            gain(given["logp"][i, t], given["old_logp"][i, t], given["advantage"][i])
            for t in range(MASK.shape[1])
            if MASK[i, t]
        ]
        for i in range(MASK.shape[0])
    ]


def cispo(given):
    def gain(logp, old_logp, advantage):
        weight = min(math.exp(float(logp.detach() - old_logp)), 1.28)
        return weight * advantage * logp

    return token_mean(by_token(given, gain))


def gpg(given):
    return token_mean(by_token(given, lambda logp, _, advantage: advantage * logp))


def sapo(given):
    def gain(logp, old_logp, advantage):
        temperature = 1.0 if advantage > 0 else 1.05
        ratio = torch.exp(logp - old_logp)
        return 4 / temperature / (1 + torch.exp(-temperature * (ratio - 1))) * advantage

    return row_mean(by_token(given, gain))


def gmpo(given):
    def bounded(logp, old_logp, advantage):
        difference = logp - old_logp
        limit = 0.4 if advantage >= 0 else -0.4
        beyond = difference > limit if advantage >= 0 else difference < limit
        return difference * 0 + limit if beyond else difference

    rows = by_token(given, bounded)
    products = [torch.prod(torch.exp(torch.stack(tokens))) ** (1 / len(tokens)) for tokens in rows]
    gains = [product * a for product, a in zip(products, given["advantage"], strict=True)]
    return -sum(gains) / len(gains)


TEXTBOOK = {"cispo": cispo, "gpg": gpg, "sapo": sapo, "gmpo": gmpo}


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("name", TEXTBOOK)
def test_the_loss_and_its_gradient_equal_the_textbook(name, seed):
    given = tensors(seed)
    loss, _ = algorithms.make(name, kl_coefficient=0.0).loss(**given)
    (found,) = torch.autograd.grad(loss, given["logp"])
    expected = TEXTBOOK[name](given)
    (gradient,) = torch.autograd.grad(expected, given["logp"])
    torch.testing.assert_close(loss, expected, rtol=0, atol=1e-10)
    torch.testing.assert_close(found, gradient, rtol=0, atol=1e-10)
    assert (found[~MASK] == 0.0).all()


def one_token(name, ratio, advantage, **options):
    """Return loss, gradient in log π and share cut of a batch of one token, log π_old = −1."""
    logp = torch.tensor([[-1.0 + math.log(ratio)]], dtype=torch.float64, requires_grad=True)
    loss, metrics = algorithms.make(name, kl_coefficient=0.0, **options).loss(
        logp=logp,
        old_logp=torch.tensor([[-1.0]], dtype=torch.float64),
        advantage=torch.tensor([advantage], dtype=torch.float64),
        mask=torch.ones(1, 1, dtype=torch.bool),
    )
    (gradient,) = torch.autograd.grad(loss, logp)
    return float(loss.detach()), float(gradient), float(metrics["clip_fraction"])


def test_cispo_bounds_the_weight_and_keeps_the_gradient():
    # ρ = 2 counts as 1.28: the gradient of −1.28 · 3 log π is −3.84.
    loss, gradient, cut = one_token("cispo", 2.0, 3.0)
    assert gradient == pytest.approx(-3.84, abs=1e-12)
    assert loss == pytest.approx(-3.84 * (math.log(2.0) - 1.0), abs=1e-12)
    assert cut == 1.0


def test_cispo_has_no_lower_bound_unless_one_is_set():
    assert one_token("cispo", 0.1, 1.0)[1] == pytest.approx(-0.1, abs=1e-12)
    assert one_token("cispo", 0.1, 1.0, clip_low=0.2)[1] == pytest.approx(-0.8, abs=1e-12)


def test_gmpo_clips_the_logarithm_on_the_side_of_the_advantage():
    # e^0.4 · 3 beyond the upper side, without gradient; below 1 all counts.
    loss, gradient, cut = one_token("gmpo", 2.0, 3.0)
    assert (loss, gradient) == (pytest.approx(-3.0 * math.exp(0.4), abs=1e-12), 0.0)
    assert cut == 1.0
    assert one_token("gmpo", 0.5, 3.0)[1] == pytest.approx(-1.5, abs=1e-12)
    assert one_token("gmpo", 0.5, -3.0)[1] == 0.0
    assert one_token("gmpo", 2.0, -3.0)[1] == pytest.approx(6.0, abs=1e-12)


def test_gmpo_may_take_the_mean_over_a_trajectory():
    # Two rows of one token, ratios 1.2 and 1/1.2 · 1.44: their geometric mean is 1.2.
    logp = torch.log(torch.tensor([[1.2], [1.2]], dtype=torch.float64))
    loss, _ = algorithms.make("gmpo", ratio_level="trajectory").loss(
        logp=logp + torch.tensor([[0.1], [-0.1]], dtype=torch.float64),
        old_logp=torch.zeros(2, 1, dtype=torch.float64),
        advantage=torch.ones(2, dtype=torch.float64),
        mask=torch.ones(2, 1, dtype=torch.bool),
        trajectory=torch.tensor([7, 7]),
    )
    assert float(loss) == pytest.approx(-1.2, abs=1e-12)


def test_sapo_has_the_policy_gradient_on_policy_and_fades_off_it():
    # At ρ = 1 the gate's slope is 4 σ'(0) = 1. At ρ = 3, τ = 1: 4 σ'(2) ρ.
    assert one_token("sapo", 1.0, 2.0)[1] == pytest.approx(-2.0, abs=1e-12)
    slope = 4 * math.exp(2) / (1 + math.exp(2)) ** 2
    assert one_token("sapo", 3.0, 2.0)[1] == pytest.approx(-2.0 * 3 * slope, abs=1e-12)


def test_sapo_fades_sooner_where_the_advantage_is_negative():
    up, down = one_token("sapo", 3.0, 1.0)[1], one_token("sapo", 3.0, -1.0)[1]
    assert abs(down) < abs(up)


def test_gpg_does_not_look_at_the_old_policy():
    assert one_token("gpg", 5.0, 2.0)[1] == one_token("gpg", 0.2, 2.0)[1] == -2.0


def test_a_temperature_must_be_positive():
    with pytest.raises(algorithms.AlgorithmInputError) as error:
        algorithms.make("sapo", temperature_negative=0.0)
    assert str(error.value) == "temperature_negative is 0.0; expected a number of 1e-06 or more."


@pytest.mark.parametrize("name", ["cispo", "gpg", "sapo"])
def test_what_cuts_no_gradient_is_held_to_a_reference(name):
    assert algorithms.make(name).needs_reference
    assert not algorithms.make(name, kl_coefficient=0.0).needs_reference


def test_gmpo_needs_no_reference():
    assert not algorithms.make("gmpo").needs_reference


@pytest.mark.parametrize("name", ["cispo", "gmpo", "sapo"])
def test_the_advantage_is_grpos(name):
    batch = algorithms.StepBatch.from_arrays(
        group=[0, 0, 0], trajectory=[0, 0, 1], step=[0, 1, 0], reward=[0.0, 2.0, 1.0]
    )
    grpo = algorithms.make("grpo").advantages(batch)
    assert algorithms.make(name).advantages(batch).tolist() == grpo.tolist()


@pytest.mark.parametrize("name", TEXTBOOK)
def test_accumulated_gradients_equal_the_whole_batchs(name):
    from algorithms.losses import token_weights

    given, algorithm = tensors(), algorithms.make(name, kl_coefficient=0.0)
    (whole,) = torch.autograd.grad(algorithm.loss(**given)[0], given["logp"])
    weight = token_weights(MASK, algorithm.aggregate, torch.float64)
    parts = torch.zeros_like(whole)
    for rows in ([0, 2], [1]):
        part = {key: tensor[rows] for key, tensor in given.items()}
        loss, _ = algorithm.loss(**part, weight=weight[rows])
        parts += torch.autograd.grad(loss, given["logp"])[0]
    torch.testing.assert_close(parts, whole, rtol=0, atol=1e-10)
