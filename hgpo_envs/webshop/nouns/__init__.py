"""The nouns of product titles, which decide whether a bought product is of the wanted kind."""

from hgpo_envs.webshop.nouns.finder import Finder, RuleFinder, choose_finder
from hgpo_envs.webshop.nouns.source import Nouns
from hgpo_envs.webshop.nouns.table import (
    NounTable,
    open_table,
    read_recorded,
    recorded_files,
    write_table,
)

__all__ = [
    "Finder",
    "NounTable",
    "Nouns",
    "RuleFinder",
    "choose_finder",
    "open_table",
    "read_recorded",
    "recorded_files",
    "write_table",
]
