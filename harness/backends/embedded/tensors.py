"""From recorded numbers to the tensors that a loss reads."""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from agents.scorer.encoding import Sample


def column(numbers: NDArray[np.float64]) -> Tensor:
    """Return numbers as float32, shape [n]."""
    return torch.from_numpy(numbers).to(torch.float32)


def taken(logp: Tensor, samples: Sequence[Sample]) -> Tensor:
    """Pick the log-probability of each decision's choice, [n, most] → [n]."""
    choices = torch.tensor([sample.choice for sample in samples])
    return logp.gather(1, choices[:, None]).squeeze(1)
