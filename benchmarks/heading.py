"""The head of a page on performance: how it was measured, on what, with which versions."""

from collections.abc import Iterator, Mapping


def heading(title: str, *, command: str, record: str, about: Mapping[str, str]) -> Iterator[str]:
    """Return the lines from the title to the table of machine and versions.

    Args:
        title: of the page.
        command: what measures it.
        record: the file of numbers that is written beside it.
        about: machine and versions, by name.
    """
    yield f"# {title}"
    yield ""
    yield f"Measured by `{command}`, which writes this page and `{record}`."
    yield ""
    yield "| | |"
    yield "|---|---|"
    for name, value in about.items():
        yield f"| {name} | {value} |"
