"""Memory and context: from the turns of an episode to what a policy sees."""

from hgpo_envs.context.keys import context_key
from hgpo_envs.context.memory import (
    MEMORIES,
    FullMemory,
    Memory,
    NoMemory,
    Recollection,
    WindowMemory,
    make_memory,
)
from hgpo_envs.context.template import Template, default_template
from hgpo_envs.context.turn import Turn
from hgpo_envs.context.wrapper import Context, ContextWrapper

__all__ = [
    "MEMORIES",
    "Context",
    "ContextWrapper",
    "FullMemory",
    "Memory",
    "NoMemory",
    "Recollection",
    "Template",
    "Turn",
    "WindowMemory",
    "context_key",
    "default_template",
    "make_memory",
]
