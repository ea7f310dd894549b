"""Money is exact: what it comes to does not depend on how the work was cut into pieces."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.budget import BudgetError
from harness.errors import HarnessInputError
from harness.metering.prices import Bill, Prices

TABLE = Prices.of({"generated_tokens": 2e-6, "device_seconds": 0.0006, "flops": 0}, "USD")


def test_prices_are_what_their_digits_say() -> None:
    assert TABLE.per_unit == {
        "generated_tokens": Fraction(2, 1_000_000),
        "device_seconds": Fraction(6, 10_000),
    }
    # 500 000 tokens are 1, ten seconds 0.006
    assert TABLE.cost({"generated_tokens": 500_000, "device_seconds": 10.0}) == Fraction(1006, 1000)
    assert TABLE.cost({"flops": 10**30, "env_steps": 5}) == 0


def test_a_bill_rounds_up_once_however_it_grows() -> None:
    bill = Bill(Prices.of({"env_steps": 0.25e-6}))
    # a quarter of a millionth each: 1 is charged at once and covers four
    assert [bill.add({"env_steps": 1}) for _ in range(6)] == [1, 0, 0, 0, 1, 0]


@given(st.lists(st.integers(0, 10**9), max_size=20))
def test_pieces_cost_what_the_whole_costs(pieces: list[int]) -> None:
    whole, parts = Bill(TABLE), Bill(TABLE)
    charged = sum(parts.add({"generated_tokens": piece}) for piece in pieces)
    assert charged == whole.add({"generated_tokens": sum(pieces)}) == 2 * sum(pieces)


def test_prices_that_make_no_sense() -> None:
    with pytest.raises(HarnessInputError) as error:
        Prices.of({"flops": -1.0})
    assert str(error.value) == (
        "the price of flops is -1.0; expected 0 or more a unit (one floating-point operation of a "
        "model)."
    )
    with pytest.raises(HarnessInputError) as error:
        Prices.of({"money": 1.0})
    assert str(error.value) == "money has no price. Name the price of another unit."
    with pytest.raises(BudgetError, match="Did you mean 'env_steps'"):
        Prices.of({"env_step": 1.0})
