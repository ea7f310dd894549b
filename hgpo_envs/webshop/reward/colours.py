"""Read an option value's colour, as the original does before it compares values."""

from functools import lru_cache

# fmt: off
COLOURS = (
    "alabaster", "apricot", "aqua", "ash", "asphalt", "azure", "banana", "beige", "black",
    "blue", "blush", "bordeaux", "bronze", "brown", "burgundy", "camel", "camo", "caramel",
    "champagne", "charcoal", "cheetah", "chestnut", "chocolate", "christmas", "coffee",
    "cognac", "copper", "coral", "cranberry", "cream", "crystal", "dark", "denim", "eggplant",
    "elephant", "espresso", "fuchsia", "gold", "granite", "grape", "graphite", "grass", "gray",
    "green", "grey", "heather", "indigo", "ivory", "ivy", "khaki", "lavender", "lemon",
    "leopard", "light", "lilac", "lime", "magenta", "maroon", "mauve", "merlot", "midnight",
    "mint", "mocha", "multicolor", "mushroom", "mustard", "natural", "navy", "nude", "olive",
    "orange", "peach", "pewter", "pink", "plum", "purple", "rainbow", "red", "rose", "royal",
    "rust", "sand", "sapphire", "seashell", "silver", "skull", "slate", "steel", "stone",
    "stonewash", "sunflower", "tan", "taupe", "teal", "tiger", "turquoise", "violet", "walnut",
    "wheat", "white", "wine", "yellow",
)
# fmt: on
"""The colours that the original knows, in the order in which it looks for them."""


@lru_cache(maxsize=1 << 14)
def colour_of(value: str) -> str:
    """Return the first known colour that stands anywhere in a value, or else the value.

    Example:
        >>> colour_of("dark red"), colour_of("titanium"), colour_of("xx-large")
        ('dark', 'tan', 'xx-large')
    """
    return next((colour for colour in COLOURS if colour in value), value)


def colour_of_pair(name: str, value: str) -> str:
    """Return what the original compares for a (name, value) pair of a synthetic goal.

    It looks for a member of the pair that is a known colour, and else compares with the pair as
    Python writes it.

    Example:
        >>> colour_of_pair("color", "red"), colour_of_pair("color", "dark red")
        ('red', "('color', 'dark red')")
    """
    pair = (name, value)
    return next((colour for colour in COLOURS if colour in pair), str(pair))
