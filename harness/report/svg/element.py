"""Write SVG elements, every text and attribute escaped."""

from html import escape

WIDTH = 360.0
CHAR_WIDTH = 7.0  # of 12.5 px sans-serif type, on average


def element(name: str, *children: str, **attributes: str | float) -> str:
    """Write one element.

    Args:
        name: the tag.
        *children: SVG text of what is inside.
        **attributes: `_` stands for `-`; a trailing `_` is dropped (`class_`).
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_value(value))}"'
        for key, value in attributes.items()
    )
    inside = "".join(children)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def text(content: str, x: float, y: float, **attributes: str | float) -> str:
    """Write a text element at a place."""
    return element("text", escape(content), x=x, y=y, **attributes)


def titled(content: str, *children: str, **attributes: str | float) -> str:
    """Write a group that shows a tooltip."""
    return element("g", element("title", escape(content)), *children, **attributes)


def drawing(title: str, height: float, *children: str) -> str:
    """Write a whole drawing with a name for screen readers."""
    return element(
        "svg",
        *children,
        viewBox=f"0 0 {_value(WIDTH)} {_value(height)}",
        role="img",
        aria_label=title,
    )


def shortened(label: str, width: float) -> str:
    """Cut a label to what fits into a width."""
    room = max(2, int(width / CHAR_WIDTH))
    return label if len(label) <= room else f"{label[: room - 1]}…"


def path(xs: list[float], ys: list[float]) -> str:
    """Write the `d` of a line through points."""
    steps = [f"{_value(x)} {_value(y)}" for x, y in zip(xs, ys, strict=True)]
    return f"M{'L'.join(steps)}"


def _value(value: str | float) -> str:
    if isinstance(value, str):
        return value
    return f"{value:.2f}".rstrip("0").rstrip(".")
