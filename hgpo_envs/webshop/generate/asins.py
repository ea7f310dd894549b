"""Ids of generated products: ten characters, a different one for every number."""

from hgpo_envs.draws import digest

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_PREFIX = "G0"
_LENGTH = 8
_ALL = len(_DIGITS) ** _LENGTH
_STRIDE = 1_732_050_807_569
"""Shares no factor with ``_ALL``, so that multiplying by it hits every id once."""
_BACK = pow(_STRIDE, -1, _ALL)


class Asins:
    """The ids of the products of one seed.

    Args:
        seed: the shop's.

    Example:
        >>> asins = Asins(0)
        >>> asins.number(asins.asin(123))
        123
    """

    def __init__(self, seed: int) -> None:
        self._shift = digest("webshop asins", seed) % _ALL

    def asin(self, number: int) -> str:
        """Return the id of the product of a number."""
        rest = (number * _STRIDE + self._shift) % _ALL
        digits = ""
        for _ in range(_LENGTH):
            rest, digit = divmod(rest, 36)
            digits = _DIGITS[digit] + digits
        return _PREFIX + digits

    def number(self, asin: str) -> int | None:
        """Return the number of a product, which may be beyond the shop's last; None for no id."""
        digits = asin[len(_PREFIX) :]
        if not asin.startswith(_PREFIX) or len(digits) != _LENGTH:
            return None
        if any(digit not in _DIGITS for digit in digits):
            return None
        number: int = (int(digits, 36) - self._shift) * _BACK % _ALL
        return number
