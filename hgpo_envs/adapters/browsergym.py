"""BrowserGym with MiniWoB's pages and the Chromium that is installed on the machine."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from hgpo_envs.errors import MissingPackageError
from hgpo_envs.webshop.browser.chromium import BROWSERS, find

T = TypeVar("T")

_FOLDER = "PLAYWRIGHT_BROWSERS_PATH"


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserGym:
    """What is used of the packages.

    Attributes:
        pages: the classes of MiniWoB's pages, by name.
        actions: tells in words what can be done.
        address: of the folder with the pages.
        env: the class of environments.
        mapping: turns an action into what is carried out.
        tree: writes an accessibility tree down.
    """

    pages: Mapping[str, type]
    actions: str
    address: str
    env: Callable[..., Any]
    mapping: Callable[[str], str]
    tree: Callable[[object], str]

    def make(self, page: str, *, wait_s: float) -> "BesideWorld":
        """Make an environment of a page.

        Args:
            page: its name.
            wait_s: seconds that it is given to change after an action.
        """
        return BesideWorld(
            self.env(
                task_entrypoint=self.pages[page],
                task_kwargs={"base_url": self.address},
                pre_observation_delay=wait_s,
                action_mapping=self.mapping,
            )
        )

    def written(self, tree: object) -> str:
        """Write an accessibility tree down, without where its page lies on this machine."""
        return self.tree(tree).replace(self.address, "miniwob/")


class BesideWorld:
    """An environment of BrowserGym that lives in the thread of Playwright.

    Playwright keeps the thread that it is used in busy with an event loop; in one of its own it
    is in nobody's way.
    """

    def __init__(self, env: Any) -> None:  # noqa: ANN401  (the package has no types)
        self._env = env

    def reset(self, *, seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """Open the page in new browsers."""
        answer: tuple[dict[str, Any], dict[str, Any]] = beside(lambda: self._env.reset(seed=seed))
        return answer

    def step(self, action: str) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Do an action."""
        answer: tuple[dict[str, Any], float, bool, bool, dict[str, Any]]
        answer = beside(lambda: self._env.step(action))
        return answer

    def close(self) -> None:
        """Close the browsers."""
        beside(self._env.close)


@lru_cache(maxsize=1)
def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="playwright")


def beside(do: Callable[[], T]) -> T:
    """Do something in the thread of Playwright, and wait for it."""
    return _thread().submit(do).result()


@lru_cache(maxsize=1)
def browsergym() -> BrowserGym:
    """Import the packages and show Playwright the way to Chromium.

    Raises:
        MissingPackageError: a package or Chromium is not installed.
    """
    chromium = find("Chromium", BROWSERS)
    try:
        import browsergym.miniwob
        from browsergym.core.action.highlevel import HighLevelActionSet
        from browsergym.core.env import BrowserEnv
        from browsergym.utils.obs import flatten_axtree_to_str
    except ImportError as error:
        raise _missing(str(error)) from error
    _lead_to(chromium)
    actions = HighLevelActionSet(subsets=["bid"], multiaction=False)
    return BrowserGym(
        pages={page.subdomain: page for page in browsergym.miniwob.ALL_MINIWOB_TASKS},
        actions=actions.describe(with_long_description=False, with_examples=True).strip(),
        address=f"{_pages().as_uri()}/",
        env=BrowserEnv,
        mapping=actions.to_python_code,
        tree=lambda tree: str(flatten_axtree_to_str(tree)),
    )


def _pages() -> Path:
    """Return the folder of MiniWoB's pages, without importing the package that has them."""
    found = find_spec("miniwob")
    if found is None or found.origin is None:
        raise _missing("No module named 'miniwob'")
    return Path(found.origin).parent / "html" / "miniwob"


def _lead_to(chromium: str) -> None:
    """Start Playwright with a folder of browsers in which its own is the machine's.

    BrowserGym opens two browsers and tells where Chromium is for one of them only.
    """
    from browsergym.core import _get_global_playwright

    folder = tempfile.mkdtemp(prefix="miniwob-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with _environment(_FOLDER, folder):
        place = Path(beside(lambda: _get_global_playwright().chromium.executable_path))
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(chromium)


@contextmanager
def _environment(name: str, value: str) -> Iterator[None]:
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        os.environ.pop(name)
        if before is not None:
            os.environ[name] = before


def _missing(why: str) -> MissingPackageError:
    return MissingPackageError(
        f"MiniWoB can't be imported: {why}. Install it with: "
        "pip install 'hgpo-bench[miniwob]' (in a checkout: make setup-adapters)."
    )
