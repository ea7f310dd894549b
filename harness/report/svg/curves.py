"""Draw curves over a budget: a mean line, a band, and a thin line for each seed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from harness.report.svg.element import WIDTH, drawing, element, path, shortened, text, titled
from harness.report.svg.scale import Scale, widened

HEIGHT = 252.0
TOP, BOTTOM = 10.0, 206.0
LEFT, RIGHT = 34.0, 288.0
LABEL_GAP = 14.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """One algorithm's curve; all lists but `seeds` are of one length.

    Attributes:
        label: whose it is.
        style: the CSS class that colours it.
        xs: amounts of the budget, rising.
        mean: over seeds.
        low: the lowest seed.
        high: the highest seed.
        seeds: each seed's own values.
    """

    label: str
    style: str
    xs: list[float]
    mean: list[float]
    low: list[float]
    high: list[float]
    seeds: list[list[float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A horizontal line to compare with.

    Attributes:
        label: what it stands for.
        value: its height.
    """

    label: str
    value: float


def curve_plot(
    curves: Sequence[Curve],
    levels: Sequence[Level],
    *,
    title: str,
    axis: str,
    write_x: Callable[[float], str],
    write_y: Callable[[float], str],
) -> str:
    """Draw curves with bands and levels, each named at its end.

    Args:
        curves: at least one.
        levels: lines to compare with.
        title: what is drawn, for screen readers.
        axis: caption of the horizontal axis.
        write_x: how an amount is written.
        write_y: how a height is written.
    """
    x = Scale(low=0.0, high=max(curve.xs[-1] for curve in curves), start=LEFT, end=RIGHT)
    y = _height_scale(curves, levels)
    drawn = [
        *_grid(x, y, write_x, write_y),
        text(axis, (LEFT + RIGHT) / 2, HEIGHT - 8, class_="axis", text_anchor="middle"),
        *(_level(level, y) for level in levels),
        *(_band(curve, x, y) for curve in curves),
        *(_mean(curve, x, y) for curve in curves),
        *_labels(curves, levels, y),
    ]
    return drawing(title, HEIGHT, *drawn)


def _height_scale(curves: Sequence[Curve], levels: Sequence[Level]) -> Scale:
    lows = [min(curve.low) for curve in curves] + [level.value for level in levels]
    highs = [max(curve.high) for curve in curves] + [level.value for level in levels]
    low, high = widened(min(lows), max(highs), 5)
    low = 0.0 if low <= 0.1 else low
    return Scale(low=low, high=high, start=BOTTOM, end=TOP)


def _grid(
    x: Scale, y: Scale, write_x: Callable[[float], str], write_y: Callable[[float], str]
) -> list[str]:
    drawn = []
    for tick in y.ticks(5):
        drawn += [
            element("line", x1=LEFT, x2=RIGHT, y1=y(tick), y2=y(tick), class_="grid"),
            text(write_y(tick), LEFT - 6, y(tick) + 4, class_="tick", text_anchor="end"),
        ]
    for tick in x.ticks(4):
        drawn += [
            element("line", x1=x(tick), x2=x(tick), y1=BOTTOM, y2=BOTTOM + 4, class_="zero"),
            text(write_x(tick), x(tick), BOTTOM + 18, class_="tick", text_anchor="middle"),
        ]
    return [*drawn, element("line", x1=LEFT, x2=RIGHT, y1=BOTTOM, y2=BOTTOM, class_="zero")]


def _level(level: Level, y: Scale) -> str:
    at = y(level.value)
    return titled(level.label, element("line", x1=LEFT, x2=RIGHT, y1=at, y2=at, class_="level"))


def _band(curve: Curve, x: Scale, y: Scale) -> str:
    across = [x(value) for value in curve.xs]
    outline = path(
        [*across, *reversed(across)],
        [*(y(value) for value in curve.high), *(y(value) for value in reversed(curve.low))],
    )
    thin = [
        element("path", d=path(across, [y(value) for value in seed]), class_="seed")
        for seed in curve.seeds
    ]
    return element("g", element("path", d=f"{outline}Z", class_="band"), *thin, class_=curve.style)


def _mean(curve: Curve, x: Scale, y: Scale) -> str:
    line = path([x(value) for value in curve.xs], [y(value) for value in curve.mean])
    return titled(curve.label, element("path", d=line, class_="mean"), class_=curve.style)


def _labels(curves: Sequence[Curve], levels: Sequence[Level], y: Scale) -> list[str]:
    wanted = [(y(curve.mean[-1]), curve.label, f"{curve.style} label") for curve in curves]
    wanted += [(y(level.value), level.label, "level-label") for level in levels]
    wanted.sort()
    places = spread([place for place, _, _ in wanted], LABEL_GAP, TOP + 4, BOTTOM)
    room = WIDTH - RIGHT - 6
    return [
        text(shortened(label, room), RIGHT + 6, place + 4, class_=style)
        for place, (_, label, style) in zip(places, wanted, strict=True)
    ]


def spread(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move sorted places apart to at least `gap`, near where they were and within a range.

    Args:
        places: sorted.
        gap: the least distance.
        low: the lowest place.
        high: the highest place; it gives way if there is no room.

    Example:
        >>> spread([10.0, 11.0, 40.0], 8.0, 0.0, 100.0)
        [10.0, 18.0, 40.0]
    """
    moved: list[float] = []
    for place in places:
        moved.append(max(place, low if not moved else moved[-1] + gap))
    ceiling = max(high, low + gap * (len(moved) - 1))
    for index in reversed(range(len(moved))):
        moved[index] = min(moved[index], ceiling)
        ceiling = moved[index] - gap
    return moved
