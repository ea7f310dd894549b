"""Check the whole numbers that memories are set up with."""

from hgpo_envs.errors import EnvInputError


def require_count(what: str, value: object, *, least: int) -> int:
    """Return ``value`` if it is a whole number of at least ``least``.

    Args:
        what: what the number is, for the error's text.
        value: what was given.
        least: the least value allowed.

    Raises:
        EnvInputError: it is none, or less.
    """
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise EnvInputError(f"{what} is {value!r}; expected a whole number of at least {least}.")
    return value
