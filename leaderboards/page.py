"""A board as one HTML page that needs nothing else: no script, no request."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template

from leaderboards.entry import Entry
from leaderboards.ranking import RankedClass, memory_in_words
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
        name=name_in_words,
        rank=rank_in_words,
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


def rank_in_words(place: int | None) -> str:
    """Write a rank, and a dash where there is none.

    Example:
        >>> rank_in_words(3), rank_in_words(None)
        ('3', '–')
    """
    return "–" if place is None else str(place)


def name_in_words(entry: Entry) -> str:
    """Write what played, with the kind of its entry where that is no training."""
    return entry.algorithm if entry.is_trained else f"{entry.algorithm} ({entry.kind})"


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
