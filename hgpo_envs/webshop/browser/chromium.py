"""Start and end a headless Chromium that talks to nobody but the shop."""

import os
import shutil
import signal
import tempfile
import weakref
from contextlib import suppress
from typing import TYPE_CHECKING

from hgpo_envs.errors import EnvInputError, MissingPackageError

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--force-device-scale-factor=1",
    "--hide-scrollbars",
)
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
DRIVERS = ("chromedriver", "chromium.chromedriver")
HOW = "`make setup-browser` brings both (Debian's packages chromium and chromium-driver)."
PAGE_TIMEOUT_S = 60


class Chromium:
    """A headless browser with a profile of its own, which goes when it is closed.

    Attributes:
        driver: Selenium's driver of it.
    """

    def __init__(self, *, width: int, height: int) -> None:
        """Start the browser.

        Args:
            width: of the page, in pixels.
            height: of the page, in pixels.

        Raises:
            MissingPackageError: selenium, Chromium or its driver is not installed.
            EnvInputError: Chromium doesn't start.
        """
        browser, control = find("Chromium", BROWSERS), find("Chromium's driver", DRIVERS)
        self._profile = tempfile.TemporaryDirectory(
            prefix="webshop-chromium-", ignore_cleanup_errors=True
        )
        try:
            self.driver = start(browser, control, self._profile.name, (width, height))
        except BaseException:
            self._profile.cleanup()
            raise
        # also where nobody closes it: when it is forgotten, and when the interpreter ends
        self._end = weakref.finalize(self, end, self.driver, self._profile)

    def close(self) -> None:
        """End the browser and its driver and remove the profile; a second call does nothing."""
        self._end()


def end(driver: "Chrome", profile: tempfile.TemporaryDirectory[str]) -> None:
    """End a browser, its driver and its profile, whatever of them is still there."""
    browser = int(driver.capabilities["goog:processID"])
    is_led = driver.service.process is not None and driver.service.process.poll() is None
    driver.quit()
    if not is_led:  # the driver died first, and nobody told the browser
        with suppress(ProcessLookupError):
            os.kill(browser, signal.SIGKILL)
    profile.cleanup()


def find(what: str, names: tuple[str, ...]) -> str:
    """Return the path of the first program that is there.

    Raises:
        MissingPackageError: none of them is.
    """
    for name in names:
        path = shutil.which(name)
        if path is not None:
            return path
    raise MissingPackageError(
        f"the shop in a browser needs {what} ({' or '.join(names)}), which is not on the PATH. "
        f"{HOW}"
    )


def start(browser: str, control: str, profile: str, size: tuple[int, int]) -> "Chrome":
    """Start a browser through its driver.

    Args:
        browser: path of Chromium.
        control: path of chromedriver.
        profile: an empty folder for its profile.
        size: width and height of the page, in pixels.

    Raises:
        MissingPackageError: selenium is not installed.
        EnvInputError: it doesn't start.
    """
    try:
        from selenium import webdriver
        from selenium.common.exceptions import WebDriverException
    except ModuleNotFoundError as error:
        raise MissingPackageError(
            "the shop in a browser needs the package 'selenium', which is not installed. "
            "Install it with: pip install 'hgpo-bench[browser]'"
        ) from error
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    options.page_load_strategy = "normal"
    for flag in (*FLAGS, f"--user-data-dir={profile}", f"--window-size={size[0]},{size[1]}"):
        options.add_argument(flag)
    service = webdriver.ChromeService(executable_path=control, log_output=os.devnull)
    try:
        driver = webdriver.Chrome(options=options, service=service)
    except WebDriverException as error:
        service.stop()
        raise EnvInputError(
            f"{browser} did not start: {str(error.msg).splitlines()[0]}. Chromium and its driver "
            f"must be of one version. {HOW}"
        ) from error
    driver.set_page_load_timeout(PAGE_TIMEOUT_S)
    measures = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", measures)
    return driver
