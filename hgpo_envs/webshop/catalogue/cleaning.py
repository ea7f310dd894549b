"""Make a product of an official record, exactly as the original shop does when it starts.

Departures, for records on which the original fails: texts and lists that are null or missing are
empty, and half a surrogate pair, which no text can hold, becomes U+FFFD. Prices: ``pricing``.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from hgpo_envs.webshop.catalogue.pricing import read_price
from hgpo_envs.webshop.catalogue.product import Product

LONGEST_ASIN = 10
"""Characters; the original passes longer ones over."""

NO_ATTRIBUTES = ("DUMMY_ATTR",)
"""What a product has that the attribute file does not know."""

Reason: TypeAlias = Literal["nan", "over-long", "duplicate", "damaged"]
Attributes: TypeAlias = Mapping[str, object]
"""The attribute file: by ASIN an object with ``attributes``, a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """A record that is no product of the shop.

    Attributes:
        asin: its id, or what stands in the id's place.
        reason: why; all but ``"damaged"`` are records that the original skips too.
        detail: what is damaged, or empty.
    """

    asin: str
    reason: Reason
    detail: str = ""


class Cleaner:
    """Clean the records of a catalogue: count the rows, skip later duplicates.

    Args:
        attributes: the content of the official attribute file.
    """

    def __init__(self, attributes: Attributes) -> None:
        self._attributes = attributes
        self._seen: set[str] = set()

    def clean(self, record: object) -> Product | Skipped:
        """Make a product of the next record."""
        cleaned = clean(record, len(self._seen), self._attributes)
        if isinstance(cleaned, Product):
            if cleaned.asin in self._seen:
                return Skipped(asin=cleaned.asin, reason="duplicate")
            self._seen.add(cleaned.asin)
        return cleaned


def clean_all(records: Iterable[object], attributes: Attributes) -> Iterator[Product | Skipped]:
    """Clean all records of a catalogue."""
    cleaner = Cleaner(attributes)
    return map(cleaner.clean, records)


def clean(record: object, row: int, attributes: Attributes) -> Product | Skipped:
    """Make a product of a record.

    Args:
        record: an object of the official catalogue file.
        row: the product's place in the catalogue.
        attributes: the content of the official attribute file, or of a part of it.
    """
    if not isinstance(record, Mapping):
        return Skipped(asin="", reason="damaged", detail=f"it is {_kind(record)}, not an object")
    asin = record.get("asin")
    if not isinstance(asin, str) or "\0" in asin:
        detail = f"its asin is {asin!r:.40}; expected a text"
        return Skipped(asin=f"{asin!r:.40}", reason="damaged", detail=detail)
    asin = _whole(asin)
    if asin == "nan":
        return Skipped(asin=asin, reason="nan")
    if len(asin) > LONGEST_ASIN:
        return Skipped(asin=asin[:40], reason="over-long")
    try:
        return _product(record, asin, row, attributes.get(asin))
    except _DamageError as damage:
        return Skipped(asin=asin, reason="damaged", detail=str(damage))


def contents(product: Product) -> str:
    """Return the text of a product that is indexed: of the bullet points only the first."""
    options = ", and ".join(
        f"{name}: {', '.join(values)}" for name, values in product.options.items()
    )
    first = product.bullets[0] if product.bullets else ""
    return f"{product.title} {product.description} {first} {options}".lower()


class _DamageError(ValueError):
    """A field that can't be used; the message names it."""


def _product(record: Mapping[str, object], asin: str, row: int, known: object) -> Product:
    pricing = record.get("pricing")
    if pricing is not None and not isinstance(pricing, str | int | float):
        raise _DamageError(f"its pricing is {_kind(pricing)}; expected a text")
    price = read_price(pricing)
    options, images = _options(record.get("customization_options"))
    pictures = _list(record.get("images"), "images")
    return Product(
        row=row,
        asin=asin,
        title=_text(record, "name"),
        description=_text(record, "full_description"),
        bullets=_bullets(record.get("small_description")),
        price_text=price.text,
        prices=price.amounts,
        options=options,
        option_images=images,
        image=_of_text(pictures[0], "image") if pictures else "",
        category=_text(record, "category"),
        query=_text(record, "query").lower().strip(),
        product_category=_text(record, "product_category"),
        attributes=_attributes(known),
    )


def _options(given: object) -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
    """Return values by option name, and image addresses by value.

    Names that are equal in lower case are one option: the last values, at the first one's place.
    A value's image is the one that was named last, over all options; null takes it away.
    """
    if not given:
        return {}, {}
    if not isinstance(given, Mapping):
        raise _DamageError(f"its customization_options are {_kind(given)}; expected an object")
    options: dict[str, tuple[str, ...]] = {}
    images: dict[str, str | None] = {}
    for name, choices in given.items():
        if choices is None:
            continue
        values = []
        for choice in _list(choices, f"option {name!r:.40}"):
            if not isinstance(choice, Mapping):
                raise _DamageError(f"option {name!r:.40} has {_kind(choice)}; expected an object")
            value = _of_text(choice.get("value"), "option value")
            values.append(value.strip().replace("/", " | ").lower())
            image = choice.get("image")
            images[values[-1]] = None if image is None else _of_text(image, "option image")
        options[_whole(name).lower()] = tuple(values)
    return options, {value: image for value, image in images.items() if image is not None}


def _bullets(given: object) -> tuple[str, ...]:
    if isinstance(given, str):
        return (_whole(given),)
    return tuple(_of_text(point, "bullet point") for point in _list(given, "small_description"))


def _attributes(known: object) -> tuple[str, ...]:
    if not isinstance(known, Mapping) or "attributes" not in known:
        return NO_ATTRIBUTES
    return tuple(_of_text(one, "attribute") for one in _list(known["attributes"], "attributes"))


def _text(record: Mapping[str, object], field: str) -> str:
    return _of_text(record.get(field), field)


def _of_text(given: object, field: str) -> str:
    if isinstance(given, str):
        return _whole(given)
    if given is None:
        return ""
    if isinstance(given, int | float):
        return str(given)
    raise _DamageError(f"its {field} is {_kind(given)}; expected a text")


def _list(given: object, field: str) -> Sequence[object]:
    if not given:
        return ()
    if not isinstance(given, list | tuple):
        raise _DamageError(f"its {field} is {_kind(given)}; expected a list")
    return given


def _whole(text: str) -> str:
    """Return a text that can be encoded."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="surrogatepass").decode(errors="replace")
    return text


def _kind(given: object) -> str:
    if given is None:
        return "null"
    kinds = {dict: "an object", list: "a list", str: "a text", bool: "a truth value"}
    return kinds.get(type(given), "a number")
