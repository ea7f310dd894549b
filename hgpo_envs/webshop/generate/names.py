"""Made-up names: brands, series and models, more of them the more products there are.

Which name a product bears follows Zipf's law roughly (each doubling of the rank is as likely as
the one before), over a pool that grows with the product's number: so a larger shop has more
words, as real ones do. Only whole numbers are used, so that every machine draws the same.
"""

from hgpo_envs.draws import Draws

_ONSETS = ("Br", "Dr", "Fl", "Gr", "J", "Kr", "L", "M", "N", "Pl", "Qu", "R", "Sv", "T", "V", "Z")
_MIDDLES = ("andr", "elv", "imb", "olk", "urm", "aph", "evr", "int", "osk", "uld", "yrr", "awn")
_ENDS = ("ane", "ello", "iva", "oth", "une", "ax", "ery", "ith", "ondo", "urra")
_SERIES = ("Alto", "Brio", "Cirro", "Delto", "Ferro", "Gala", "Heli", "Ivo", "Juno", "Kilo")
_TAILS = ("ban", "crest", "dal", "fane", "gast", "holm", "keld", "lorn", "mere", "nath", "pell")
_MODEL = "ABCDEFGHKLMNPRTVWXYZ"

_BRAND_PERCENT, _SERIES_PERCENT = 40, 55
"""How fast the pools grow: by how many percent of the doublings of the product's number."""


def brand(draws: Draws, number: int) -> str:
    """Draw a brand for a product.

    Example:
        >>> brand_name(0), brand_name(1), brand_name(5000)
        ('Brandrane', 'Draphondo', 'Nurmondocrest')
    """
    return brand_name(_rank(draws, number, _BRAND_PERCENT, 4))


def series_name(draws: Draws, number: int) -> str:
    """Draw the name of a product's series.

    Example:
        >>> series_of_rank(0), series_of_rank(1234)
        ('Altoban', 'Ferrofane 11')
    """
    return series_of_rank(_rank(draws, number, _SERIES_PERCENT, 4))


def model(draws: Draws, number: int) -> str:
    """Draw a model number, which hardly any other product has."""
    letters = draws.choice(_MODEL) + draws.choice(_MODEL)
    return f"{letters}{number % 9973:04d}{draws.below(90) + 10}"


def brand_name(rank: int) -> str:
    """Return the brand of a rank; every rank has another one."""
    rest, onset = divmod(rank, len(_ONSETS))
    rest, middle = divmod(rest, len(_MIDDLES))
    rest, end = divmod(rest, len(_ENDS))
    middle = (middle + 5 * onset) % len(_MIDDLES)
    end = (end + 3 * onset + 7 * middle) % len(_ENDS)
    return _ONSETS[onset] + _MIDDLES[middle] + _ENDS[end] + _numeral(rest)


def series_of_rank(rank: int) -> str:
    """Return the series of a rank; every rank has another one."""
    rest, start = divmod(rank, len(_SERIES))
    rest, tail = divmod(rest, len(_TAILS))
    tail = (tail + 3 * start) % len(_TAILS)
    return _SERIES[start] + _TAILS[tail] + (f" {rest}" if rest else "")


def _numeral(rest: int) -> str:
    """Return what sets brands of the same syllables apart: more syllables."""
    tail = ""
    while rest:
        rest, at = divmod(rest - 1, len(_TAILS))
        tail += _TAILS[at]
    return tail


def _rank(draws: Draws, number: int, percent: int, least: int) -> int:
    doublings = least + number.bit_length() * percent // 100
    start = 1 << draws.below(doublings + 1)
    return start - 1 + draws.below(start)
