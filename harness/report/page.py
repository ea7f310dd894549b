"""The report as one HTML page that needs nothing else: no script, no request."""

from functools import cache
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template
from markupsafe import Markup

from harness.report import formats, verdict
from harness.report.budget_shares import budget_shares
from harness.report.certainty import Certainty, certainty
from harness.report.comparison import Comparison
from harness.report.figures import (
    Figure,
    budget_figures,
    curve_figures,
    interval_figures,
    purpose_styles,
    styles,
)
from harness.report.formats import listed, percent, short, unit_name
from harness.report.questions import five_answers
from harness.report.summary import Summary, summarise
from harness.report.svg.profiles import profile_plot
from harness.report.unit_figures import target_text, unit_parts
from leaderboards.statistics import Estimate


def render_html(comparison: Comparison) -> str:
    """Render a comparison as a page.

    Args:
        comparison: what was compared.

    Returns:
        HTML; equal comparisons give equal text.
    """
    summary = summarise(comparison)
    found = certainty(comparison)
    return _template().render(
        comparison=comparison,
        summary=summary,
        title=f"{listed(comparison.algorithms)} on {comparison.env}",
        styles=styles(summary),
        purposes=purpose_styles(comparison, summary),
        answers=five_answers(comparison, summary, found.pairs),
        certainty=found,
        profile_figures=_marked([_profiles(found, summary)]),
        interval_figures=_marked(interval_figures(summary)),
        curve_figures=_marked(curve_figures(comparison, summary)),
        budget_figures=_marked(budget_figures(comparison, summary)),
        unit_parts=unit_parts(comparison),
        target_text=target_text,
        budget_shares=budget_shares(comparison),
        facts=_facts(comparison, summary),
        all_units=_units(comparison, summary),
        verdict=verdict,
        tint=_tint,
        f=formats,
        css=Markup(_text("report.css")),  # our own file
    )


def _profiles(found: Certainty, summary: Summary) -> Figure:
    colours = {
        name: style for (role, name), style in styles(summary).items() if role == "algorithm"
    }
    heading = "Performance profiles"
    return Figure(heading=heading, svg=profile_plot(found.profiles, colours, title=heading))


def _facts(comparison: Comparison, summary: Summary) -> list[str]:
    caps = listed([f"{short(cap)} {unit_name(unit)}" for unit, cap in comparison.caps.items()])
    used = {
        unit: max(summary.use[name].most[unit] / cap for name in comparison.algorithms)
        for unit, cap in comparison.caps.items()
    }
    most = listed([f"{percent(share)} % of {unit_name(unit)}" for unit, share in used.items()])
    repeats = comparison.protocol.repeats
    return [
        f"Every cell had the same caps: {caps}.",
        f"No cell passed a cap; the most that any used was {most}.",
        f"Every algorithm was trained with the same seeds ({listed(_words(comparison.seeds))}); "
        f"for each seed all began from the same weights. {_weights(comparison)}",
        f"Every final policy played the same {comparison.eval.n} tasks, "
        f"{'once' if repeats == 1 else f'{repeats} times'} each, "
        f"at temperature {comparison.protocol.temperature:g}.",
        f"Counted apart from the caps: {listed(comparison.apart) or 'nothing'}.",
        *comparison.facts,
    ]


def _units(comparison: Comparison, summary: Summary) -> list[str]:
    counted = {
        unit
        for use in summary.use.values()
        for amounts in use.by_purpose.values()
        for unit in amounts
    }
    return [*comparison.caps, *sorted(counted.difference(comparison.caps))]


def _weights(comparison: Comparison) -> str:
    different, seeds = len({start.weights for start in comparison.starts}), len(comparison.seeds)
    if different == seeds:
        return "Each seed has starting weights of its own."
    return f"Its {seeds} seeds share {different} sets of starting weights."


def _words(numbers: tuple[int, ...]) -> list[str]:
    return [str(number) for number in numbers]


def _tint(found: Estimate) -> str:
    side = "up" if found.value >= 0.5 else "down"
    return f"--tint: var(--{side}); --depth: {round(70 * abs(found.value - 0.5) * 2)}%"


def _marked(figures: list[Figure]) -> list[tuple[str, Markup]]:
    return [(figure.heading, Markup(figure.svg)) for figure in figures]  # escaped when drawn


def _unbroken(sentence: str) -> str:
    return sentence.replace(" %", "\N{NO-BREAK SPACE}%")


def _breakable(name: str) -> Markup:
    return Markup("_<wbr>").join(name.split("_"))


def _text(name: str) -> str:
    return (files("harness.report") / name).read_text(encoding="utf-8")


@cache
def _template() -> Template:
    environment = Environment(
        loader=FunctionLoader(_text),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["breakable"] = _breakable
    environment.filters["drawn"] = Markup  # what a drawing says was escaped when it was drawn
    environment.filters["unbroken"] = _unbroken
    return environment.get_template("report.html.j2")
