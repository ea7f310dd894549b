"""The numbers of BM25 as Lucene computes them.

Source: Lucene 8's ``BM25Similarity`` and ``SmallFloat``, with Anserini's k₁ = 0.9 and b = 0.4.

    score(d, q) = Σₜ wₜ − wₜ / (1 + fₜ · v(d)),     wₜ = qₜ · idfₜ
    idfₜ = ln(1 + (N − nₜ + ½) / (nₜ + ½))
    1 / v(d) = k₁ · (1 − b + b · |d| / avg)

Symbols: f is how often a term stands in a document, q how often in the query, n in how many
documents, N the number of documents that have terms, |d| a document's length in terms, kept in
one byte, avg the mean of the exact lengths.

Departures of Lucene from the formula, kept here: no factor k₁ + 1; float32 but for the sum over
terms, which is in double and becomes float32; a document's length is rounded down to a byte.
"""

import math

import numpy as np
from numpy.typing import NDArray

Float32s = NDArray[np.float32]
Float64s = NDArray[np.float64]
Bytes = NDArray[np.uint8]

K1 = np.float32(0.9)
B = np.float32(0.4)

_EXACT_LENGTHS = 24
"""How many of the shortest lengths have a byte of their own before the rounding begins."""


def length_of_byte(code: int) -> int:
    """Return the length in terms that a byte stands for.

    Example:
        >>> [length_of_byte(code) for code in (0, 23, 40, 41, 255)]
        [0, 23, 40, 42, 2013265944]
    """
    if code < _EXACT_LENGTHS:
        return code
    rest = code - _EXACT_LENGTHS
    high, low = divmod(rest, 8)
    return _EXACT_LENGTHS + (rest if high == 0 else (low | 8) << (high - 1))


LENGTHS = np.array([length_of_byte(code) for code in range(256)], dtype=np.int64)
"""The length in terms of each byte."""


def bytes_of_lengths(lengths: NDArray[np.int64]) -> Bytes:
    """Return the byte of each length: the one of the greatest length that is not above it."""
    return (np.searchsorted(LENGTHS, lengths, side="right") - 1).astype(np.uint8)


def inverse_norms(total: int, documents: int) -> Float32s:
    """Return v for each byte of a length.

    Args:
        total: number of terms in all documents, repetitions counted.
        documents: number of documents that have terms.
    """
    mean = np.float32(total / documents) if documents else np.float32(1)
    lengths = LENGTHS.astype(np.float32)
    inverse: Float32s = np.float32(1) / (K1 * ((np.float32(1) - B) + B * lengths / mean))
    return inverse


def weight(documents: int, matching: int, times: int) -> np.float32:
    """Return the weight of a term of the query.

    Args:
        documents: number of documents that have terms.
        matching: number of documents that have this term.
        times: how often the query has it.
    """
    idf = math.log(1 + (documents - matching + 0.5) / (matching + 0.5))
    return np.float32(times) * np.float32(idf)


def contributions(weight: np.float32, frequencies: Float32s, inverse: Float32s) -> Float32s:
    """Return what a term adds to the score of documents."""
    added: Float32s = weight - weight / (np.float32(1) + frequencies * inverse)
    return added


def saturation(frequencies: Float64s, inverse: Float64s) -> Float64s:
    """Return which part of its weight a term adds, in exact arithmetic: at least 0, below 1."""
    product = frequencies * inverse
    part: Float64s = product / (1 + product)
    return part
