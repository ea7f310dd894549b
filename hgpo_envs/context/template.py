"""From a context's parts to the text of a prompt."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, TemplateSyntaxError
from jinja2.sandbox import SandboxedEnvironment

from hgpo_envs.context.turn import Turn
from hgpo_envs.errors import EnvInputError


class Template:
    """A prompt written in Jinja2 over ``instruction, turns, notes, observation, actions, step``.

    Attributes:
        source: the template's text.
        hash: SHA-256 of the text, for records.
    """

    def __init__(self, source: str) -> None:
        """Compile the template.

        Raises:
            EnvInputError: the text is no Jinja2 template; the line is named.
        """
        self.source = source
        self.hash = hashlib.sha256(source.encode()).hexdigest()
        try:
            self._template = _environment().from_string(source)
        except TemplateSyntaxError as error:
            raise EnvInputError(
                f"the prompt template can't be read: line {error.lineno}: {error.message}."
            ) from error

    def render(
        self,
        *,
        instruction: str,
        turns: Sequence[Turn],
        notes: Sequence[str],
        observation: str,
        admissible_actions: Sequence[str] | None,
        step: int,
    ) -> str:
        """Return the prompt; ``step`` counts the actions already taken."""
        return self._template.render(
            instruction=instruction,
            turns=turns,
            notes=notes,
            observation=observation,
            actions=admissible_actions,
            step=step,
        )


@lru_cache(maxsize=1)
def _environment() -> Environment:
    return SandboxedEnvironment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False
    )


@lru_cache(maxsize=1)
def default_template() -> Template:
    """Return the template that serves every environment without one of its own."""
    return Template(files("hgpo_envs.context").joinpath("default.j2").read_text("utf-8"))
