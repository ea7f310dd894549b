"""What the registry knows of an environment without importing it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from hgpo_envs.errors import EnvInputError

_ID = re.compile(r"[\w.:-]+-v\d+")


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
        open_actions: whether some admissible actions are for the agent to fill in
            (``hgpo_envs.open_actions``); such an agent goes by what the instruction says.
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
    open_actions: bool = False
    baselines: tuple[str, ...] = ("random", "expert")
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        """Refuse an entry that nothing could be made of.

        Raises:
            EnvInputError: the id has another form, or the default split is none of the splits.
        """
        if not _ID.fullmatch(self.id):
            raise EnvInputError(
                f"the environment id is {self.id!r}; expected letters, digits, '_', '.', ':' or "
                "'-' and a version, for example 'Maze-v0'."
            )
        if self.default_split not in self.splits:
            raise EnvInputError(
                f"the default split of {self.id} is {self.default_split!r}; expected one of its "
                f"splits: {', '.join(self.splits) or 'none'}."
            )

    @property
    def name(self) -> str:
        """The id without its version, in lower case: what ``env=`` takes on the command line."""
        return self.id.rsplit("-v", 1)[0].lower()
