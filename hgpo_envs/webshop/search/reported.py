"""Scores as the original engine reports them."""

import math

import numpy as np

from hgpo_envs.webshop.search.bm25 import Float32s

_GAP = np.float32(1e-4)
_STEP = np.float32(1e-6)


def reported(scores: Float32s) -> list[float]:
    """Round scores and set equal ones apart, as Anserini's ``ScoreTiesAdjusterReranker`` does.

    A score is rounded to 4 decimals. Where it is not more than 0.0001 below the one before, as
    that one is reported, it is lowered by 0.000001 times its place in the row of such scores.

    Args:
        scores: the exact scores, best first.

    Example:
        >>> [round(score, 6) for score in reported(np.array([2.00004, 2, 1.5], np.float32))]
        [2.0, 1.999999, 1.5]
    """
    adjusted: list[float] = []
    last = np.float32(np.inf)
    place = 0
    for score in scores.tolist():
        rounded = np.float32(math.floor(score * 1e4 + 0.5) / 1e4)
        place = 0 if last - rounded > _GAP else place + 1
        last = rounded - _STEP * np.float32(place) if place else rounded
        adjusted.append(float(last))
    return adjusted
