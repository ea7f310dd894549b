import itertools
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.report.formats import percent, percent_tick
from harness.report.svg.curves import spread
from harness.report.svg.element import element, path, shortened
from harness.report.svg.intervals import Line, interval_plot
from harness.report.svg.scale import Scale, ticks, widened
from leaderboards.statistics import Estimate


def test_attributes_and_text_are_escaped():
    assert element("a", x=1.50, class_="b", stroke_width='"<&') == (
        '<a x="1.5" class="b" stroke-width="&quot;&lt;&amp;"/>'
    )


def test_a_path_joins_its_points():
    assert path([0.0, 1.0, 2.5], [1.0, 2.0, 3.333]) == "M0 1L1 2L2.5 3.33"


def test_a_long_label_is_cut():
    assert shortened("abcdefghij", 35.0) == "abcd…"
    assert shortened("abcde", 35.0) == "abcde"


def test_ticks_are_round_and_within_the_range():
    assert ticks(0.0, 1.0, 4) == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert ticks(-0.1, 0.3, 4) == [-0.1, 0.0, 0.1, 0.2, 0.3]
    # Halves would leave 0.5 alone within 0.2 to 0.8, so quarters stand there.
    assert ticks(0.2, 0.8, 2) == [0.25, 0.5, 0.75]
    assert ticks(0.0, 195_000.0, 4) == [0.0, 50_000.0, 100_000.0, 150_000.0]


def test_a_range_is_widened_to_round_numbers():
    assert widened(0.12, 0.57, 5) == pytest.approx((0.1, 0.6))
    low, high = widened(0.5, 0.5, 5)
    assert low < 0.5 < high


@settings(deadline=None, derandomize=True)
@given(st.floats(0, 1), st.floats(1e-6, 1), st.integers(2, 8))
def test_widened_ranges_hold_what_they_were_made_for(low, length, count):
    below, above = widened(low, low + length, count)
    assert below <= low + 1e-9
    assert above >= low + length - 1e-9
    assert len(ticks(below, above, count)) >= 2


def test_a_scale_maps_its_ends_to_its_ends():
    scale = Scale(low=2.0, high=4.0, start=100.0, end=0.0)
    assert [scale(2.0), scale(3.0), scale(4.0)] == [100.0, 50.0, 0.0]


@settings(deadline=None, derandomize=True)
@given(st.lists(st.floats(0, 100), min_size=1, max_size=7))
def test_spread_labels_never_overlap(places):
    moved = spread(sorted(places), 13.0, 0.0, 100.0)
    assert all(b - a >= 13.0 - 1e-9 for a, b in itertools.pairwise(moved))
    assert min(moved) >= -1e-9
    assert max(moved) <= 100.0 + 1e-9


def test_an_interval_plot_puts_dots_where_its_axis_says():
    found = Estimate(value=0.5, low=0.0, high=1.0, confidence=0.95)
    text = interval_plot(
        [Line(label="a<b", style="s0", found=found)],
        title="t",
        axis="%",
        write=percent,
        write_tick=percent_tick,
        zero=False,
    )
    root = ElementTree.fromstring(text)
    circle, bar = root.find(".//circle"), root.find(".//g/rect")
    middle = float(bar.get("x")) + float(bar.get("width")) / 2
    assert float(circle.get("cx")) == pytest.approx(middle, abs=0.02)
    ticked = {node.text: float(node.get("x")) for node in root.findall("text")}
    assert ticked["50"] == pytest.approx(middle, abs=0.02)
    assert ticked["0"] == pytest.approx(float(bar.get("x")), abs=0.02)
    assert "a&lt;b" in text
