"""Actions that the agent fills in: an admissible entry that ends in ``[...]`` is open.

``search[...]`` among the admissible actions says that anything may be searched for:
``search[red shoes]`` is then an action like those that are listed in full.
"""

from hgpo_envs.errors import EnvInputError

OPEN_END = "[...]"


def is_open(action: str) -> bool:
    """Tell whether an admissible entry is to be filled in.

    Example:
        >>> is_open("search[...]"), is_open("click[buy now]")
        (True, False)
    """
    return action.endswith(OPEN_END)


def fill(action: str, words: str) -> str:
    """Return the action that an open entry becomes with ``words`` in its brackets.

    Raises:
        EnvInputError: the entry is not open.

    Example:
        >>> fill("search[...]", "red shoes")
        'search[red shoes]'
    """
    if not is_open(action):
        raise EnvInputError(
            f"{action!r} is not open, so that nothing can be filled in; "
            f"expected an action that ends in {OPEN_END!r}."
        )
    return f"{action.removesuffix(OPEN_END)}[{words}]"
