"""A visit to a small shop, step by step."""

from hgpo_envs.webshop.pages.page import Page, page_of
from hgpo_envs.webshop.session.moves import Rules, move
from hgpo_envs.webshop.session.state import START, State
from hgpo_envs.webshop.shop import Shop


class SmallVisit:
    """Keeps the state and the page; ``do`` tells whether an action was taken."""

    def __init__(self, shop: Shop, rules: Rules | None = None, instruction: str = "i") -> None:
        self.shop = shop
        self.rules = rules or Rules()
        self.instruction = instruction
        self.state: State = START

    @property
    def page(self) -> Page:
        return page_of(
            self.state,
            shop=self.shop,
            instruction=self.instruction,
            show_attrs=self.rules.show_attrs,
        )

    def do(self, *actions: str) -> bool:
        state: State | None = None
        for action in actions:
            clickables = self.page.clickables
            state = move(self.state, action, clickables, shop=self.shop, rules=self.rules)
            self.state = self.state if state is None else state
        return state is not None
