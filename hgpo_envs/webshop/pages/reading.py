"""What a reader of a page's HTML meets: the one definition of "a page's text"."""

_SPACE = " \n\t\f\r"
"""What HTML calls white space."""


def as_read(text: str, *, keeps_space: bool = False) -> str | None:
    r"""Return what is left of a text on a page, or None where nothing is.

    White space alone is read as nothing if there is a line break in it, as one space
    otherwise. Where the page keeps white space (``<pre>``), only a lone line break is nothing.

    Example:
        >>> as_read(" red "), as_read("  "), as_read(" \n ")
        (' red ', ' ', None)
    """
    if not text or text == "\n":
        return None
    if keeps_space or text.strip(_SPACE):
        return text
    return None if "\n" in text else " "
