"""What decides what an agent is shown, so that results can be held against each other."""

from collections.abc import Mapping
from dataclasses import dataclass

from harness.config.schema import EnvConfig, MemoryConfig
from harness.errors import RunError
from harness.run.journal import canonical
from harness.worlds import World
from hgpo_envs.context import MEMORIES, memory_sources


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompting:
    """Memory and template by what they are, not by where they lie.

    Attributes:
        memory: its name, parameters included.
        sources: ``module:name`` of the author's own code in it -> SHA-256 of the module's source;
            empty text where there is no source.
        template: SHA-256 over the prompt template's text.
    """

    memory: str
    sources: Mapping[str, str]
    template: str


def prompting_of(env: EnvConfig, world: World) -> Prompting:
    """Return what the agents of a world are shown of it."""
    return Prompting(
        memory=memory_in_words(env.memory, world.memory.name),
        sources=memory_sources({"kind": env.memory.kind, **env.memory.options}),
        template=world.recipe.prompt_template().hash,
    )


def check_sources(kept: object, prompting: Prompting) -> None:
    """Check that a memory's code is what it was when a run was begun.

    Args:
        kept: the sources that a checkpoint has; None in those of old.
        prompting: what the run would go on with.

    Raises:
        RunError: other code would go on with the run than began it.
    """
    if not isinstance(kept, Mapping) or dict(kept) == dict(prompting.sources):
        return
    names = {*kept, *prompting.sources}
    changed = [name for name in sorted(names) if kept.get(name) != prompting.sources.get(name)]
    raise RunError(
        f"the code of the run's memory changed since it began: {', '.join(changed)}. Put the old "
        "code back and resume, or train in another run.dir."
    )


def memory_in_words(memory: MemoryConfig, name: str) -> str:
    """Return a memory's name, or all that it was given where an author names it.

    Example:
        >>> memory_in_words(MemoryConfig(kind="window", size=4), "window(4)")
        'window(4)'
        >>> memory_in_words(MemoryConfig(kind="mine:Rewarded", options={"most": 3}), "rewarded")
        'mine:Rewarded{"most":3}'
    """
    if _is_shipped({"kind": memory.kind, **memory.options}):
        return name
    given = {**({} if memory.size is None else {"size": memory.size}), **memory.options}
    return memory.kind + (canonical(given) if given else "")


def _is_shipped(memory: Mapping[str, object]) -> bool:
    parts = memory.get("parts")
    return memory.get("kind") in MEMORIES and all(
        _is_shipped(part)
        for part in (parts if isinstance(parts, list | tuple) else ())
        if isinstance(part, Mapping)
    )
