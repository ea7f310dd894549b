"""Operations of a transformer's passes.

Source: matrix products alone, 2mnk operations for [m, k] times [k, n], as
``torch.utils.flop_counter.FlopCounterMode`` counts them. Attention is counted as it is computed
without a kernel that skips what the causal mask hides: every position against every one.

Symbols: T tokens of a sequence, L layers, H heads of size E (see `TransformerShape`).

Departures: a fused attention kernel may skip the masked half, and computes the scores once more in
its backward pass; the first lowers and the second raises what a device does by a few percent. The
count stays the same on every machine, which is what a budget needs.
"""

from collections.abc import Sequence

from harness.errors import HarnessInputError
from harness.flops.shape import TransformerShape

BACKWARD = 2
"""A backward pass has two products for each of the forward's: for the input, for the weight."""


def forward_flops(
    shape: TransformerShape, lengths: Sequence[int], *, outputs_at: int | None = None
) -> int:
    """Count one forward pass: Σ_s 2·T_s·(L·weights) + 4·L·H·E·T_s² + the head.

    Args:
        shape: of the model.
        lengths: tokens of each sequence as it is computed: with its padding, where it is padded.
        outputs_at: at how many positions of each sequence the head is computed; None for all (1
            where only the next token is wanted).

    Raises:
        HarnessInputError: a length is negative.
    """
    _check(lengths)
    body = 0
    read = 0
    for length in lengths:
        body += 2 * length * shape.layers * shape.weights_of_layer
        body += shape.layers * _attention(shape, length, length)
        read += length if outputs_at is None else min(outputs_at, length)
    return body + _head(shape, read)


def backward_flops(
    shape: TransformerShape, lengths: Sequence[int], *, recomputes: bool = False
) -> int:
    """Count one backward pass of all weights.

    Args:
        shape: of the model.
        lengths: tokens of each sequence, with its padding.
        recomputes: whether activations are not kept (gradient checkpointing of every layer), so
            that a layer's forward pass is computed once more, but for its last product, whose
            result nobody needs (``use_reentrant=False``); the head's is not.
    """
    tokens, forward = sum(lengths), forward_flops(shape, lengths)
    if not recomputes:
        return BACKWARD * forward
    unneeded = 2 * tokens * shape.layers * shape.width * shape.inner
    return (BACKWARD + 1) * forward - _head(shape, tokens) - unneeded


def learning_flops(
    shape: TransformerShape, lengths: Sequence[int], *, recomputes: bool = False
) -> int:
    """Count what it takes to learn from sequences once: forward and backward."""
    return forward_flops(shape, lengths) + backward_flops(shape, lengths, recomputes=recomputes)


def decoding_flops(shape: TransformerShape, prompt: int, generated: int) -> int:
    """Count reading a prompt and sampling tokens one by one with a cache of keys and values.

    The last sampled token is not read again, so n tokens take the prompt's pass and n − 1 more.

    Args:
        shape: of the model.
        prompt: tokens of the prompt, at least 1.
        generated: tokens that are sampled; 0 samples and reads nothing.

    Raises:
        HarnessInputError: an empty prompt, or a negative number.
    """
    _check([prompt, generated])
    if generated == 0:
        return 0
    if prompt == 0:
        raise HarnessInputError("a prompt has no token; expected at least 1.")
    steps = generated - 1
    # the i-th further token attends to prompt + i tokens, itself included
    attended = steps * prompt + steps * (steps + 1) // 2
    token = 2 * shape.layers * shape.weights_of_layer
    return (
        forward_flops(shape, [prompt], outputs_at=1)
        + steps * token
        + shape.layers * _attention(shape, 1, attended)
        + _head(shape, steps)
    )


def _attention(shape: TransformerShape, queries: int, keys: int) -> int:
    """Count scores and weighted sums of one layer: two products of [T, E] a head."""
    return 4 * shape.heads * shape.head_size * queries * keys


def _head(shape: TransformerShape, positions: int) -> int:
    return 2 * positions * shape.width * shape.outputs


def _check(lengths: Sequence[int]) -> None:
    for length in lengths:
        if length < 0:
            raise HarnessInputError(f"a length is {length}; expected 0 or more tokens.")
