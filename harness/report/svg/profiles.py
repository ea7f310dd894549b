"""Draw performance profiles: the share of runs above each score, a line and a band each."""

from collections.abc import Mapping

from harness.report.formats import percent_tick
from harness.report.svg.curves import Curve, curve_plot
from leaderboards.statistics import Profile


def profile_plot(profiles: Mapping[str, Profile], styles: Mapping[str, str], *, title: str) -> str:
    """Draw profiles over the thresholds.

    Args:
        profiles: algorithm -> its profile.
        styles: algorithm -> CSS class.
        title: what is drawn, for screen readers.
    """
    curves = [
        Curve(
            label=name,
            style=styles[name],
            xs=each.thresholds.tolist(),
            mean=each.share.tolist(),
            low=each.low.tolist(),
            high=each.high.tolist(),
            seeds=[],
        )
        for name, each in profiles.items()
    ]
    return curve_plot(
        curves,
        (),
        title=title,
        axis="success of a seed on a task type, %",
        write_x=percent_tick,
        write_y=percent_tick,
    )
