"""WebShop in a real browser, under the contract of the text mode."""

from collections.abc import Mapping, Sequence
from typing import cast

import numpy as np
import numpy.typing as npt

from hgpo_envs.errors import EnvInputError
from hgpo_envs.text_env import Scene
from hgpo_envs.webshop.browser.storefront import Storefront
from hgpo_envs.webshop.manner import Manner
from hgpo_envs.webshop.offers import admissible_actions, hints
from hgpo_envs.webshop.pages.page import Page
from hgpo_envs.webshop.pages.text import plain_text
from hgpo_envs.webshop.shop_env import WON, ShopEnv
from hgpo_envs.webshop.site.visits import Progress
from hgpo_envs.webshop.world import World

WIDTH, HEIGHT = 1100, 800
SMALLEST, LARGEST = 200, 4000


class BrowserShopEnv(ShopEnv):
    """Shopping on the shop's site in headless Chromium.

    The site runs in a thread of this process, and a browser of this environment's own visits it
    from the first ``reset`` on, until ``close``. An observation is the text of the page as the
    browser's document has it; what can be done is read there too; clicks and typing are the
    browser's. The reward is the site's own.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        *,
        world: World,
        show_attrs: bool = False,
        max_steps: int,
        extras: Sequence[str] = (),
        render_mode: str | None = None,
        width: int = WIDTH,
        height: int = HEIGHT,
    ) -> None:
        """Take the shop; the browser starts with the first episode.

        Args:
            world: the tasks, the products and the judge.
            show_attrs: whether products have a page of their attributes.
            max_steps: step cap.
            extras: as ``ShopEnv`` says.
            render_mode: ``"ansi"``, ``"rgb_array"`` (screenshots) or None.
            width: of the page and of screenshots, in pixels.
            height: likewise.

        Raises:
            EnvInputError: as ``ShopEnv`` says, or a size out of bounds.
        """
        super().__init__(
            world=world,
            manner=Manner(show_attrs=show_attrs),
            max_steps=max_steps,
            extras=extras,
            render_mode=render_mode,
        )
        for name, given in (("width", width), ("height", height)):
            if isinstance(given, bool) or not isinstance(given, int):
                raise EnvInputError(f"{name} is {given!r}; expected a whole number of pixels.")
            if not SMALLEST <= given <= LARGEST:
                raise EnvInputError(f"{name} is {given}; expected {SMALLEST} to {LARGEST} pixels.")
        self._size = (width, height)
        self._storefront: Storefront | None = None

    def begin(self, task: str) -> tuple[str, Scene]:
        """Open a visit's first page."""
        self._show(task)
        return self.world.goals[task].instruction, self._seen(0.0, {})

    def act(self, action: str) -> Scene:
        """Do an action in the browser; one that the page doesn't allow changes nothing."""
        front = self.storefront
        before = front.progress.purchase
        if not front.do(action):
            return self._seen(0.0, {})._replace(inadmissible=True)
        bought = front.progress.purchase
        if bought is None or bought is before:
            return self._seen(0.0, {})
        return self._seen(bought.total, bought.components)._replace(terminated=True)

    def save(self) -> tuple[str, Progress]:  # type: ignore[override]
        """Return the task and how far the visit has come, as the site knows it."""
        return self._task, self.storefront.progress

    def load(self, state: object) -> None:
        """Open a visit that goes on from a saved one."""
        task, progress = cast("tuple[str, Progress]", state)
        self._show(task, progress)

    def render(self) -> str | npt.NDArray[np.uint8] | None:  # type: ignore[override]
        """Return the last observation, or a screenshot: uint8 of height × width × 3."""
        if self.render_mode != "rgb_array" or self._episode is None:
            return super().render()
        return self.storefront.picture()

    def close(self) -> None:
        """End the browser and the site; a later ``reset`` starts them again."""
        if self._storefront is not None:
            self._storefront.close()
            self._storefront = None

    @property
    def storefront(self) -> Storefront:
        """The site and the browser.

        Raises:
            EnvInputError: they are not running.
        """
        if self._storefront is None or not self._storefront.is_open:
            raise EnvInputError("there is no browser open. Call reset first.")
        return self._storefront

    @property
    def page(self) -> Page:
        """The page that the visit has come to, as the shop's own model has it.

        Raises:
            EnvInputError: there is no browser open.
        """
        self._enter(self._task, self.storefront.progress.state)
        return self._visit.page

    def _show(self, task: str, progress: Progress | None = None) -> None:
        if self._storefront is None or not self._storefront.is_open:
            width, height = self._size
            self._storefront = Storefront(
                self.world, show_attrs=self.manner.show_attrs, width=width, height=height
            )
        self._task = task
        self._storefront.enter(task, progress)

    def _seen(self, reward: float, components: Mapping[str, object]) -> Scene:
        front = self.storefront
        page, state = front.view.page, front.progress.state
        if self.extras:
            self._enter(self._task, state)  # what is privileged is computed from the state
        return Scene(
            text=plain_text(page),
            admissible_actions=admissible_actions(page),
            won=state.score == WON,
            reward=reward,
            extras=self._privileged() if self.extras else {},
            facts={"reward_components": dict(components), "action_hints": hints(page)},
        )
