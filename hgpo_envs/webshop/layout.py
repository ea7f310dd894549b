"""Names: of the official files, of the variables that point to folders, of a store's files."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

VARIABLE: Final = "WEBSHOP_DATA"
"""Names the folder of the official files, or of what was imported from them."""

CACHE_VARIABLE: Final = "HGPO_STORE_CACHE"
"""Names the folder of stores that are built as they are needed."""

CATALOGUE: Final = "items_shuffle"
ATTRIBUTES: Final = "items_ins_v2"
HUMAN: Final = "items_human_ins"
"""Stems of the official files: ``items_shuffle_1000.json`` has ``items_ins_v2_1000.json``."""

FULL: Final = "items_shuffle.json"
SMALL: Final = "items_shuffle_1000.json"

WHOLE: Final[Mapping[str, range]] = MappingProxyType(
    {FULL: range(1_100_000, 1_200_000), SMALL: range(1000, 1001)}
)
"""How many products the official catalogues have: other files can bear the same names."""

STORE_SUFFIX: Final = ".store"
"""Ends the name of the folder that a catalogue is imported to, beside others."""

MANIFEST: Final = "manifest.json"
FORMAT: Final = "webshop-store 3"
"""Rises when the files of a store mean something else."""

PRODUCTS: Final = "products"
CARDS: Final = "cards"
HUMAN_WISHES: Final = "human"
SYNTHETIC_WISHES: Final = "synthetic"
"""Each is two files: ``NAME.blob``, records one after the other, and ``NAME.at.npy``."""

ASINS: Final = "asins.npy"
ASIN_ORDER: Final = "asin_order.npy"
PRICES: Final = "prices.npy"
RANGED_ROWS: Final = "ranged_rows.npy"
RANGED_PRICES: Final = "ranged_prices.npy"
AGAIN: Final = (
    "Build the store again with `hgpo data import`, or delete it if it lies in the cache."
)
"""What to do with a store that can't be read."""

INDEX: Final = "index"
NOUNS: Final = "nouns.jsonl"
