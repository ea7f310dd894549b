"""Kinds of steps, told by the action alone, the same for both shops."""

KINDS = ("search", "open a product", "other click", "buy")


def kind_of(action: str) -> str:
    """Return the kind of a step.

    Example:
        >>> [kind_of(a) for a in ("search[red shoes]", "click[b09nd8p2qr]", "click[next >]")]
        ['search', 'open a product', 'other click']
    """
    if action.startswith("search["):
        return "search"
    thing = action.removeprefix("click[").removesuffix("]")
    if thing == "buy now":
        return "buy"
    is_asin = len(thing) == 10 and thing.isalnum() and any(mark.isdigit() for mark in thing)
    return "open a product" if is_asin else "other click"
