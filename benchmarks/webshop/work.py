"""What a measurement of WebShop is given to do, and what it answers; only JSON values."""

from typing import TypedDict


class Catalogue(TypedDict):
    """A catalogue that both shops hold.

    Attributes:
        name: how the page calls it, such as ``"1,000"``.
        data: folder of the official files.
        products: name of the catalogue file in it.
        attributes: name of the attribute file in it.
        index: the original's number of products, which names its index; None for all.
        draw_seed: of the prices.
    """

    name: str
    data: str
    products: str
    attributes: str
    index: int | None
    draw_seed: int


class Episode(TypedDict):
    """One episode: the goal's place in the official order and the actions."""

    goal: int
    actions: list[str]


class Play(TypedDict):
    """Episodes to play in one process.

    Attributes:
        catalogue: the shop.
        observation: ``text``, ``text_rich`` or ``html``.
        episodes: what to play.
        original: folder of the original's checkout; empty for ours.
    """

    catalogue: Catalogue
    observation: str
    episodes: list[Episode]
    original: str


class Search(TypedDict):
    """Queries to search for, one after the other."""

    catalogue: Catalogue
    queries: list[str]
    original: str


class Nouns(TypedDict):
    """A catalogue whose titles the original takes apart."""

    catalogue: Catalogue
    original: str


class Played(TypedDict):
    """What one process measured.

    Attributes:
        start: seconds until the first environment stood, packages already imported.
        resets: seconds of each reset.
        steps: seconds of each step, by kind of step.
        digests: for each episode the SHA-256 of its observations and rewards.
        resident_mb: memory of the process at the end.
    """

    start: float
    resets: list[float]
    steps: dict[str, list[float]]
    digests: list[str]
    resident_mb: float


class Searched(TypedDict):
    """Seconds of each search with the products of its page, and the ASINs found."""

    seconds: list[float]
    found: list[list[str]]
