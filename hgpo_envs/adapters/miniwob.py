"""MiniWoB++ through BrowserGym: web pages as accessibility trees, in Chromium."""

from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from hgpo_envs.adapters.browsergym import BrowserGym, browsergym
from hgpo_envs.adapters.replayed import ReplayedEnv
from hgpo_envs.adapters.seeds import seed_panel, world_and_seed
from hgpo_envs.errors import UnknownNameError
from hgpo_envs.spec import EnvSpec
from hgpo_envs.suggest import unknown_name
from hgpo_envs.text_env import Scene

DEFAULT_PAGES = ("click-test-2", "click-button", "choose-list", "enter-text")

LONGEST = 2048
"""Characters of an action; longer ones are refused, as reading them would take ever longer."""


class MiniWoBEnv(ReplayedEnv):
    """Small web pages with a task each (arXiv 1802.08802), for agents that write actions.

    Observations are the page's accessibility tree; actions are BrowserGym's, such as
    ``click('13')``, with the numbers that stand in the tree; the instruction tells them all. The
    reward is 1 where the task is done and 0 otherwise.
    """

    def __init__(
        self,
        *,
        spec: EnvSpec,
        split: str,
        max_steps: int,
        extras: Sequence[str] = (),
        render_mode: str | None = None,
        pages: Sequence[str] = DEFAULT_PAGES,
        wait_s: float = 0.5,
    ) -> None:
        """Take pages; browsers start with each episode.

        Args:
            spec: the registry's entry.
            split: ``train``, ``valid`` or ``test``: seeds.
            max_steps: step cap.
            extras: none.
            render_mode: ``"ansi"`` or None.
            pages: names of MiniWoB's pages.
            wait_s: seconds that a page is given to change after an action.

        Raises:
            MissingPackageError: browsergym-miniwob, miniwob or Chromium is not installed.
            UnknownNameError: there is no such page.
        """
        self._gym: BrowserGym = browsergym()
        of = f"browsergym-miniwob {version('browsergym-miniwob')} miniwob {version('miniwob')}"
        panel = seed_panel(spec.id, split, worlds=pages, version=of)
        for page in pages:
            if page not in self._gym.pages:
                known = sorted(self._gym.pages)
                raise UnknownNameError(unknown_name("page of MiniWoB", str(page), known))
        super().__init__(panel=panel, max_steps=max_steps, extras=extras, render_mode=render_mode)
        self._wait_s = wait_s
        self._world: Any = None

    def open(self, task: str) -> tuple[str, Scene]:
        """Open a page in new browsers."""
        self.close()
        page, seed = world_and_seed(task)
        self._world = self._gym.make(page, wait_s=self._wait_s)
        seen, _ = self._world.reset(seed=seed)
        self._scene = self._scene_of(seen)
        return f"{str(seen['goal']).strip()}\n\n{self._gym.actions}", self._scene

    def do(self, action: str) -> Scene:
        """Do an action on the page."""
        if len(action) > LONGEST:
            return self._scene._replace(inadmissible=True)
        seen, reward, ended, _, _ = self._world.step(action)
        self._scene = self._scene_of(seen)
        return self._scene._replace(
            reward=float(reward),
            terminated=bool(ended),
            won=bool(ended) and reward > 0,
            inadmissible=bool(seen["last_action_error"]),
        )

    def close(self) -> None:
        """Close the browsers; a second call does nothing."""
        world, self._world = self._world, None
        if world is not None:
            world.close()

    def _scene_of(self, seen: dict[str, Any]) -> Scene:
        tree = self._gym.written(seen["axtree_object"])
        error = str(seen["last_action_error"]).partition("\n")[0]
        return Scene(
            text=f"{tree}\n\n{error}" if error else tree, admissible_actions=None, anchor=tree
        )
