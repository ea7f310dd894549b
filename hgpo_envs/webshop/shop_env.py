"""The rules of an episode in the shop, whatever its products and goals."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import cast

from hgpo_envs.errors import EnvInputError
from hgpo_envs.text_env import Info, Scene, TextEnv
from hgpo_envs.text_space import UnicodeText
from hgpo_envs.webshop.draws import UpstreamDraws
from hgpo_envs.webshop.expert import ShoppingExpert
from hgpo_envs.webshop.first_hit import FirstHit
from hgpo_envs.webshop.guide import Guide
from hgpo_envs.webshop.manner import Manner
from hgpo_envs.webshop.offers import admissible_actions, hints
from hgpo_envs.webshop.pages.observation import History, rendering
from hgpo_envs.webshop.pages.page import Page
from hgpo_envs.webshop.session.state import START, PageKind, State
from hgpo_envs.webshop.visit import Visit
from hgpo_envs.webshop.world import World

LONGEST_OBSERVATION = 1 << 22
"""Characters: a product with hundreds of option values fills some 200,000 of HTML."""

WON = 1.0


class ShopEnv(TextEnv):
    """Shopping by instruction (WebShop, arXiv 2207.01206).

    An episode earns its reward, from 0 to 1, when something is bought, and ends there.
    ``info["reward_components"]`` says then what the reward is made of, and is empty before.
    ``info["action_hints"]`` has title and price beside each link to a product, and the option's
    name beside each value of an option.
    """

    known_extras = ("expert_action", "goal", "progress")

    def __init__(
        self,
        *,
        world: World,
        manner: Manner,
        max_steps: int,
        extras: Sequence[str] = (),
        render_mode: str | None = None,
    ) -> None:
        """Enter the shop.

        Args:
            world: the tasks, the products and the judge.
            manner: how the shop is shown.
            max_steps: step cap.
            extras: ``"goal"`` shows what the customer has in mind; ``"progress"`` what buying
                the product at hand, with the options chosen so far, would earn, and after a
                purchase what it did earn; ``"expert_action"`` the next action of someone who
                knows the goal, as ``Guide`` says.
            render_mode: ``"ansi"`` or None.

        Raises:
            EnvInputError: as ``TextEnv`` says.
        """
        super().__init__(
            panel=world.panel, max_steps=max_steps, extras=extras, render_mode=render_mode
        )
        self.observation_space = UnicodeText(LONGEST_OBSERVATION)
        self.world = world
        self.manner = manner
        self._render = rendering(manner.observation)
        self._draws: UpstreamDraws | None = None
        if manner.is_upstream:
            self._draws = UpstreamDraws(world.weight_sums)
        self._guide = Guide(world)
        self._task = ""
        self._visit: Visit
        self._history: History

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[str, Info]:
        """Start an episode as every environment does.

        With ``compat="upstream"`` a task that is not named is drawn as the original draws it:
        by weight, from a stream that ``seed`` starts anew. Goals of other splits are passed over.
        """
        if self._draws is not None and not options:
            if seed is not None:
                self._draws.seed(seed)
            options = {"task": self._drawn(self._draws)}
        return super().reset(seed=seed, options=options)

    def begin(self, task: str) -> tuple[str, Scene]:
        """Open the search page; the visit is named after the goal's place, as in the original."""
        self._history = self.manner.history()
        self._enter(task, START)
        return self.world.goals[task].instruction, self._scene_of(self._look(), 0.0, {})

    def act(self, action: str) -> Scene:
        """Do an action; one that the shop refuses changes nothing."""
        self._history = self._history.done(action)
        state = self._visit.after(action)
        if state is None:
            return self._scene_of(self._look(), 0.0, {})._replace(inadmissible=True)
        if state.kind is not PageKind.DONE:
            self._visit.enter(state)
            return self._scene_of(self._look(), 0.0, {})
        total, components = self.world.judge(self._task, state.asin, dict(state.options))
        self._visit.enter(replace(state, score=total))
        return self._scene_of(self._look(), total, components)._replace(terminated=True)

    def _drawn(self, draws: UpstreamDraws) -> str:
        while (task := self.world.order[draws.draw()]) not in self.panel:
            pass
        return task

    @property
    def page(self) -> Page:
        """The page that is shown, as a model: for those who look behind the text.

        Raises:
            EnvInputError: before the first ``reset``.
        """
        if self._episode is None:
            raise EnvInputError("page was asked for before reset. Call reset first.")
        return self._visit.page

    def save(self) -> tuple[str, State, History]:
        """Return the task, where the visit stands, and what was shown before."""
        return self._task, self._visit.state, self._history

    def load(self, state: object) -> None:
        """Go back to where a visit stood."""
        task, stood, self._history = cast("tuple[str, State, History]", state)
        self._enter(task, stood)

    def make_expert(self) -> ShoppingExpert:
        """Return this world's expert: it reads what a person would read, in ``text`` mode."""
        return ShoppingExpert(self.max_steps)

    @staticmethod
    def make_first_hit() -> FirstHit:
        """Return the plainest shopper, in ``text`` mode: it buys the first hit."""
        return FirstHit()

    def _enter(self, task: str, state: State) -> None:
        self._task = task
        self._visit = Visit(
            self.world.shop,
            instruction=self.world.goals[task].instruction,
            rules=self.manner.rules(task.rpartition("-")[2]),
            state=state,
        )

    def _look(self) -> tuple[str, str]:
        """Return the page as it is shown, without what came before it and with it."""
        page = self._render(self._visit)
        shown = self._history.before(page)
        self._history = self._history.seen(page)
        return page, shown

    def _scene_of(
        self, look: tuple[str, str], reward: float, components: Mapping[str, object]
    ) -> Scene:
        page, shown = look
        visit = self._visit
        return Scene(
            text=shown,
            admissible_actions=admissible_actions(visit.page),
            won=visit.state.score == WON,
            reward=reward,
            anchor=page,
            extras=self._privileged() if self.extras else {},
            facts={"reward_components": dict(components), "action_hints": hints(visit.page)},
        )

    def _privileged(self) -> dict[str, object]:
        """Return what was asked for; nothing else is computed."""
        facts: dict[str, object] = {}
        if "goal" in self.extras:
            facts["goal"] = asdict(self.world.goals[self._task])
        if "progress" in self.extras:
            facts["progress"] = self._progress()
        if "expert_action" in self.extras:
            facts["expert_action"] = self._guide.action(self._task, self._visit)
        return facts

    def _progress(self) -> float:
        state = self._visit.state
        if state.kind is PageKind.DONE:
            return cast(float, state.score)
        if not state.asin:
            return 0.0
        return self.world.judge(self._task, state.asin, dict(state.options))[0]
