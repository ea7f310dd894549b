import numpy as np
import pytest

from harness.budget import UNITS, Budget, BudgetError, check_amounts


def test_caps_are_given_in_the_order_of_the_units_and_as_whole_numbers():
    budget = Budget.from_mapping({"flops": 1e12, "env_steps": np.int64(200), "episodes": None})
    assert list(budget.caps().items()) == [("env_steps", 200), ("flops", 10**12)]
    assert all(type(cap) is int for cap in budget.caps().values())


def test_every_unit_is_a_field_of_the_budget():
    for unit in UNITS:
        assert Budget.from_mapping({unit: 3}).caps() == {unit: 3}


def test_seconds_may_be_fractions():
    assert Budget(device_seconds=0.5).caps() == {"device_seconds": 0.5}


KNOWN = (
    "device_seconds, energy_joules, env_steps, episodes, flops, generated_tokens, "
    "gradient_steps, money, prompt_tokens, trained_tokens"
)


@pytest.mark.parametrize(
    ("caps", "message"),
    [
        (
            {"env_step": 5},
            f"unknown budget unit 'env_step'. Did you mean 'env_steps'? Known: {KNOWN}.",
        ),
        (
            {"env_steps": 0},
            "the cap on env_steps must be more than 0; it is 0. "
            "Leave it out to count the unit without a cap.",
        ),
        (
            {"flops": -1.0},
            "the cap on flops must be more than 0; it is -1.0. "
            "Leave it out to count the unit without a cap.",
        ),
        ({"env_steps": float("nan")}, "env_steps must be a finite number; it is nan."),
        ({"flops": float("inf")}, "flops must be a finite number; it is inf."),
        ({"env_steps": True}, "env_steps must be a number; it is True."),
        ({"env_steps": np.True_}, "env_steps must be a number; it is np.True_."),
        ({"env_steps": "many"}, "env_steps must be a number; it is 'many'."),
        ({"env_steps": 2.5}, "env_steps must be a whole number; it is 2.5."),
        ({"flops": 1e31}, "flops must be at most 1e30; it is 1e+31."),
        (
            {"env_steps": None},
            "a budget needs at least one cap. Set one of: env_steps, episodes, generated_tokens, "
            "prompt_tokens, trained_tokens, gradient_steps, flops, device_seconds, energy_joules, "
            "money (for example env_steps=200000).",
        ),
    ],
)
def test_a_budget_that_cannot_be_used_says_why(caps, message):
    with pytest.raises(BudgetError) as caught:
        Budget.from_mapping(caps)
    assert str(caught.value) == message


def test_a_negative_amount_is_refused():
    with pytest.raises(BudgetError) as caught:
        check_amounts({"env_steps": -1})
    assert str(caught.value) == "an amount of env_steps must be 0 or more; it is -1."


def test_amounts_come_back_as_plain_numbers():
    plain = check_amounts({"env_steps": np.int32(3), "flops": np.float32(8), "episodes": 0})
    assert plain == {"env_steps": 3, "flops": 8, "episodes": 0}
    assert {type(value) for value in plain.values()} == {int}
