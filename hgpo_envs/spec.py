"""What the registry knows of an environment without importing it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


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
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def name(self) -> str:
        """The id without its version, in lower case: what ``env=`` takes on the command line."""
        return self.id.rsplit("-v", 1)[0].rsplit("/", 1)[-1].lower()
