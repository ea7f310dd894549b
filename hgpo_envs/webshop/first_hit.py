"""The plainest way to shop: search for the instruction, open the first product, buy it."""

from collections.abc import Sequence

from hgpo_envs.webshop.expert.page import read_page


class FirstHit:
    """A scripted agent that queries the instruction and buys the first product.

    It chooses no options and reads nothing else. It is what a trained policy has to beat.

    Example:
        >>> agent = FirstHit()
        >>> agent.reset("WebShop [SEP] Instruction: [SEP] i need red shoes [SEP] Search")
        >>> agent.act("WebShop [SEP] Instruction: [SEP] i need red shoes [SEP] Search", ())
        'search[i need red shoes]'
    """

    def __init__(self) -> None:
        self.reset("")

    def reset(self, opening_text: str) -> None:
        """Read a visit's first page."""
        words = read_page(opening_text, ()).instruction
        self._query = " ".join(words.replace("[", " ").replace("]", " ").split()) or "anything"

    def act(self, observation: str, admissible: Sequence[str]) -> str:
        """Return the next action.

        Args:
            observation: the page.
            admissible: the actions that it offers.
        """
        page = read_page(observation, admissible)
        if page.kind == "item":
            return "click[buy now]"
        found = page.offers() if page.kind == "results" else []
        if found:
            return f"click[{found[0].asin}]"
        return f"search[{self._query}]" if page.kind != "sub page" else "click[< prev]"
