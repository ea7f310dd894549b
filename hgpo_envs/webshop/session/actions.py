"""Reading what an agent writes: ``search[query]`` and ``click[thing]``."""

from typing import NamedTuple


class Action(NamedTuple):
    """An action that could be read.

    Attributes:
        verb: what stands before the brackets; only ``search`` and ``click`` mean something.
        argument: what stands in the brackets, in lower case and not trimmed.
    """

    verb: str
    argument: str


def parse(text: str) -> Action | None:
    r"""Read an action as the original does, in time linear in its length.

    The original matches ``(.+)\[(.+)\]`` from the start: only the first line counts, what
    follows the last ``]`` is ignored, and the argument begins at the last ``[`` before it.

    Returns:
        None where there is no such pair of brackets, or nothing in it or before it.

    Example:
        >>> parse("search[Red Shoes] please")
        Action(verb='search', argument='red shoes')
        >>> parse("search[]") is None
        True
    """
    line, _, _ = text.partition("\n")
    close = line.rfind("]")
    opening = line.rfind("[", 1, max(close - 1, 1))
    if opening < 0:
        return None
    return Action(line[:opening], line[opening + 1 : close].lower())


def click(thing: str) -> str | None:
    """Return the action that clicks ``thing``, or None where no action can say it.

    A thing with brackets or line breaks in it, or with nothing in it, can't be named in an
    action; nor can one called ``search``, which the shop takes for its search bar.

    Example:
        >>> click("next >")
        'click[next >]'
        >>> click("size [xl]") is None
        True
    """
    action = f"click[{thing}]"
    return action if thing != "search" and parse(action) == ("click", thing) else None
