"""A loss that can't be descended is refused before it reaches the weights."""

import pytest
import torch

import algorithms
from harness.backends.embedded.objective import usable_loss

GRPO = algorithms.make("grpo")


def test_a_finite_scalar_is_handed_on() -> None:
    loss = torch.tensor(0.5, requires_grad=True)
    assert usable_loss(loss, GRPO) is loss


@pytest.mark.parametrize(
    ("loss", "told"),
    [
        (torch.zeros(2), "the loss of GRPO has shape (2,); expected a scalar."),
        (torch.tensor(float("nan")), "the loss of GRPO is nan; expected a finite number."),
        (torch.tensor(-float("inf")), "the loss of GRPO is -inf; expected a finite number."),
    ],
)
def test_anything_else_is_refused(loss: torch.Tensor, told: str) -> None:
    with pytest.raises(algorithms.AlgorithmContractError) as caught:
        usable_loss(loss, GRPO)
    assert str(caught.value).startswith(told)
