"""How two shoppers speak of products."""

BRING = "bring back "
"""What the decider says of a product that it wants to see again, before its title."""


def spoken(title: str) -> str:
    """Return a title as it may stand in brackets.

    Example:
        >>> spoken("Red  Shoes [2 Pack]")
        'Red Shoes 2 Pack'
    """
    return " ".join(title.replace("[", " ").replace("]", " ").split())[:150].rstrip()
