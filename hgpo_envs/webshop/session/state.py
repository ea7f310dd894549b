"""Where a visit to the shop stands: an immutable value, cheap to keep and to go back to."""

from dataclasses import dataclass
from enum import Enum

PAGE_SIZE = 10
"""Products on one page of results."""

SUB_PAGES = ("Description", "Features", "Reviews", "Attributes")
"""Pages that tell more of a product."""


class PageKind(Enum):
    """The kinds of page; the values are the words of the original's addresses."""

    SEARCH = "index"
    RESULTS = "search_results"
    ITEM = "item_page"
    SUB_PAGE = "item_sub_page"
    DONE = "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """One state of a visit.

    Attributes:
        kind: which page is shown.
        query: what was searched for last, in lower case.
        page: number of the page of results.
        found: the ASINs that the search found, best first.
        asin: the product that is looked at; empty where there is none.
        sub_page: name of the sub page that is shown, or empty.
        options: (name, value) of each chosen option, in the order of their first choice.
        visited: products that were opened since the visit's last return to the search page.
        score: what the last purchase was worth; None where nothing was bought yet.
    """

    kind: PageKind = PageKind.SEARCH
    query: str = ""
    page: int = 1
    found: tuple[str, ...] = ()
    asin: str = ""
    sub_page: str = ""
    options: tuple[tuple[str, str], ...] = ()
    visited: frozenset[str] = frozenset()
    score: float | None = None

    @property
    def listed(self) -> tuple[str, ...]:
        """The ASINs on this page of results; none before the first page or past the last."""
        if self.page < 1:
            return ()
        return self.found[(self.page - 1) * PAGE_SIZE : self.page * PAGE_SIZE]


START = State()
