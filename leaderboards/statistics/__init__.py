"""Estimators on a [seed, task] matrix of scores, with intervals; they know nothing of files.

Symbols: S seeds (training runs), T tasks or strata (task types), R resamples.
"""

from leaderboards.statistics.aggregates import iqm, mean, optimality_gap, performance_profile
from leaderboards.statistics.bands import pointwise_band
from leaderboards.statistics.bootstrap import crossed_bootstrap, paired_difference
from leaderboards.statistics.deviation import deviation
from leaderboards.statistics.estimate import Estimate
from leaderboards.statistics.improvement import probability_of_improvement
from leaderboards.statistics.matrix import Scores, ScoresError
from leaderboards.statistics.permutation import holm, sign_flip_test
from leaderboards.statistics.power import power, seeds_needed, visible_difference
from leaderboards.statistics.profile import Profile, profile_bands
from leaderboards.statistics.proportion import wilson_interval
from leaderboards.statistics.stratified import stratified_bootstrap

__all__ = [
    "Estimate",
    "Profile",
    "Scores",
    "ScoresError",
    "crossed_bootstrap",
    "deviation",
    "holm",
    "iqm",
    "mean",
    "optimality_gap",
    "paired_difference",
    "performance_profile",
    "pointwise_band",
    "power",
    "probability_of_improvement",
    "profile_bands",
    "seeds_needed",
    "sign_flip_test",
    "stratified_bootstrap",
    "visible_difference",
    "wilson_interval",
]
