"""The kinds of tasks, by name or by the number that ALFWorld's configuration gives them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from hgpo_envs.errors import DataError, EnvInputError, UnknownNameError
from hgpo_envs.panel import TaskPanel
from hgpo_envs.suggest import unknown_name

TASK_TYPES = (
    "pick_and_place_simple",
    "look_at_obj_in_light",
    "pick_clean_then_place_in_recep",
    "pick_heat_then_place_in_recep",
    "pick_cool_then_place_in_recep",
    "pick_two_obj_and_place",
)
"""In the order of ALFWorld's numbers: 1 is the first, 6 the last."""


def resolve_types(given: object, known: Iterable[str] = TASK_TYPES) -> tuple[str, ...]:
    """Return the names that task types were given by, each once, in ALFWorld's order.

    Args:
        given: a name, a number from 1 to 6, or several of them.
        known: the names that exist; those beyond ALFWorld's six have no number.

    Raises:
        EnvInputError: nothing was given, or something that is neither name nor number.
        UnknownNameError: a name or number that does not exist; the nearest name is given.

    Example:
        >>> resolve_types([2, "pick_and_place_simple"])
        ('pick_and_place_simple', 'look_at_obj_in_light')
    """
    several = given if isinstance(given, Sequence) and not isinstance(given, str) else (given,)
    names = (*TASK_TYPES, *sorted(set(known) - set(TASK_TYPES)))
    if not several:
        raise EnvInputError(
            "task_types is empty; expected at least one task type, by name or by number: "
            f"{_numbered()}."
        )
    chosen = {_name_of(one, names) for one in several}
    return tuple(name for name in names if name in chosen)


def only_types(panel: TaskPanel, types: Sequence[str]) -> TaskPanel:
    """Return the panel of the tasks of some types; it has a version and a hash of its own.

    Raises:
        DataError: the panel has no task of one of the types.
    """
    for name in types:
        if name not in panel.kinds:
            raise DataError(
                f"{panel.env_id} split {panel.split!r} has no game of type {name!r}. "
                f"It has: {', '.join(sorted(set(panel.kinds)))}."
            )
    if set(types) == set(panel.kinds):
        return panel
    kept = [
        (task, kind) for task, kind in zip(panel.ids, panel.kinds, strict=True) if kind in types
    ]
    return replace(
        panel,
        version=f"{panel.version}/task_types={','.join(types)}",
        ids=tuple(task for task, _ in kept),
        kinds=tuple(kind for _, kind in kept),
    )


def _name_of(given: object, names: Sequence[str]) -> str:
    if isinstance(given, str) and given.isascii() and given.isdigit():
        given = int(given)
    if isinstance(given, int) and not isinstance(given, bool):
        if 1 <= given <= len(TASK_TYPES):
            return TASK_TYPES[given - 1]
        raise UnknownNameError(f"unknown task type {given}. Known: {_numbered()}.")
    if not isinstance(given, str):
        raise EnvInputError(
            f"a task type is {given!r}; expected a name or a number: {_numbered()}."
        )
    if given not in names:
        raise UnknownNameError(unknown_name("task type", given, names))
    return given


def _numbered() -> str:
    return ", ".join(f"{number} {name}" for number, name in enumerate(TASK_TYPES, start=1))
