"""Reports of a comparison: a table for the terminal, JSON for scripts, a page for readers."""

from harness.report.comparison import (
    Cell,
    Comparison,
    CurvePoint,
    Panel,
    Protocol,
    Reference,
    Start,
)
from harness.report.decode import ReportInputError
from harness.report.page import render_html
from harness.report.summary_json import to_json
from harness.report.terminal import table

__all__ = [
    "Cell",
    "Comparison",
    "CurvePoint",
    "Panel",
    "Protocol",
    "Reference",
    "ReportInputError",
    "Start",
    "render_html",
    "table",
    "to_json",
]
