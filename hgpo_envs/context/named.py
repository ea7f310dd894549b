"""Things by the name they are imported by: ``module:attribute``."""

from importlib import import_module

from hgpo_envs.errors import EnvInputError


def load_named(name: str, *, what: str) -> object:
    """Import what a name stands for.

    Args:
        name: ``"package.module:attribute"``.
        what: what it is for, for the error's text, such as ``"memory"``.

    Raises:
        EnvInputError: it has another form, or can't be imported.

    Example:
        >>> load_named("json:dumps", what="tokenizer").__name__
        'dumps'
    """
    module, _, attribute = name.partition(":")
    if not module or not attribute or module.startswith("."):
        raise EnvInputError(f"the {what} is {name!r}; expected 'package.module:name'.")
    try:
        thing: object = import_module(module)
        for part in attribute.split("."):
            thing = getattr(thing, part)
    except (ImportError, AttributeError) as error:
        raise EnvInputError(
            f"the {what} {name!r} can't be imported: {error}. Expected 'package.module:name' of "
            "an installed package, or of a folder in PYTHONPATH."
        ) from error
    return thing


def name_of(thing: object) -> str | None:
    """Return the name that `load_named` finds ``thing`` by; None where there is no such name.

    What stands in a function, in a lambda or in the script that was started has none: another
    process would not find it.

    Example:
        >>> import json
        >>> name_of(json.loads), name_of(lambda text: text)
        ('json:loads', None)
    """
    module, path = getattr(thing, "__module__", None), getattr(thing, "__qualname__", None)
    if not module or not path or module == "__main__" or "<" in path:
        return None
    try:
        found = load_named(f"{module}:{path}", what="object")
    except EnvInputError:
        return None
    return f"{module}:{path}" if found is thing else None
