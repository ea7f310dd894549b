"""What is known of the games of a split, counted and listed."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from hashlib import sha256

from hgpo_envs.alfworld.data.check import (
    DAMAGED,
    LISTED,
    PLAYABLE,
    STATES,
    Checked,
    check_annotations,
    check_game,
)
from hgpo_envs.alfworld.data.layout import CONTENT, TRAJECTORY, VERSION, WHOLE
from hgpo_envs.alfworld.data.sources import Member
from hgpo_envs.alfworld.data.task_types import TASK_TYPES
from hgpo_envs.alfworld.official import is_whole


@dataclass(frozen=True, slots=True)
class Problem:
    """A file that can't be used.

    Attributes:
        file: where it was found.
        state: ``damaged``, or ``unsupported`` by the engine that is built in.
        reason: what is wrong with it.
    """

    file: str
    state: str
    reason: str


@dataclass(slots=True, kw_only=True)
class SplitReport:
    """The games of one split, added one by one.

    Attributes:
        split: official split.
        states: what each game is, by task id.
        annotated: the tasks that have annotations.
        digests: SHA-256 of each playable game's file, by task id; empty where files were not read.
        problems: what can't be used.
        keep: whether what the games are compiled to is kept in the cache on disk.
    """

    split: str
    states: dict[str, str] = field(default_factory=dict)
    annotated: set[str] = field(default_factory=set)
    digests: dict[str, bytes] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    keep: bool = False

    def check(self, member: Member, content: bytes) -> bool:
        """Check a file and add what it is; return whether it is sound."""
        if member.name == TRAJECTORY:
            return self._check_annotations(member, content)
        checked = check_game(content, member.task, keep=self.keep)
        self.add(member.task, checked, where=member.where)
        if checked.state in LISTED:
            self.digests[member.task] = sha256(content).digest()
        return checked.state != DAMAGED

    def add(self, task: str, checked: Checked, *, where: str) -> None:
        """Add a game; ``where`` names its file in messages."""
        self.states[task] = checked.state
        if checked.reason:
            self.problems.append(Problem(where, checked.state, checked.reason))

    def _check_annotations(self, member: Member, content: bytes) -> bool:
        reason = check_annotations(content)
        if reason:
            self.problems.append(Problem(member.where, DAMAGED, reason))
            return False
        self.annotated.add(member.task)
        return True

    @property
    def listed(self) -> tuple[str, ...]:
        """The task ids of the split's panel, sorted."""
        kept = (task for task, state in self.states.items() if state in LISTED)
        return tuple(sorted(kept))

    @property
    def content(self) -> str:
        """SHA-256 over the listed games' ids and files, or empty where files were not read."""
        if not self.digests:
            return ""
        digest = sha256()
        for task in self.listed:
            digest.update(task.encode("utf-8", "surrogatepass") + b"\x00" + self.digests[task])
        return digest.hexdigest()

    def to_json(self) -> dict[str, object]:
        """Return what the table says, and more."""
        counts = Counter(self.states.values())
        kinds = Counter(task.split("-", 1)[0] for task in self.listed)
        record: dict[str, object] = {
            "found": len(self.states),
            "playable": counts[PLAYABLE],
            "official": WHOLE[self.split],
            "whole": bool(self.listed) and is_whole(self.split, self.listed),
            "left_out": {state: counts[state] for state in STATES if state != PLAYABLE},
            "task_types": {name: kinds[name] for name in (*TASK_TYPES, *sorted(kinds))},
            "without_annotations": len(set(self.listed) - self.annotated),
            "annotations_without_game": len(self.annotated - set(self.states)),
        }
        if self.content:
            record["content_sha256"] = self.content
            record["content"] = _known_content(self.split, self.content)
        return record


def problems_to_json(splits: Iterable[SplitReport]) -> list[dict[str, str]]:
    """Return every file that can't be used, with its reason."""
    found = [one for report in splits for one in report.problems]
    return [asdict(one) for one in sorted(found, key=lambda one: one.file)]


def _known_content(split: str, content: str) -> str:
    if split not in CONTENT:
        return "not compared"
    return f"{VERSION} as published" if content == CONTENT[split] else "other files"
