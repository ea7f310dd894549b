"""Two shoppers: one searches and finds products, the other looks at them and decides."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, cast

from hgpo_envs.teams.shopping_expert import ShoppingScript
from hgpo_envs.teams.titles import BRING, spoken
from hgpo_envs.teams.world import TeamWorld, View
from hgpo_envs.text_env import Scene
from hgpo_envs.webshop.session.state import PageKind, State
from hgpo_envs.webshop.shop_env import ShopEnv

SEARCHER, DECIDER = "searcher", "decider"
REASONS = ("wrong thing", "too dear", "option missing", "feature missing")
"""Why a product may be sent back, where no other words are chosen."""
LONGEST_REASON = 200
"""Characters; what is longer is refused."""

_RETURNS = tuple(f"return[{reason}]" for reason in REASONS)
_LEAVING = ("click[< prev]", "click[back to search]")
"""Actions that leave a product; the decider sends it back instead."""
_OF_SEARCHER = (PageKind.SEARCH, PageKind.RESULTS)


class _State(NamedTuple):
    world: object
    instruction: str
    scene: Scene
    said: str
    sent_back: tuple[str, ...]


class ShoppingTeam(TeamWorld):
    """WebShop for two, who both know the instruction.

    The searcher has the search page and the results; opening a product hands it to the decider,
    who chooses options and buys, or sends it back to the results with ``return[why]``: for one of
    the listed reasons, to see again what it sent back before, or with any other words.
    """

    env: ShopEnv

    members = (SEARCHER, DECIDER)
    recalls = MappingProxyType({SEARCHER: (SEARCHER,), DECIDER: (DECIDER,)})

    _instruction = ""
    _said = ""
    """What the decider said of the product that it sent back last, until the searcher acts."""
    _sent_back: tuple[str, ...] = ()
    """The titles of what it sent back, as they are spoken."""

    @property
    def turn(self) -> str:
        """Whoever has the page."""
        return SEARCHER if self._kind in _OF_SEARCHER else DECIDER

    def begin(self, task: str) -> None:
        """Enter the shop."""
        self._instruction, scene = self.env.begin(task)
        self._said, self._sent_back = "", ()
        self._take(scene)

    def can_act(self, member: str) -> bool:
        """Tell whether the page is the member's."""
        return member == self.turn

    def view(self, member: str) -> View:
        """Return the page, and what was sent back; who has to wait sees it and has no actions."""
        actions = self._actions() if self.can_act(member) else ()
        hints = cast("Mapping[str, str]", self.scene.facts["action_hints"])
        told = f"The decider sent a product back: {self._said}\n" if self._said else ""
        return View(
            text=(told if member == SEARCHER else "") + self.scene.text,
            instruction=self._instruction,
            admissible_actions=actions,
            anchor=f"{member}\n{self._said}\n{self.scene.anchor}",
            facts={
                **self.scene.facts,
                "action_hints": {a: text for a, text in hints.items() if a in actions},
            },
        )

    def act(self, member: str, action: str) -> None:
        """Do something on the page, or send a product back."""
        if member == SEARCHER:
            self._said = ""
            self._take(self.env.act(action))
        elif action.startswith("return["):
            self._send_back(action)
        elif action in self._actions():
            self._take(self.env.act(action))
        else:
            self.refuse()

    def save(self) -> _State:
        """Return where the visit stands."""
        return _State(self.env.save(), self._instruction, self.scene, self._said, self._sent_back)

    def load(self, state: object) -> None:
        """Go back to where a visit stood."""
        stood = cast(_State, state)
        self.env.load(stood.world)
        self._instruction, self.scene, self._said, self._sent_back = stood[1:]

    @staticmethod
    def make_expert() -> ShoppingScript:
        """Return a searcher and a decider."""
        return ShoppingScript()

    @property
    def _state(self) -> State:
        return self.env.save()[1]

    @property
    def _kind(self) -> PageKind:
        return self._state.kind

    @property
    def _title(self) -> str:
        """The title of the product at hand, as it is spoken."""
        return spoken(self.env.world.shop.product(self._state.asin).title)

    def _actions(self) -> tuple[str, ...]:
        """Return what the member that has the page can do."""
        listed = self.scene.admissible_actions or ()
        if self._kind is PageKind.ITEM:
            here = self._title
            again = (f"return[{BRING}{title}]" for title in self._sent_back if title != here)
            return tuple(sorted({*listed, *_RETURNS, *again}.difference(_LEAVING)))
        if self._kind is PageKind.SUB_PAGE:
            return tuple(action for action in listed if action != _LEAVING[1])
        return listed

    def _send_back(self, action: str) -> None:
        why = " ".join(action.removeprefix("return[").removesuffix("]").split())
        is_said = action.endswith("]") and 0 < len(why) <= LONGEST_REASON
        if not is_said or self._kind is not PageKind.ITEM:
            self.refuse()
            return
        self._said, self._sent_back = why, (*self._sent_back, self._title)
        self._take(self.env.act(_LEAVING[0]))

    def _take(self, scene: Scene) -> None:
        """Keep what the shop answered; an expert's way out of a product is the decider's."""
        self.scene = scene
        advice = scene.extras.get("expert_action")
        if advice and self.turn == DECIDER and advice not in self._actions():
            instead = _RETURNS[0] if self._kind is PageKind.ITEM else _LEAVING[0]
            self.scene = scene._replace(extras={**scene.extras, "expert_action": instead})
