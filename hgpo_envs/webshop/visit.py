"""A visit to the shop that goes from page to page."""

from hgpo_envs.webshop.pages.page import Page, page_of
from hgpo_envs.webshop.session.moves import Rules, move
from hgpo_envs.webshop.session.state import START, State
from hgpo_envs.webshop.shop import Shop


class Visit:
    """Where a visitor stands, and the page that is shown there.

    Attributes:
        shop: the products.
        instruction: the task in words.
        rules: what may differ between visits.
        state: where the visit stands; ``enter`` changes it.
        page: what is shown there.
    """

    __slots__ = ("instruction", "page", "rules", "shop", "state")

    def __init__(
        self, shop: Shop, *, instruction: str, rules: Rules | None = None, state: State = START
    ) -> None:
        """Begin at the search page, or in a state of an earlier visit."""
        self.shop = shop
        self.instruction = instruction
        self.rules = rules or Rules()
        self.state: State
        self.page: Page
        self.enter(state)

    def after(self, action: str) -> State | None:
        """Return the state that an action leads to, or None where the shop refuses it."""
        return move(self.state, action, self.page.clickables, shop=self.shop, rules=self.rules)

    def enter(self, state: State) -> None:
        """Go to a state, and open its page."""
        self.state = state
        self.page = page_of(
            state,
            shop=self.shop,
            instruction=self.instruction,
            show_attrs=self.rules.show_attrs,
        )

    def do(self, action: str) -> bool:
        """Do an action; tell whether the shop took it."""
        state = self.after(action)
        if state is None:
            return False
        self.enter(state)
        return True
