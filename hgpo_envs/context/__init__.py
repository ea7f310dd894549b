"""Memory and context: from the turns of an episode to what a policy sees."""

from hgpo_envs.context.episodes import EpisodeStore, PastEpisode, stores_of
from hgpo_envs.context.keys import context_key
from hgpo_envs.context.making import MEMORIES, make_memory, memory_parameters
from hgpo_envs.context.memories.combined import CombinedMemory
from hgpo_envs.context.memories.full import FullMemory
from hgpo_envs.context.memories.none import NoMemory
from hgpo_envs.context.memories.retrieval import RetrievalMemory
from hgpo_envs.context.memories.summary import SummaryMemory
from hgpo_envs.context.memories.window import WindowMemory
from hgpo_envs.context.memory import (
    DescribedMemory,
    Memory,
    Plain,
    Recollection,
    describe_memory,
)
from hgpo_envs.context.sources import memory_sources
from hgpo_envs.context.template import Template, default_template
from hgpo_envs.context.templates import (
    TEMPLATES,
    check_template_name,
    is_template_file,
    open_template,
    template_for,
    template_of,
)
from hgpo_envs.context.tokenizer import EncodeTokenizer, Tokenizer, WordTokenizer, make_tokenizer
from hgpo_envs.context.turn import Turn
from hgpo_envs.context.wrapper import Context, ContextWrapper

__all__ = [
    "MEMORIES",
    "TEMPLATES",
    "CombinedMemory",
    "Context",
    "ContextWrapper",
    "DescribedMemory",
    "EncodeTokenizer",
    "EpisodeStore",
    "FullMemory",
    "Memory",
    "NoMemory",
    "PastEpisode",
    "Plain",
    "Recollection",
    "RetrievalMemory",
    "SummaryMemory",
    "Template",
    "Tokenizer",
    "Turn",
    "WindowMemory",
    "WordTokenizer",
    "check_template_name",
    "context_key",
    "default_template",
    "describe_memory",
    "make_memory",
    "make_tokenizer",
    "memory_parameters",
    "memory_sources",
    "is_template_file",
    "open_template",
    "stores_of",
    "template_for",
    "template_of",
]
