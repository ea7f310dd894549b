"""Look at the site in a browser, click in it and type in it, as a person would."""

import io
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from hgpo_envs.errors import EnvInputError, MissingPackageError
from hgpo_envs.webshop.browser.chromium import PAGE_TIMEOUT_S, Chromium
from hgpo_envs.webshop.browser.reading import (
    SCRIPT,
    SELECTORS,
    Document,
    Place,
    page_in,
    places_in,
)
from hgpo_envs.webshop.pages.page import Page

if TYPE_CHECKING:
    from selenium.webdriver.remote.webelement import WebElement

MOST_TYPED = 300
"""Characters of a query that are typed; a longer one goes by the address."""

FIND = "return document.querySelectorAll(arguments[0])[arguments[1]];"
LEAVE = "window.isLeft = true;"
HAS_COME = "return window.isLeft === undefined && document.readyState === 'complete';"
PAUSE_S = 0.005


class View(NamedTuple):
    """What a browser shows.

    Attributes:
        page: the page.
        places: where what can be clicked stands, by its name.
    """

    page: Page
    places: Mapping[str, Place]


class Window:
    """A browser window on the site.

    Attributes:
        driver: Selenium's driver of the browser.
    """

    def __init__(self, *, width: int, height: int) -> None:
        """Open a window of a size in pixels.

        Raises:
            MissingPackageError: selenium, Chromium or its driver is not installed.
            EnvInputError: Chromium doesn't start.
        """
        self._chromium = Chromium(width=width, height=height)
        self.driver = self._chromium.driver

    def open(self, address: str) -> None:
        """Go to an address."""
        self.driver.get(address)

    def look(self) -> View:
        """Return what is shown.

        Raises:
            EnvInputError: it is no page of a visit.
        """
        document: Document | None = self.driver.execute_script(SCRIPT, SELECTORS)
        if document is None:
            raise EnvInputError(
                f"the browser shows no page of the shop but {self.driver.title!r}. "
                "Start the episode again with reset."
            )
        return View(page_in(document), places_in(document))

    def click(self, place: Place) -> None:
        """Click something that ``look`` saw, and wait for the page that it leads to."""
        element: WebElement = self.driver.execute_script(FIND, *place)
        self._leave(element)

    def search(self, query: str) -> bool:
        """Type a query into the search bar and press the button beside it.

        Returns:
            False where that can't be: no search bar, or a query that no keyboard types whole.
        """
        if len(query) > MOST_TYPED or not all(map(can_be_typed, query)):
            return False
        bars: list[WebElement] = self.driver.find_elements("id", "search_input")
        if not bars:
            return False
        bars[0].clear()
        bars[0].send_keys(query)
        if bars[0].get_property("value") != query:
            return False
        self._leave(self.driver.find_element("css selector", "form:has(#search_input) button"))
        return True

    def picture(self) -> npt.NDArray[np.uint8]:
        """Return a screenshot: uint8 of shape height × width × 3.

        Raises:
            MissingPackageError: pillow is not installed.
        """
        try:
            from PIL import Image
        except ModuleNotFoundError as error:
            raise MissingPackageError(
                "a screenshot needs the package 'pillow', which is not installed. "
                "Install it with: pip install 'hgpo-bench[browser]'"
            ) from error
        with Image.open(io.BytesIO(self.driver.get_screenshot_as_png())) as image:
            return np.array(image.convert("RGB"))

    def close(self) -> None:
        """End the browser; a second call does nothing."""
        self._chromium.close()

    def _leave(self, element: "WebElement") -> None:
        """Click an element that leads to another page, and wait until that one is there."""
        self.driver.execute_script(LEAVE)
        element.click()
        until = time.monotonic() + PAGE_TIMEOUT_S
        while not self.driver.execute_script(HAS_COME):
            if time.monotonic() > until:
                raise TimeoutError(f"a click led nowhere for {PAGE_TIMEOUT_S} s.")
            time.sleep(PAUSE_S)


def can_be_typed(character: str) -> bool:
    r"""Tell whether a character can be typed by a driver: printable, and no code of a special key.

    Example:
        >>> can_be_typed("é"), can_be_typed("\n"), can_be_typed("\ue007"), can_be_typed("🎈")
        (True, False, False, False)
    """
    return (
        character.isprintable() and character <= "\uffff" and not "\ue000" <= character <= "\uf8ff"
    )
