"""Memory and context: from the turns of an episode to what a policy sees."""

from hgpo_envs.context.keys import context_key
from hgpo_envs.context.making import MEMORIES, make_memory
from hgpo_envs.context.memories.full import FullMemory
from hgpo_envs.context.memories.none import NoMemory
from hgpo_envs.context.memories.window import WindowMemory
from hgpo_envs.context.memory import (
    DescribedMemory,
    Memory,
    Plain,
    Recollection,
    describe_memory,
)
from hgpo_envs.context.template import Template, default_template
from hgpo_envs.context.turn import Turn
from hgpo_envs.context.wrapper import Context, ContextWrapper

__all__ = [
    "MEMORIES",
    "Context",
    "ContextWrapper",
    "DescribedMemory",
    "FullMemory",
    "Memory",
    "NoMemory",
    "Plain",
    "Recollection",
    "Template",
    "Turn",
    "WindowMemory",
    "context_key",
    "default_template",
    "describe_memory",
    "make_memory",
]
