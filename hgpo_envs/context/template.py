"""From a context's parts to the text of a prompt."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, TemplateError, TemplateSyntaxError
from jinja2.meta import find_undeclared_variables
from jinja2.sandbox import SandboxedEnvironment

from hgpo_envs.context.turn import Turn
from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.suggest import unknown_name

PARTS = ("instruction", "turns", "notes", "observation", "actions", "step")


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
            UnknownNameError: the text uses a variable that a context doesn't have.
        """
        self.source = source
        self.hash = hashlib.sha256(source.encode()).hexdigest()
        try:
            names = find_undeclared_variables(_environment().parse(source))
            self._template = _environment().from_string(source)
        except TemplateSyntaxError as error:
            raise EnvInputError(
                f"the prompt template can't be read: line {error.lineno}: "
                f"{(error.message or '').rstrip('.')}."
            ) from error
        for name in sorted(names.difference(PARTS)):
            raise UnknownNameError(unknown_name("variable of the prompt template", name, PARTS))

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
        """Return the prompt; ``step`` counts the actions already taken.

        Raises:
            EnvInputError: the template asks for something that this context doesn't have.
        """
        try:
            return self._template.render(
                instruction=instruction,
                turns=turns,
                notes=notes,
                observation=observation,
                actions=admissible_actions,
                step=step,
            )
        except (TemplateError, TypeError, ValueError, LookupError, ArithmeticError) as error:
            raise EnvInputError(
                f"the prompt template can't be filled in at step {step}: "
                f"{str(error).rstrip('.')}. "
                "Change the template: what it asks for is not always there."
            ) from error


@lru_cache(maxsize=1)
def _environment() -> Environment:
    return SandboxedEnvironment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False
    )


@lru_cache(maxsize=8)
def shipped_template(name: str) -> Template:
    """Return one of the suite's own templates, always the same object."""
    return Template(files("hgpo_envs.context").joinpath("prompts", f"{name}.j2").read_text("utf-8"))


def default_template() -> Template:
    """Return the template that serves every environment without one of its own."""
    return shipped_template("default")
