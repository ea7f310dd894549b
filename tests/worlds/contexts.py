"""Contexts as an environment would make them, from plain texts."""

from collections.abc import Mapping, Sequence

from hgpo_envs.context import Context, Turn, default_template


def context(
    *actions: str,
    observation: str = "a room",
    instruction: str = "task",
    turns: Sequence[tuple[str, str]] = (),
    step: int | None = None,
    hints: Mapping[str, str] | None = None,
) -> Context:
    """Return a context; without actions any text may be said.

    The remembered turns are of the page that is seen now, as far as their observations are.
    """
    return Context(
        instruction=instruction,
        turns=tuple(
            Turn(seen, done, 0.0, {"admissible_actions": actions if seen == observation else ()})
            for seen, done in turns
        ),
        notes=(),
        observation=observation,
        admissible_actions=actions or None,
        step=len(turns) if step is None else step,
        template=default_template(),
        hints=hints,
    )
