"""The shop's site and one browser in it: a task is opened, and actions are clicks and typing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from hgpo_envs.errors import EnvInputError
from hgpo_envs.webshop.browser.window import View, Window
from hgpo_envs.webshop.session.actions import parse
from hgpo_envs.webshop.site.addresses import MAX_QUERY, encoded, path_of
from hgpo_envs.webshop.site.app import make_app
from hgpo_envs.webshop.site.server import SiteServer
from hgpo_envs.webshop.site.visits import Progress, Visits
from hgpo_envs.webshop.world import World

if TYPE_CHECKING:
    from hgpo_envs.webshop.site.visits import Visit


class Storefront:
    """A site in a thread of this process, and a headless browser that visits it.

    Attributes:
        view: what the browser shows.
        window: the browser's window.
        is_open: whether browser and site are running.
    """

    def __init__(self, world: World, *, show_attrs: bool, width: int, height: int) -> None:
        """Start the site and the browser; nothing stays running where one of them fails.

        Args:
            world: tasks, products and judge.
            show_attrs: whether products have a page of their attributes.
            width: of the page, in pixels.
            height: of the page, in pixels.

        Raises:
            MissingPackageError: a package, Chromium or its driver is missing.
            EnvInputError: Chromium doesn't start.
        """
        app = make_app(world, show_attrs=show_attrs)
        self._visits: Visits = app.extensions["webshop"]
        self._session = ""
        self.window = Window(width=width, height=height)
        try:
            self._site = SiteServer(app)
        except BaseException:
            self.window.close()
            raise
        self.is_open = True
        self.view: View

    @property
    def progress(self) -> Progress:
        """How far the visit has come, as the site knows it."""
        return self._visit.progress

    def enter(self, task: str, progress: Progress | None = None) -> None:
        """Start a visit of its own for a task, or go on from an earlier visit's progress.

        Raises:
            EnvInputError: the browser is gone.
        """
        self._visits.close(self._session)
        self._session = self._visits.open(task)
        if progress is not None:
            self._visit.progress = progress
        path = path_of(self.progress.state, self._session)
        with self._at_the_browser():
            self.window.open(f"{self._site.address}{path}")
            self.view = self.window.look()

    def do(self, action: str) -> bool:
        """Do an action in the browser; tell whether the page lets one do it.

        A search is typed where there is a search bar. Elsewhere, and for a query that no keyboard
        types whole (line breaks, characters beyond the basic plane, hundreds of them), it goes by
        the address.

        Raises:
            EnvInputError: the browser is gone.
        """
        verb, argument = parse(action) or ("", "")
        places = self.view.places
        if verb != "search" and (verb != "click" or argument not in places or argument == "search"):
            return False
        with self._at_the_browser():
            if verb == "search":
                self._search(argument)
            else:
                self.window.click(places[argument])
            self.view = self.window.look()
        return True

    def picture(self) -> npt.NDArray[np.uint8]:
        """Return a screenshot: uint8 of shape height × width × 3.

        Raises:
            EnvInputError: the browser is gone.
            MissingPackageError: pillow is not installed.
        """
        with self._at_the_browser():
            return self.window.picture()

    def close(self) -> None:
        """End the browser and the site; a second call does nothing."""
        self.is_open = False
        self.window.close()
        self._site.close()

    @contextmanager
    def _at_the_browser(self) -> Iterator[None]:
        """Tell of a browser that died or hangs, and end what is left of it."""
        from selenium.common.exceptions import WebDriverException
        from urllib3.exceptions import HTTPError

        try:
            yield
        except (WebDriverException, HTTPError, OSError) as error:
            self.close()
            told = str(error).strip().partition("\n")[0] or type(error).__name__
            raise EnvInputError(f"the browser is gone: {told} A reset starts another.") from error

    @property
    def _visit(self) -> "Visit":
        visit = self._visits.find(self._session)
        if visit is None:
            raise LookupError("the visit was forgotten by the site.")
        return visit

    def _search(self, query: str) -> None:
        if self.view.page.has_search_bar and self.window.search(query):
            return
        asked = encoded([("q", query[:MAX_QUERY])])
        self.window.open(f"{self._site.address}/visit/{self._session}/results?{asked}")
