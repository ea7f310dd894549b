"""Shop as a person would who reads: search, look at the likely products, choose, buy."""

from collections.abc import Sequence

from hgpo_envs.webshop.expert.page import Offer, Reading, read_page
from hgpo_envs.webshop.expert.wish import Wish, read_wish, stems_of

STEPS = 15
"""How many actions an episode has by default."""

_PAGES = ("features", "description")
"""What is read of a product whose title and options leave something open."""

_PER_WORD, _PER_PLACE = 0.5, 0.25
"""What speaks against a product: a word of the thing's name that its title lacks, and each place
further down in the results. In words that were asked for and not found, which count 1."""


class ShoppingExpert:
    """A scripted agent that sees the pages and the admissible actions, and nothing else.

    It searches for the words of the instruction, opens products in the order of the results, looks
    for each of those words in the title, the options, the features and the description, and buys
    the first product that has them all, or the one that has most of them when time runs out. It
    draws nothing at random: equal texts, equal actions.

    Args:
        steps: how many actions there are.

    Example:
        >>> expert = ShoppingExpert()
        >>> expert.reset("WebShop [SEP] Instruction: [SEP] i need red shoes [SEP] Search")
        >>> expert.act("WebShop [SEP] Instruction: [SEP] i need red shoes [SEP] Search", ())
        'search[red shoes]'
    """

    def __init__(self, steps: int = STEPS) -> None:
        self._steps = steps
        self.reset("")

    def reset(self, opening_text: str) -> None:
        """Forget everything and read a visit's first page."""
        self._wish: Wish = read_wish(read_page(opening_text, ()).instruction)
        self._left = self._steps
        self._offers: dict[str, Offer] = {}
        self._at: Offer | None = None
        self._decided: Offer | None = None
        self._chosen: set[tuple[str, str]] = set()
        self._sub_page = ""
        self._searches = 0

    def act(self, observation: str, admissible: Sequence[str]) -> str:
        """Return the next action.

        Args:
            observation: the page.
            admissible: the actions that it offers.
        """
        page = read_page(observation, admissible)
        action = self._decide(page)
        self._left -= 1
        return action

    def _decide(self, page: Reading) -> str:
        if page.kind == "results":
            return self._on_results(page)
        if page.kind == "item":
            return self._on_item(page)
        if page.kind == "sub page":
            if self._at is not None:
                self._at.read[self._sub_page] = page.told()
            return "click[< prev]"
        return self._search()

    def _search(self) -> str:
        """Search for everything that is asked for; later, for less and less."""
        words = self._wish.query.split()
        kept = words[: max(1, len(words) - 2 * self._searches)]
        self._searches += 1
        return f"search[{' '.join(kept) or 'anything'}]"

    def _on_results(self, page: Reading) -> str:
        """Open the product that was decided on, or the next one."""
        self._at = None
        self._chosen.clear()
        for offer in page.offers():
            self._offers.setdefault(offer.asin, offer)
        chosen = self._decided or self._next()
        if chosen is None:
            chosen = self._decided = self._best()
        if chosen is None or chosen.asin not in page.clicks:
            return "click[back to search]"
        self._at = chosen
        return f"click[{chosen.asin}]"

    def _on_item(self, page: Reading) -> str:
        """Read on, choose and buy, or go back to look for a better one."""
        offer = self._at
        if offer is None:
            return "click[buy now]"
        offer.opened = True
        offer.options = page.options()
        if self._decided is None:
            action = self._look_further(offer)
            if action:
                return action
        decided = self._decided or offer
        if decided is not offer and self._left >= 2 + self._to_buy(decided):
            return "click[< prev]"
        self._decided = offer
        return self._choose(offer)

    def _look_further(self, offer: Offer) -> str:
        """Return what to do to learn more, or nothing once it is decided what to buy."""
        if not self._missing(offer):
            self._decided = offer
            return ""
        go_on = self._may_go_on()
        if go_on and self._lacks_a_choice(offer):
            return "click[< prev]"
        unread = [name for name in _PAGES if name not in offer.read]
        if unread and self._is_hopeful(offer) and self._left >= 2 + self._reserve(offer):
            self._sub_page = unread[0]
            return f"click[{unread[0]}]"
        if go_on:
            return "click[< prev]"
        self._decided = self._best()
        return ""

    def _choose(self, offer: Offer) -> str:
        for name, value in self._wanted(offer).items():
            if (name, value) not in self._chosen and self._left > 1:
                self._chosen.add((name, value))
                return f"click[{value}]"
        return "click[buy now]"

    def _may_go_on(self) -> bool:
        """Tell whether there is another product, and time to read of it."""
        best = self._best()
        return (
            self._next() is not None and best is not None and self._left >= 4 + self._to_buy(best)
        )

    def _reserve(self, offer: Offer) -> int:
        """Return how many actions it takes to buy the product at hand, or go back to the best."""
        best = self._best()
        if best is None or best is offer:
            return self._to_buy(offer)
        return max(self._to_buy(offer), 2 + self._to_buy(best))

    def _is_hopeful(self, offer: Offer) -> bool:
        """Tell whether a product could still be better than the best one."""
        best = self._best()
        return best is None or best is offer or self._hopeless(offer) < self._badness(best)[1]

    def _lacks_a_choice(self, offer: Offer) -> bool:
        """Tell whether an option is asked for by name, and none of its values is."""
        named = self._wish.sequence
        wanted = self._wanted(offer)
        return any(name in named and name not in wanted for name in offer.options)

    def _hopeless(self, offer: Offer) -> float:
        """Return how bad a product is at least: what others offer as options won't be in texts."""
        chosen = {
            word
            for other in self._offers.values()
            for value in self._wanted(other).values()
            for word in stems_of(value)
        }
        missing = self._missing(offer)
        return sum(word in chosen for word in missing) + self._unlike(offer)

    def _unlike(self, offer: Offer) -> float:
        """Return how little the title sounds like the thing."""
        title = stems_of(offer.title)
        return _PER_WORD * sum(word not in title for word in self._wish.head)

    def _next(self) -> Offer | None:
        """Return the next product that may be cheap enough and sounds like the thing."""
        fitting = (
            offer
            for offer in self._offers.values()
            if not offer.opened and offer.highest <= self._wish.limit
        )
        places = {asin: place for place, asin in enumerate(self._offers)}
        return min(
            fitting,
            key=lambda offer: self._unlike(offer) + _PER_PLACE * places[offer.asin],
            default=None,
        )

    def _best(self) -> Offer | None:
        """Return the product that has most of what is asked for; of equals the first."""
        return min(self._offers.values(), key=self._badness, default=None)

    def _badness(self, offer: Offer) -> tuple[bool, float]:
        too_dear = (offer.lowest > self._wish.limit) + (offer.highest > self._wish.limit)
        return not offer.opened, len(self._missing(offer)) + too_dear + self._unlike(offer)

    def _missing(self, offer: Offer) -> list[str]:
        """Return the words that were asked for and not found in what was read of a product."""
        values = (value for values in offer.options.values() for value in values)
        said = stems_of(" , ".join((offer.title, *offer.options, *values, *offer.read.values())))
        return [word for word in self._wish.words if word not in said]

    def _wanted(self, offer: Offer) -> dict[str, str]:
        """Return the value to choose of each option, as far as one is asked for."""
        wanted = {}
        for name, values in offer.options.items():
            best = max(values, key=self._wish.asks_for, default="")
            if self._wish.asks_for(best):
                wanted[name] = best
        return wanted

    def _to_buy(self, offer: Offer) -> int:
        """Return how many actions it takes to choose and buy."""
        return len(self._wanted(offer)) + 1
