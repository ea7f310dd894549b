"""The prompt templates of the suite, and where others are found.

``alfworld`` and ``webshop`` have the structure of the prompts that agents on these environments
are published with: instruction, number of steps, the last turns, what is seen now, the actions
that are possible. Their words are the suite's own.
"""

from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from hgpo_envs.context.template import Template, default_template, shipped_template
from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.registry import specs
from hgpo_envs.spec import EnvSpec
from hgpo_envs.suggest import unknown_name
from hgpo_envs.text_env import TextEnv

TEMPLATES = ("default", "alfworld", "webshop")


def open_template(name: str) -> Template:
    """Open a template.

    Args:
        name: one of `TEMPLATES`; the path of a file; or ``"package:file.j2"`` of an installed
            package.

    Raises:
        UnknownNameError: it is no path and no template's name.
        EnvInputError: the file can't be read, or is no template.
    """
    check_template_name(name)
    if name in TEMPLATES:
        return shipped_template(name)
    return _of_file(Path(name)) if is_template_file(name) else _of_package(name)


def is_template_file(name: str) -> bool:
    """Say whether a template's name is the path of a file, be it there or not."""
    return name not in TEMPLATES and (":" not in name or Path(name).exists())


def check_template_name(name: str) -> None:
    """Check that a name can be one of a template; whether its file is there is another question.

    Raises:
        UnknownNameError: it is none of `TEMPLATES` and looks like no file.
    """
    path = Path(name)
    if name in TEMPLATES or path.is_file() or path.suffix or len(path.parts) > 1:
        return
    raise UnknownNameError(
        unknown_name("prompt template", name, TEMPLATES) + " A file is named by its path, such as "
        "./prompt.j2."
    )


def template_of(spec: EnvSpec) -> Template:
    """Return the template that an environment is shown with where no other was chosen.

    Raises:
        EnvInputError: the spec names one that isn't there.
    """
    return open_template(spec.template)


def template_for(env: TextEnv) -> Template:
    """Return the template of an environment's spec; the default where it isn't registered."""
    spec = specs().get(env.panel.env_id)
    return default_template() if spec is None else template_of(spec)


@lru_cache(maxsize=64)
def _of_package(name: str) -> Template:
    package, _, file = name.partition(":")
    try:
        source = files(package).joinpath(file).read_text("utf-8")
    except (ModuleNotFoundError, OSError, TypeError, ValueError) as error:
        raise EnvInputError(
            f"the prompt template {name!r} can't be read: {error}. Expected 'package:file.j2' of "
            "an installed package, or the path of a file."
        ) from error
    return Template(source)


def _of_file(path: Path) -> Template:
    try:
        source = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise EnvInputError(
            f"the prompt template {str(path)!r} can't be read: {error}. "
            f"Expected the path of a text file, or one of: {', '.join(TEMPLATES)}."
        ) from error
    return Template(source)
