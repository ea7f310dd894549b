"""Read a sweep in Hydra's grammar: the product of commas, ``range(0,3)`` and ``choice(a,b)``."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from harness.config.overrides import split_word
from harness.errors import ConfigError

MOST = 1000
"""Jobs of one multirun."""
_UNSAFE = re.compile(r"[^A-Za-z0-9_.=+,-]+")
_LONGEST = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One run of a multirun.

    Attributes:
        name: what differs from the other jobs; the name of its folder.
        words: its settings.
    """

    name: str
    words: tuple[str, ...]


def jobs_of(words: Sequence[str]) -> list[Job]:
    """Return the product of what words sweep over, the last word fastest.

    Raises:
        ConfigError: a word is no setting, nothing is swept over, or there are too many jobs.

    Example:
        >>> [job.name for job in jobs_of(["algorithm=grpo,hgpo", "seed=range(0,2)"])]
        ['algorithm=grpo,seed=0', 'algorithm=grpo,seed=1', 'algorithm=hgpo,seed=0', \
'algorithm=hgpo,seed=1']
    """
    axes = [_values(word) for word in words]
    count = 1
    for axis in axes:
        count *= len(axis)
    if count > MOST:
        raise ConfigError(f"--multirun asks for {count} jobs; expected at most {MOST}.")
    if all(len(axis) == 1 for axis in axes):
        raise ConfigError("--multirun has nothing to vary. Give a key several values: seed=0,1,2.")
    swept = [index for index, axis in enumerate(axes) if len(axis) > 1]
    jobs = [Job(name=_name([chosen[i] for i in swept]), words=chosen) for chosen in product(*axes)]
    return _apart(jobs)


def _values(word: str) -> list[str]:
    from hydra.core.override_parser.overrides_parser import OverridesParser
    from hydra.errors import HydraException

    key, text = split_word(word)
    try:
        override = OverridesParser.create().parse_override(f"key={text}")
        swept = list(override.sweep_string_iterator()) if override.is_sweep_override() else [text]
    except HydraException:  # a text, such as a path with = in it
        return [word]
    if len(swept) == 1 and swept[0] == text:
        return [word]
    if not swept:
        raise ConfigError(f"{word}: it gives no value. Write, for example, {key}=range(0,3).")
    return [f"{key}={value}" for value in dict.fromkeys(swept)]


def _name(chosen: Sequence[str]) -> str:
    return _UNSAFE.sub("_", ",".join(word.lstrip("+") for word in chosen))[:_LONGEST]


def _apart(jobs: list[Job]) -> list[Job]:
    """Number jobs whose names would be the same in a file system."""
    names = [job.name.lower() for job in jobs]
    return [
        Job(name=f"{job.name}-{index}", words=job.words)
        if names.count(job.name.lower()) > 1
        else job
        for index, job in enumerate(jobs)
    ]
