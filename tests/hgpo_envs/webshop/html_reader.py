"""Reading a page's HTML with BeautifulSoup, by the original's rules."""

from bs4 import BeautifulSoup, Comment, NavigableString

UNSEEN = {"style", "script", "head", "title", "meta", "[document]"}
SEPARATOR = " [SEP] "


def seen_in(page: str) -> list[NavigableString]:
    """Return the texts of a page that are neither comments nor scripts nor line breaks."""
    return [
        text
        for text in BeautifulSoup(page, "html.parser").find_all(string=True)
        if not isinstance(text, Comment) and text.parent.name not in UNSEEN and text != "\n"
    ]


def text_of(page: str) -> str:
    """Return what the original's mode ``text`` makes of a page."""
    return SEPARATOR.join(text.strip() for text in seen_in(page))


def clickables_of(page: str) -> list[str]:
    """Return what the original lets one click on a page, in its order."""
    soup = BeautifulSoup(page, "html.parser")
    named = soup.find_all(class_="btn") + soup.find_all(class_="product-link")
    options = [str(radio["value"]) for radio in soup.select('input[type="radio"]')]
    return list(dict.fromkeys([one.get_text().lower() for one in named] + options))


def has_search_bar(page: str) -> bool:
    """Tell whether a page has a search bar."""
    return BeautifulSoup(page, "html.parser").find(id="search_input") is not None
