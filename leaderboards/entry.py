"""An entry: who played, in which world, what was trained under which caps.

On disk an entry is a folder: ``entry.json``, which holds an `Entry`, and for each training seed
``seeds/SEED/ledger.jsonl``, what it spent, and ``seeds/SEED/episodes.jsonl``, the evaluation of the
trained policy, an episode a line with every action. An agent that was not trained, or whose
training is no part of the entry, has its evaluation's seed there and no ledger. No score stands in
``entry.json``: scores are computed from the episodes, and what was spent from the ledgers, whenever
the entry is read.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from hgpo_envs.suggest import unknown_name
from leaderboards.decode import DecodeError, decode, load_json
from leaderboards.errors import EntryError

FORMAT = 2
FORMATS = (1, FORMAT)
"""Those that are read; the first had trainings alone, and did not tell the template."""

KINDS = ("trained", "baseline", "evaluation")
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
        train: the tasks trained on; None where no training is in the entry.
        eval: the tasks scored on.
        caps: unit -> cap of each seed's training; none where no training is in the entry.
        repeats: how often each task was played in the evaluation.
        temperature: of the evaluation's sampling.
        seeds: the training seeds; where no training is in the entry, that of the evaluation.
        settings: all that was configured, as flat names.
        versions: package -> version, and of Python.
        kind: ``trained``; ``baseline``, an agent that learned nothing from rewards; or
            ``evaluation``, a trained policy without its training.
        memory: what the agent saw of the past, parameters included.
        sources: code of the author's own in the memory -> SHA-256 of its module's source, empty
            where there is none.
        template: SHA-256 over the prompt template's text.
        format: of these files.
    """

    algorithm: str
    agent: str
    env: str
    env_options: Mapping[str, str]
    max_steps: int
    train: EntryPanel | None
    eval: EntryPanel
    caps: Mapping[str, float]
    repeats: int
    temperature: float
    seeds: tuple[int, ...]
    settings: Mapping[str, Scalar] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    kind: str = "trained"
    memory: str = ""
    sources: Mapping[str, str] = field(default_factory=dict)
    template: str = ""
    format: int = FORMAT

    @property
    def is_trained(self) -> bool:
        """Whether its trainings are in the entry, so that it is ranked under their caps."""
        return self.kind == "trained"

    def __post_init__(self) -> None:
        """Refuse what contradicts itself.

        Raises:
            DecodeError: another format, no seed, one twice, a number that can't be, or a training
                that is there and not there.
        """
        check_format(self.format)
        check_seeds(self.seeds)
        for name in ("max_steps", "repeats"):
            if getattr(self, name) < 1:
                raise DecodeError(f"{name} is {getattr(self, name)}; expected at least 1.")
        if self.kind not in KINDS:
            raise DecodeError(unknown_name("kind of entry", self.kind, KINDS))
        if not self.is_trained:
            if self.caps or self.train is not None or len(self.seeds) > 1:
                raise DecodeError(
                    f"the kind is {self.kind!r}; expected no caps, no training tasks and one seed."
                )
            return
        if self.train is None or not self.caps or min(self.caps.values()) < 0:
            raise DecodeError(
                f"the caps are {dict(self.caps)}; expected at least one, none below 0, and the "
                "tasks trained on."
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
        value = load_json(text, RECORD)
        if isinstance(value, dict) and isinstance(value.get("format"), int):
            check_format(value["format"])  # before the fields, which a later format may name anew
        return decode(cls, value, "entry")


def check_format(number: object) -> None:
    """Check that files of a format can be read.

    Raises:
        DecodeError: they can't.
    """
    if number not in FORMATS:
        known = " and ".join(map(str, FORMATS))
        raise DecodeError(
            f"the format is {number}; this version of hgpo-bench knows {known}. A later one wrote "
            "it: upgrade."
        )


def check_seeds(seeds: tuple[int, ...]) -> None:
    """Check seeds.

    Raises:
        DecodeError: there is none, one twice, or one that can't be.
    """
    if not seeds or list(seeds) != sorted(set(seeds)) or seeds[0] < 0 or seeds[-1] >= 1 << 63:
        raise DecodeError(
            f"the seeds are {str(list(seeds))[:80]}; expected at least one, each once, ascending, "
            "from 0 and below 2^63."
        )


def file_names(entry: Entry) -> tuple[str, ...]:
    """Return the files that an entry has, sorted."""
    names = (EPISODES, LEDGER) if entry.is_trained else (EPISODES,)
    parts = (f"seeds/{seed}/{name}" for seed in entry.seeds for name in names)
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
