"""Search with the ranking of the original shop: exact BM25, memory-mapped, over millions."""

from hgpo_envs.webshop.search.analysis import analyse
from hgpo_envs.webshop.search.building import build_index
from hgpo_envs.webshop.search.index import SearchIndex, open_index

__all__ = ["SearchIndex", "analyse", "build_index", "open_index"]
