"""A shop of a few products, for tests that need no search engine."""

from collections.abc import Iterator, Mapping, Sequence

from hgpo_envs.errors import UnknownNameError
from hgpo_envs.webshop.catalogue.card import Card
from hgpo_envs.webshop.catalogue.product import Product


def product(asin: str, **given: object) -> Product:
    """Return a product with what was given, and something for the rest."""
    fields: dict[str, object] = {
        "row": 0,
        "asin": asin,
        "title": f"Lamp {asin}",
        "description": "Gives light.",
        "bullets": ("Bright.", "Small."),
        "price_text": "$10.0",
        "prices": (10.0,),
        "options": {},
        "option_images": {},
        "image": "https://img.example/1.jpg",
        "category": "garden",
        "query": "lamps",
        "product_category": "Home › Lamps",
        "attributes": ("easy clean",),
    }
    return Product(**(fields | given))  # type: ignore[arg-type]


class SmallShop:
    """Products that are found by a word of their title, in the order given."""

    def __init__(self, *products: Product) -> None:
        self._by_asin: Mapping[str, Product] = {one.asin: one for one in products}

    def search(self, query: str, k: int = 50) -> list[tuple[str, float]]:
        words = set(query.lower().split())
        found = [
            (one.asin, 1.0)
            for one in self._by_asin.values()
            if words & set(one.title.lower().split())
        ]
        return found[:k]

    def cards(self, asins: Sequence[str]) -> list[Card]:
        products = [self.product(asin) for asin in asins]
        return [Card(one.asin, one.title, one.price_text, one.image) for one in products]

    def product(self, asin: str) -> Product:
        if asin not in self._by_asin:
            raise UnknownNameError(f"no product {asin!r}")
        return self._by_asin[asin]

    def products(self) -> Iterator[Product]:
        return iter(self._by_asin.values())

    def price(self, asin: str) -> float:
        return self.product(asin).prices[0]
