"""Floating-point operations of models, counted from their architecture before they are spent."""

from harness.flops.passes import (
    backward_flops,
    decoding_flops,
    forward_flops,
    learning_flops,
)
from harness.flops.shape import TransformerShape, transformer_shape

__all__ = [
    "TransformerShape",
    "backward_flops",
    "decoding_flops",
    "forward_flops",
    "learning_flops",
    "transformer_shape",
]
