"""What the registry knows of an environment without importing it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from types import MappingProxyType

from hgpo_envs.errors import EnvInputError

_ID = re.compile(r"[\w.:-]+-v\d+")
_ENTRY_POINT = re.compile(r"[^\W\d][\w.]*:[^\W\d]\w*")


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvSpec:
    """One environment of the suite.

    Attributes:
        id: name with version, for example ``"ALFWorld-v0"``; the version rises whenever a task
            id can give another episode.
        entry_point: ``"module:Class"``; called with ``split=``, ``max_steps=``, ``extras=`` and
            ``options``.
        splits: the names that ``split=`` takes.
        default_split: the split without ``split=``.
        max_steps: step cap of an episode.
        reward_range: least and greatest return of an episode.
        licence: licence of the tasks.
        data_version: version of the data or of the generator.
        description: one sentence.
        data_variable: environment variable with the folder of official data, or empty.
        needs: what has to be installed before it plays, and how; empty where nothing has to.
        homepage: where more is said about it: an address, or a file of the package.
        open_actions: whether some admissible actions are for the agent to fill in
            (``hgpo_envs.open_actions``); such an agent goes by what the instruction says.
        template: how a prompt is written where nothing else is chosen: ``default``, ``alfworld``,
            ``webshop``, or ``package:file.j2`` of the environment's own package.
        baselines: agents that need no training and that a comparison scores beside the trained.
        options: further keyword arguments of the entry point and what they mean.
    """

    id: str
    entry_point: str
    splits: tuple[str, ...]
    default_split: str
    max_steps: int
    reward_range: tuple[float, float] = (0.0, 1.0)
    licence: str = ""
    data_version: str = ""
    description: str = ""
    data_variable: str = ""
    needs: str = ""
    homepage: str = ""
    open_actions: bool = False
    template: str = "default"
    baselines: tuple[str, ...] = ("random", "expert")
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        """Refuse an entry that nothing could be made of.

        Raises:
            EnvInputError: the id has another form, the default split is none of the splits, or
                another value can't be used.
        """
        for name in ("splits", "reward_range", "baselines"):
            if isinstance(
                value := getattr(self, name), list
            ):  # as plain data, such as JSON, has it
                object.__setattr__(self, name, tuple(value))
        if not is_env_id(self.id):
            raise EnvInputError(
                f"the environment id is {self.id!r}; expected letters, digits, '_', '.', ':' or "
                "'-' and a version, for example 'Maze-v0'."
            )
        if self.default_split not in self.splits:
            raise EnvInputError(
                f"the default split of {self.id} is {self.default_split!r}; expected one of its "
                f"splits: {', '.join(self.splits) or 'none'}."
            )
        for name, (fits, expected) in _EXPECTED.items():
            value = getattr(self, name)
            if not fits(value):
                raise EnvInputError(f"{name} of {self.id} is {value!r}; expected {expected}.")

    @property
    def name(self) -> str:
        """The id without its version, in lower case: what ``env=`` takes on the command line."""
        return self.id.rsplit("-v", 1)[0].lower()

    @property
    def version(self) -> int:
        """The number at the end of the id."""
        return int(self.id.rsplit("-v", 1)[1])


def is_env_id(id: str) -> bool:
    """Tell whether a text has the form of an id.

    Example:
        >>> is_env_id("Maze-v0"), is_env_id("Maze")
        (True, False)
    """
    return _ID.fullmatch(id) is not None


def _is_entry_point(value: object) -> bool:
    return isinstance(value, str) and _ENTRY_POINT.fullmatch(value) is not None


def _are_names(names: object) -> bool:
    if not isinstance(names, tuple) or not all(isinstance(name, str) and name for name in names):
        return False
    return len(set(names)) == len(names)


def _is_step_cap(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _is_range(ends: object) -> bool:
    if not isinstance(ends, tuple) or len(ends) != 2:
        return False
    return all(isinstance(end, int | float) and isfinite(end) for end in ends) and (
        ends[0] <= ends[1]
    )


_EXPECTED: Mapping[str, tuple[Callable[[object], bool], str]] = MappingProxyType(
    {
        "entry_point": (_is_entry_point, "'module:Class'"),
        "splits": (_are_names, "names in a tuple, each of them once"),
        "max_steps": (_is_step_cap, "a whole number of at least 1"),
        "reward_range": (_is_range, "two finite numbers, (least, greatest)"),
        "baselines": (_are_names, "names in a tuple, each of them once"),
    }
)
