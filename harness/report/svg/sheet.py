"""Put drawings below one another into an SVG file that stands alone."""

import re
from collections.abc import Sequence

from harness.report.svg.element import WIDTH, element, text

MARGIN = 14.0
HEADING = 24.0
STYLE = """
svg { background: #fff; font-family: system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
text { font-size: 12.5px; fill: #1c2126; } .heading { font-size: 13.5px; font-weight: 700; }
.tick, .axis { fill: #59636e; font-size: 11.5px; } .value, .label { font-weight: 600; }
.grid { stroke: #d5dbe1; stroke-width: 0.7; } .zero { stroke: #59636e; stroke-width: 1; }
.range { fill: var(--hue); fill-opacity: 0.38; } .dot { fill: var(--hue); stroke: #fff; }
.cap { fill: #f5f7f9; stroke: #d5dbe1; } .piece { fill: var(--hue); stroke: #fff; }
.s0 { --hue: #0067a8; } .s1 { --hue: #c04a00; } .s2 { --hue: #007a56; } .s3 { --hue: #97368c; }
.s4 { --hue: #7a6a00; } .s5 { --hue: #2f3fc4; } .s6 { --hue: #b0123f; } .s7 { --hue: #4f5b66; }
.p0 { --hue: #d5dbe1; } .p1 { --hue: #c6dcef; } .p2 { --hue: #9ec5e3; } .p3 { --hue: #6ba7d3; }
.p4 { --hue: #3d86bf; } .p5 { --hue: #1d66a3; } .p6 { --hue: #0b4678; }
"""
_VIEW = re.compile(r'viewBox="0 0 [\d.]+ ([\d.]+)"')


def sheet(title: str, drawings: Sequence[tuple[str, str]]) -> str:
    """Return one file.

    Args:
        title: what it shows, for screen readers.
        drawings: (heading, drawing as `drawing` writes it) pairs.
    """
    placed, y = [], MARGIN
    for heading, svg in drawings:
        placed.append(text(heading, 0.0, y + HEADING - 10.0, class_="heading"))
        y += HEADING
        height = _height(svg)
        place = f'<svg y="{y:g}" width="{WIDTH:g}" height="{height:g}" '
        placed.append(svg.replace("<svg ", place, 1))
        y += height + MARGIN
    width = WIDTH + 2 * MARGIN
    return element(
        "svg",
        element("style", STYLE),
        *placed,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{-MARGIN:g} 0 {width:g} {y:g}",
        width=width * 2,
        role="img",
        aria_label=title,
    )


def _height(svg: str) -> float:
    found = _VIEW.search(svg)
    return float(found.group(1)) if found else 0.0
