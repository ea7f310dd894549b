"""Draw where a cap went: one bar an algorithm, one piece a purpose."""

from collections.abc import Sequence
from dataclasses import dataclass

from harness.report.svg.element import CHAR_WIDTH, WIDTH, drawing, element, shortened, text, titled
from harness.report.svg.scale import Scale

ROW = 28.0
TOP = 4.0
FOOT = 38.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A part of a bar.

    Attributes:
        label: what it stands for, with its amount.
        style: the CSS class that colours it.
        share: its length, as a share of the cap.
    """

    label: str
    style: str
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A bar and its pieces, from the left.

    Attributes:
        label: whose it is.
        pieces: the parts.
        total: what stands at its right, for example `99.1 %`.
    """

    label: str
    pieces: Sequence[Piece]
    total: str


def bar_plot(bars: Sequence[Bar], *, title: str, axis: str) -> str:
    """Draw bars of pieces on a scale from 0 to 100 % of the cap.

    Args:
        bars: at least one.
        title: what is drawn, for screen readers.
        axis: the axis' caption.
    """
    labels = min(110.0, max(len(bar.label) for bar in bars) * CHAR_WIDTH + 16)
    scale = Scale(low=0.0, high=1.0, start=labels, end=WIDTH - 60)
    bottom = TOP + ROW * len(bars)
    drawn = []
    for tick in scale.ticks(4):
        x = scale(tick)
        drawn += [
            element("line", x1=x, x2=x, y1=TOP, y2=bottom, class_="grid"),
            text(f"{100 * tick:.0f}", x, bottom + 15, class_="tick", text_anchor="middle"),
        ]
    drawn += [_bar(bar, TOP + ROW * (index + 0.5), scale, labels) for index, bar in enumerate(bars)]
    middle = (scale.start + scale.end) / 2
    drawn.append(text(axis, middle, bottom + 32, class_="axis", text_anchor="middle"))
    return drawing(title, bottom + FOOT, *drawn)


def _bar(bar: Bar, y: float, scale: Scale, labels: float) -> str:
    drawn, begun = [], 0.0
    for piece in bar.pieces:
        left, right = scale(begun), scale(begun + piece.share)
        drawn.append(
            titled(
                f"{bar.label}, {piece.label}",
                element(
                    "rect", x=left, y=y - 8, width=max(0.0, right - left), height=16, class_="piece"
                ),
                class_=piece.style,
            )
        )
        begun += piece.share
    return element(
        "g",
        text(shortened(bar.label, labels - 12), 0, y + 4, class_="label"),
        element(
            "rect", x=scale.start, y=y - 8, width=scale.end - scale.start, height=16, class_="cap"
        ),
        *drawn,
        text(bar.total, WIDTH, y + 4, class_="value", text_anchor="end"),
    )
