"""A board as one HTML page that needs nothing else: no script, no request."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template

from leaderboards.entry import Entry
from leaderboards.ranking import RankedClass
from leaderboards.statistics import Estimate


def render_page(classes: Sequence[RankedClass]) -> str:
    """Render a board's page; every text of an entry is escaped.

    Args:
        classes: what is ranked together.

    Returns:
        HTML; equal boards give equal text.
    """
    return _template().render(
        classes=classes,
        amount=amount,
        caps=caps_in_words,
        memory=memory_in_words,
        percent=percent,
        interval=interval,
    )


def percent(share: float) -> str:
    """Write a share in percent.

    Example:
        >>> percent(0.6967)
        '69.7'
    """
    return f"{100 * share:.1f}"


def interval(found: Estimate, scale: float = 100.0, digits: int = 1) -> str:
    """Write an interval.

    Example:
        >>> interval(Estimate(value=0.5, low=0.25, high=0.75, confidence=0.95))
        '25.0 to 75.0'
    """
    return f"{scale * found.low:.{digits}f} to {scale * found.high:.{digits}f}"


def amount(number: float) -> str:
    """Write an amount with its digits in threes, and a large one in short.

    Example:
        >>> amount(80000), amount(5e11), amount(2.5)
        ('80,000', '5e+11', '2.5')
    """
    if number >= 1e9:
        return f"{number:.4g}"
    return f"{int(number):,}" if number == int(number) else f"{number:,.6g}"


def caps_in_words(caps: Mapping[str, float]) -> str:
    """Write caps, units by name.

    Example:
        >>> caps_in_words({"flops": 5e11, "env_steps": 80000})
        '80,000 env_steps, 5e+11 flops'
    """
    return ", ".join(f"{amount(caps[unit])} {unit}" for unit in sorted(caps))


def memory_in_words(entry: Entry) -> str:
    """Write what of the past the agent saw, as it was configured."""
    start = "env.memory."
    told = {
        name.removeprefix(start): value
        for name, value in sorted(entry.settings.items())
        if name.startswith(start) and value is not None
    }
    kind = told.pop("kind", "")
    return " ".join([str(kind), *(f"{name}={value}" for name, value in told.items())]).strip()


@cache
def _template() -> Template:
    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.from_string(
        files("leaderboards").joinpath("board.html.j2").read_text(encoding="utf-8")
    )
