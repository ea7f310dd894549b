"""How numbers are written in tables, pages and plots."""

from collections.abc import Sequence

from leaderboards.statistics import Estimate

MINUS = "\N{MINUS SIGN}"
PREFIXES = ((1e18, "E"), (1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))


def percent(share: float) -> str:
    """Write a share in per cent: 0.512 is `51.2`."""
    return _signed_zero_free(f"{100 * share:.1f}").replace("-", MINUS)


def points(difference: float) -> str:
    """Write a difference of shares in points, with its sign: 0.051 is `+5.1`."""
    text = _signed_zero_free(f"{100 * difference:.1f}")
    return text.replace("-", MINUS) if text.startswith("-") or text == "0.0" else f"+{text}"


def percent_range(found: Estimate) -> str:
    """Write an interval of shares in per cent: `48.0 to 54.3`."""
    return f"{percent(found.low)} to {percent(found.high)}"


def points_range(found: Estimate) -> str:
    """Write an interval of differences in points: `+1.2 to +9.0`."""
    return f"{points(found.low)} to {points(found.high)}"


def percent_tick(share: float) -> str:
    """Write a share in per cent for an axis, with a place only if it needs one."""
    return f"{round(100 * share, 1):g}".replace("-", MINUS)


def points_tick(difference: float) -> str:
    """Write a difference in points for an axis, with its sign."""
    text = percent_tick(difference)
    return f"+{text}" if difference > 0 else text


def amount(value: float) -> str:
    """Write a return with three places: 0.5125 is `0.512`."""
    return _signed_zero_free(f"{value:.3f}").replace("-", MINUS)


def amount_range(found: Estimate) -> str:
    """Write an interval of returns: `0.480 to 0.543`."""
    return f"{amount(found.low)} to {amount(found.high)}"


def amount_tick(value: float) -> str:
    """Write a return for an axis, with the places that it needs."""
    return f"{round(value, 3):g}".replace("-", MINUS)


def probability(value: float) -> str:
    """Write a probability with two places."""
    return f"{value:.2f}"


def short(amount: float) -> str:
    """Write an amount with three figures and a prefix: 198400 is `198k`, 2.5e12 is `2.5T`."""
    for scale, prefix in PREFIXES:
        if abs(amount) >= scale * 0.9995:
            return f"{amount / scale:.3g}{prefix}"
    return f"{amount:.3g}"


def whole(amount: float) -> str:
    """Write an amount in full if it is below a million, else as `short` does."""
    return f"{round(amount):,}" if abs(amount) < 1e6 else short(amount)


def unit_name(unit: str) -> str:
    """Write a unit's name for readers: `env_steps` is `env steps`, `flops` is `FLOPs`."""
    return "FLOPs" if unit == "flops" else unit.replace("_", " ")


def listed(names: Sequence[str]) -> str:
    """Join names as a sentence does: `a`, `a and b`, `a, b and c`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _signed_zero_free(text: str) -> str:
    return text.removeprefix("-") if float(text) == 0 else text
