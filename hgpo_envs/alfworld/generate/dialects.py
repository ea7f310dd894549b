"""The domain and the grammar of generated games, in both dialects."""

from functools import lru_cache
from importlib.resources import files
from typing import Literal

from hgpo_envs.errors import UnknownNameError
from hgpo_envs.suggest import unknown_name

Dialect = Literal["newer", "older"]
"""``newer``: "move apple 1 to fridge 1"; ``older``: "put apple 1 in/on fridge 1", without help."""

PUT = {"newer": "move {o} to {r}", "older": "put {o} in/on {r}"}
"""The command that puts a thing down, by dialect."""
_ARRIVAL = {"newer": "{r.name}", "older": "{lend.name}"}


def check_dialect(dialect: str) -> None:
    """Refuse a dialect that there isn't.

    Raises:
        UnknownNameError: there is no such dialect; the nearest one is named.
    """
    if dialect not in PUT:
        raise UnknownNameError(unknown_name("dialect", dialect, PUT))


@lru_cache(maxsize=2)
def domain(dialect: Dialect) -> str:
    """Return the PDDL domain; the older dialect has no help."""
    text = read("domain.pddl")
    if dialect == "newer":
        return text
    return text.partition("\n\n  (:action help")[0] + ")\n"


@lru_cache(maxsize=2)
def grammar(dialect: Dialect) -> str:
    """Return the grammar, with the task's sentence still to be filled in for ``<TASK>``."""
    put = PUT[dialect]
    return (
        read("grammar.twl2")
        .replace("<ARRIVAL>", _ARRIVAL[dialect])
        .replace("<PUT>", put.format(o="the {o.name}", r="the {r.name}"))
        .replace("<PUT_COMMAND>", put.format(o="{o}", r="{r}"))
    )


def read(name: str) -> str:
    """Read a text file that lies beside this one."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
