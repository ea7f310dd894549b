"""Scripts for a searcher and a decider in the shop."""

from collections.abc import Sequence

from hgpo_envs.teams.titles import BRING, spoken
from hgpo_envs.webshop.expert.page import Offer, Reading, read_page
from hgpo_envs.webshop.expert.wish import Wish, read_wish, stems_of

STEPS = 15
"""How many actions of both an episode has by default."""

_SENT_BACK = "The decider sent a product back: "
_PAGES = ("features", "description")


class ShoppingScript:
    """Two scripted shoppers; each sees its own pages, and hears what the other says.

    Example:
        >>> team = ShoppingScript()
        >>> page = "WebShop [SEP] Instruction: [SEP] i need red shoes [SEP] Search"
        >>> team.reset(page)
        >>> team.act(page, ("search[...]",))
        'search[red shoes]'
    """

    def __init__(self) -> None:
        self.reset("")

    def reset(self, opening_text: str) -> None:
        """Read the instruction; both know it."""
        wish = read_wish(read_page(opening_text, ()).instruction)
        self._searcher = _Searcher(wish)
        self._decider = _Decider(wish)

    def act(self, observation: str, admissible: Sequence[str]) -> str:
        """Act as the member whose page it is."""
        said, page = "", observation
        if observation.startswith(_SENT_BACK):
            said, _, page = observation.removeprefix(_SENT_BACK).partition("\n")
        read = read_page(page, admissible)
        if read.kind == "item" or tuple(admissible) == ("click[< prev]",):
            return self._decider.act(read)
        return self._searcher.act(read, said)


class _Searcher:
    """Opens the products of the results, those first that sound like the thing."""

    def __init__(self, wish: Wish) -> None:
        self._wish = wish
        self._searches = 0
        self._opened: set[str] = set()

    def act(self, page: Reading, said: str) -> str:
        if page.kind != "results":
            return self._search()
        offers = page.offers()
        if said.startswith(BRING):
            title = said.removeprefix(BRING)
            named = [offer for offer in offers if spoken(offer.title) == title]
            return f"click[{named[0].asin}]" if named else "click[back to search]"
        places = {offer.asin: place for place, offer in enumerate(offers)}
        fitting = [o for o in offers if o.asin not in self._opened and o.lowest <= self._wish.limit]
        best = min(
            fitting,
            key=lambda offer: _unlike(self._wish, offer) + places[offer.asin] / 4,
            default=None,
        )
        if best is None:
            return "click[back to search]"
        self._opened.add(best.asin)
        return f"click[{best.asin}]"

    def _search(self) -> str:
        """Search for everything that is asked for; later, for less and less."""
        words = self._wish.query.split()
        kept = words[: max(1, len(words) - 2 * self._searches)]
        self._searches += 1
        return f"search[{' '.join(kept) or 'anything'}]"


class _Decider:
    """Reads products; buys the first that has all that is asked for, or in the end the best."""

    def __init__(self, wish: Wish) -> None:
        self._wish = wish
        self._left = STEPS - 1
        self._seen: dict[str, Offer] = {}
        self._at = ""
        self._sub_page = ""
        self._chosen: set[tuple[str, str]] = set()
        self._is_new = True
        self._is_decided = False

    def act(self, page: Reading) -> str:
        if self._is_new:
            self._left -= 1
            self._is_new = False
        self._left -= 1
        if page.kind != "item":
            self._seen[self._at].read[self._sub_page] = page.told()
            return "click[< prev]"
        offer = self._read(page)
        return self._decide(offer)

    def _read(self, page: Reading) -> Offer:
        """Return what is known of the product at hand: title, price and options are on its page."""
        prices = [at for at, piece in enumerate(page.pieces) if piece.startswith("Price: ")]
        title = page.pieces[prices[0] - 1] if prices else ""
        self._at = spoken(title)
        if self._at not in self._seen:
            cost = _dollars(page.pieces[prices[0]]) if prices else [0.0]
            self._seen[self._at] = Offer(
                asin="", title=title, lowest=min(cost), highest=max(cost), options=page.options()
            )
        return self._seen[self._at]

    def _decide(self, offer: Offer) -> str:
        """Buy, read on, or send the product back."""
        best = min(self._seen.values(), key=self._badness)
        if self._is_decided or not self._badness(offer):
            return self._buy(offer)
        go_on = self._left >= 4 + self._to_buy(best)
        if go_on and self._lacks_a_choice(offer):
            return self._return("option missing")
        unread = [name for name in _PAGES if name not in offer.read]
        reserve = self._to_buy(offer) if best is offer else 2 + self._to_buy(best)
        if unread and self._is_hopeful(offer, best) and self._left >= 2 + reserve:
            self._sub_page = unread[0]
            return f"click[{unread[0]}]"
        if go_on:
            return self._return(self._complaint(offer))
        self._is_decided = True
        if best is not offer and self._left >= 1 + self._to_buy(best):
            return self._return(f"{BRING}{spoken(best.title)}")
        return self._buy(offer)

    def _is_hopeful(self, offer: Offer, best: Offer) -> bool:
        """Tell whether a product could be better than the best one, were all else in its texts.

        What others offer as options won't be in texts.
        """
        chosen = {
            word
            for other in self._seen.values()
            for value in self._wanted(other).values()
            for word in stems_of(value)
        }
        certain = sum(word in chosen for word in self._missing(offer))
        return best is offer or certain + _unlike(self._wish, offer) < self._badness(best)

    def _complaint(self, offer: Offer) -> str:
        if offer.lowest > self._wish.limit:
            return "too dear"
        return "wrong thing" if _unlike(self._wish, offer) >= 1 else "feature missing"

    def _return(self, why: str) -> str:
        self._chosen.clear()
        self._is_new = True
        return f"return[{why}]"

    def _buy(self, offer: Offer) -> str:
        for name, value in self._wanted(offer).items():
            if (name, value) not in self._chosen and self._left > 0:
                self._chosen.add((name, value))
                return f"click[{value}]"
        return "click[buy now]"

    def _wanted(self, offer: Offer) -> dict[str, str]:
        """Return the value to choose of each option, as far as one is asked for."""
        best = {
            name: max(values, key=self._wish.asks_for) for name, values in offer.options.items()
        }
        return {name: value for name, value in best.items() if self._wish.asks_for(value)}

    def _lacks_a_choice(self, offer: Offer) -> bool:
        """Tell whether an option is asked for by name, and none of its values is."""
        wanted = self._wanted(offer)
        return any(name in self._wish.sequence and name not in wanted for name in offer.options)

    def _badness(self, offer: Offer) -> float:
        """Return how much of what is asked for was not found in what was read."""
        too_dear = (offer.lowest > self._wish.limit) + (offer.highest > self._wish.limit)
        return len(self._missing(offer)) + too_dear + _unlike(self._wish, offer)

    def _missing(self, offer: Offer) -> list[str]:
        values = (value for values in offer.options.values() for value in values)
        said = stems_of(" , ".join((offer.title, *offer.options, *values, *offer.read.values())))
        return [word for word in self._wish.words if word not in said]

    def _to_buy(self, offer: Offer) -> int:
        """Return how many actions it takes to choose and buy."""
        return len(self._wanted(offer)) + 1


def _unlike(wish: Wish, offer: Offer) -> float:
    """Return how little a title sounds like the thing."""
    title = stems_of(offer.title)
    return 0.5 * sum(word not in title for word in wish.head)


def _dollars(text: str) -> list[float]:
    """Return the amounts of a price such as ``Price: $4.00 to $6.00``."""
    amounts = [part.strip("$,") for part in text.split() if part.startswith("$")]
    return [float(amount.replace(",", "")) for amount in amounts] or [0.0]
