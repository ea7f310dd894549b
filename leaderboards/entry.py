"""An entry: what was trained, in which world, under which caps, and who may check it.

On disk an entry is a folder: ``entry.json``, which holds an `Entry`, and for each training seed
``seeds/SEED/ledger.jsonl``, what it spent, and ``seeds/SEED/episodes.jsonl``, the evaluation of the
trained policy, an episode a line with every action. No score stands in ``entry.json``: scores are
computed from the episodes, and what was spent from the ledgers, whenever the entry is read.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from leaderboards.decode import DecodeError, decode, load_json
from leaderboards.errors import EntryError

FORMAT = 1
RECORD = "entry.json"
LEDGER = "ledger.jsonl"
EPISODES = "episodes.jsonl"

Scalar = None | bool | int | float | str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPanel:
    """A fixed list of tasks.

    Attributes:
        split: the split's name.
        version: of the data or generator.
        hash: over environment, split, version and the ordered ids.
        n: how many tasks.
        partial: whether it was only a part of the split.
    """

    split: str
    version: str
    hash: str
    n: int
    partial: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What an entry says of itself; everything in it that can be computed is left out.

    Attributes:
        algorithm: the algorithm with the options that were given, such as ``hgpo(history=2)``.
        agent: kind of the policy.
        env: environment id.
        env_options: the environment's further options, each as JSON text.
        max_steps: step cap of an episode.
        train: the tasks trained on.
        eval: the tasks scored on.
        caps: unit -> cap of each seed's training.
        repeats: how often each task was played in the evaluation.
        temperature: of the evaluation's sampling.
        seeds: the training seeds.
        settings: all that was configured, as flat names.
        versions: package -> version, and of Python.
        format: of these files.
    """

    algorithm: str
    agent: str
    env: str
    env_options: Mapping[str, str]
    max_steps: int
    train: EntryPanel
    eval: EntryPanel
    caps: Mapping[str, float]
    repeats: int
    temperature: float
    seeds: tuple[int, ...]
    settings: Mapping[str, Scalar] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    format: int = FORMAT

    def __post_init__(self) -> None:
        """Refuse what contradicts itself.

        Raises:
            DecodeError: another format, no seed, one twice, or a number that can't be.
        """
        if self.format != FORMAT:
            raise DecodeError(f"the format is {self.format}; this reader knows {FORMAT} alone.")
        if not self.seeds or list(self.seeds) != sorted(set(self.seeds)):
            raise DecodeError(
                f"the seeds are {list(self.seeds)}; expected at least one, each once, ascending."
            )
        for name in ("max_steps", "repeats"):
            if getattr(self, name) < 1:
                raise DecodeError(f"{name} is {getattr(self, name)}; expected at least 1.")
        if not self.caps or min(self.caps.values()) < 0:
            raise DecodeError(
                f"the caps are {dict(self.caps)}; expected at least one, none below 0."
            )

    def to_json(self) -> str:
        """Write the entry; equal entries give equal text."""
        return json.dumps(asdict(self), indent=1, sort_keys=True, allow_nan=False) + "\n"

    @classmethod
    def from_json(cls, text: str | bytes) -> "Entry":
        """Read what `to_json` wrote.

        Raises:
            DecodeError: naming the place that does not fit.
        """
        return decode(cls, load_json(text, RECORD), "entry")


def file_names(seeds: tuple[int, ...]) -> tuple[str, ...]:
    """Return the files that an entry with these seeds has, sorted."""
    parts = (f"seeds/{seed}/{name}" for seed in seeds for name in (EPISODES, LEDGER))
    return tuple(sorted((RECORD, *parts)))


def digest(contents: Mapping[str, bytes]) -> str:
    """Return the SHA-256 over an entry's files, by name."""
    whole = hashlib.sha256()
    for name in sorted(contents):
        whole.update(f"{name} {hashlib.sha256(contents[name]).hexdigest()}\n".encode())
    return whole.hexdigest()


def folder_name(entry: Entry, sha256: str) -> str:
    """Return what an entry's folder is called: readable, and ending in the hash's beginning."""
    told = re.sub(r"[^a-z0-9]+", "-", f"{entry.env} {entry.algorithm}".lower()).strip("-")
    return f"{told[:60]}-{sha256[:12]}"


def refused(where: str, why: str) -> EntryError:
    """Return the error that says what is wrong with which entry."""
    return EntryError(f"the entry {where!r} can't be used: {why}")
