"""Write a product of a family down as an official record."""

from collections.abc import Sequence
from dataclasses import dataclass

from hgpo_envs.draws import Draws
from hgpo_envs.webshop.generate import phrases
from hgpo_envs.webshop.generate.family import Member
from hgpo_envs.webshop.generate.names import model


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """What sets a product apart.

    Attributes:
        model: its model number.
        title: what it is called.
    """

    model: str
    title: str


def draw_name(draws: Draws, number: int, member: Member) -> Name:
    """Draw a product's name; the first draws of its stream."""
    code = model(draws, number)
    form = draws.choice(phrases.TITLES)
    if member.variation == "kind":
        form = phrases.PLAIN_TITLE  # shares no word with the products that it is to be told from
    first, second = draws.some(member.attributes, 2)
    title = form.format(
        brand=member.brand,
        series=member.series,
        model=code,
        kind=member.kind.name.title(),
        first=first.title(),
        second=second.title(),
    )
    return Name(model=code, title=title)


def draw_record(draws: Draws, number: int, asin: str, member: Member) -> dict[str, object]:
    """Draw what the official catalogue file would have of a product.

    Args:
        draws: of this product alone.
        number: its number.
        asin: its id.
        member: what it is.

    Returns:
        The fields of an official record, in their order.
    """
    name = draw_name(draws, number, member)
    told = _Teller(draws, name, member)
    description, bullets = told.texts()
    stars = draws.below(12)
    return {
        "name": name.title,
        "product_information": {"ASIN": asin, "Item model number": name.model},
        "brand": f"Visit the {member.brand} Store",
        "brand_url": f"https://shop.example/{number}",
        "full_description": description,
        "pricing": _price_text(member.price),
        "list_price": "",
        "availability_status": "In Stock.",
        "images": [f"https://img.example/{asin}_0.jpg"],
        "product_category": member.kind.path,
        "average_rating": f"{3 + stars // 6}.{stars % 6 + 3}" if stars else "",
        "small_description": bullets,
        "total_reviews": draws.below(3000) if stars else "",
        "total_answered_questions": "",
        "customization_options": _options(draws, asin, member),
        "seller_id": f"A{number:09d}",
        "seller_name": member.brand,
        "fulfilled_by_amazon": False,
        "fast_track_message": "",
        "aplus_present": False,
        "asin": asin,
        "category": member.kind.category.name,
        "query": member.kind.name,
        "page": 1 + number % 7,
        "small_description_old": f"About this item {' '.join(bullets)}",
        "availability_quantity": 1 + draws.below(60),
    }


class _Teller:
    """Writes what a product says of itself: every attribute is said somewhere, word for word."""

    def __init__(self, draws: Draws, name: Name, member: Member) -> None:
        self._draws = draws
        self._attributes: Sequence[str] = draws.shuffled(member.attributes)
        self._words = {
            "brand": member.brand,
            "series": member.series,
            "model": name.model,
            "kind": member.kind.name,
            "use": draws.choice(member.kind.category.uses),
        }

    def texts(self) -> tuple[str, list[str]]:
        """Return the description and the bullet points."""
        draws = self._draws
        in_description = draws.between(0, min(2, len(self._attributes)))
        again = draws.below(2)
        sentences = [
            self._fill(phrases.OPENINGS),
            *(self._fill(phrases.MIDDLES, one) for one in self._attributes[:in_description]),
            *(self._fill([closing]) for closing in draws.some(phrases.CLOSINGS, draws.below(3))),
        ]
        bullets = [
            self._fill(phrases.MENTIONS, one)
            for one in self._attributes[max(0, in_description - again) :]
        ]
        bullets += [self._fill([one]) for one in draws.some(phrases.CLOSINGS, 1 + draws.below(2))]
        return " ".join(sentences), draws.shuffled(bullets)

    def _fill(self, forms: Sequence[str], attribute: str = "") -> str:
        form = self._draws.choice(forms)
        if form.startswith(("{attribute}", "[{attribute}]")):
            attribute = attribute.capitalize()
        claim = self._draws.choice(phrases.CLAIMS)
        return form.format(attribute=attribute, claim=claim, **self._words)


def _price_text(price: tuple[int, int] | None) -> str:
    if price is None:
        return ""
    low, high = (f"${cents // 100:,}.{cents % 100:02d}" for cents in price)
    return low if low == high else f"{low} - {high}"


def _options(draws: Draws, asin: str, member: Member) -> dict[str, object]:
    return {
        name.capitalize(): [
            {
                "is_selected": place == 0,
                "is_available": True,
                "value": value.title() if name != "size" else value.upper(),
                "price_string": f"${price // 100}.{price % 100:02d}" if price else "",
                "price": price / 100,
                "image": f"https://img.example/{asin}_{name}{place}.jpg" if price % 2 else None,
                "asin": None,
                "url": None,
            }
            for place, (value, price) in enumerate(
                (value, _option_price(draws, member)) for value in values
            )
        ]
        for name, values in member.options.items()
    }


def _option_price(draws: Draws, member: Member) -> int:
    """Draw what choosing a value would cost, in cents; 0 where nothing is said of it."""
    if member.price is None or draws.percent(60):
        return 0
    return draws.between(*member.price)
