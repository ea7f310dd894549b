"""Text WebShop: a shop with up to millions of products, as text, as HTML and as a real site."""

from hgpo_envs.webshop.store import Store, open_store

__all__ = ["Store", "open_store"]
