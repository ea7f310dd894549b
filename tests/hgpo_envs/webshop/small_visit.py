"""A visit to a small shop, several actions at a time."""

from hgpo_envs.webshop.session.moves import Rules
from hgpo_envs.webshop.shop import Shop
from hgpo_envs.webshop.visit import Visit


class SmallVisit(Visit):
    """``act`` does some actions and tells whether the last was taken."""

    def __init__(self, shop: Shop, rules: Rules | None = None, instruction: str = "i") -> None:
        super().__init__(shop, instruction=instruction, rules=rules)

    def act(self, *actions: str) -> bool:
        return [self.do(action) for action in actions][-1]
