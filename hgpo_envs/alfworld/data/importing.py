"""Import official games: look at every file, set the sound ones aside, put them in their places."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from hgpo_envs.alfworld.data.archives import archive_members, is_archive
from hgpo_envs.alfworld.data.layout import GAME, VERSION, WHOLE
from hgpo_envs.alfworld.data.report import SplitReport
from hgpo_envs.alfworld.data.sources import Member, folder_members
from hgpo_envs.alfworld.data.staging import staging
from hgpo_envs.alfworld.library import forget_games
from hgpo_envs.errors import DataError

Progress: TypeAlias = Callable[[float, str], None]
"""Told how much is done, from 0 to 1, and what is being looked at."""


@dataclass(slots=True, kw_only=True)
class SplitImport:
    """What an import brings for one split.

    Attributes:
        report: the games that were found in the sources.
        new: sound files that the root did not have.
        same: files that it has already.
        replaced: files that it had with other content.
    """

    report: SplitReport
    new: int = 0
    same: int = 0
    replaced: int = 0


@dataclass(slots=True, kw_only=True)
class Import:
    """An import and what it found.

    Attributes:
        root: the folder that holds ``json_2.1.1``.
        splits: what was found, by split.
        differing: paths of the files that the root has with other content.
    """

    root: Path
    splits: dict[str, SplitImport] = field(default_factory=dict)
    differing: list[str] = field(default_factory=list)


def import_games(
    paths: Sequence[Path],
    root: Path,
    *,
    replace: bool = False,
    dry_run: bool = False,
    progress: Progress = lambda done, what: None,
) -> Import:
    """Import the games and annotations that folders and archives hold.

    Every game is checked, playable ones by compiling them, which is kept in the cache on disk, so
    that they start at once when they are first played. Damaged files are left out; all others
    are kept, also of games that are not played. What the root has already stays.

    Args:
        paths: folders and archives; their files are merged.
        root: the folder that is to hold ``json_2.1.1``.
        replace: whether files that are there with other content are replaced.
        dry_run: whether to write nothing.
        progress: is told how far it got.

    Raises:
        DataError: a source is missing, damaged or holds no such file; two files differ; the root
            can't be written to.
    """
    with staging(root) as stage:
        if not dry_run:
            stage.recover()
        intake = Intake(root, _write_nothing if dry_run else stage.write, keep=not dry_run)
        for number, path in enumerate(paths):
            before = intake.taken
            for member in members_of(path):
                progress((number + member.done) / len(paths), f"{path.name}: {member.split}")
                intake.take(member)
            if intake.taken == before:
                raise nothing_found(path)
        if intake.found.differing and not replace:
            raise _differ(intake.found)
        stage.install()
    forget_games()
    return intake.found


def members_of(path: Path) -> Iterator[Member]:
    """Find the data set's files in a folder or an archive.

    Raises:
        DataError: there is no such path, or it can't be read.
    """
    if path.is_dir():
        return folder_members(path)
    if not path.is_file():
        raise DataError(f"there is no file or folder {str(path)!r}. Name what was downloaded.")
    if not is_archive(path):
        raise DataError(
            f"{str(path)!r} is no archive: expected a folder, a zip, or a tar (plain, gz, bz2, "
            "xz or zst)."
        )
    return archive_members(path)


class Intake:
    """Take files in one by one: check each, compare it with what is there, pass it on.

    Args:
        root: the folder that is to hold ``json_2.1.1``.
        write: is given the path below that and the content of what is to be kept.
        keep: whether what the games are compiled to is kept in the cache on disk.

    Attributes:
        found: what came in so far.
        taken: how many files that was.
    """

    def __init__(self, root: Path, write: Callable[[str, bytes], None], *, keep: bool) -> None:
        self.found = Import(root=root)
        self._compile = keep
        self.taken = 0
        self._write = write
        self._seen: dict[str, bytes] = {}

    def take(self, member: Member) -> None:
        """Take a file in.

        Raises:
            DataError: an earlier file of the same game has another content.
        """
        content = member.read()
        digest = sha256(content).digest()
        self.taken += 1
        if member.path in self._seen:
            if self._seen[member.path] != digest:
                raise DataError(
                    f"two of the sources differ in {member.path!r}: {member.where} is the second. "
                    "Import the one that is right."
                )
            return
        self._seen[member.path] = digest
        split = self.found.splits.setdefault(
            member.split, SplitImport(report=SplitReport(split=member.split, keep=self._compile))
        )
        if split.report.check(member, content):
            self._keep(split, member.path, content)

    def _keep(self, split: SplitImport, path: str, content: bytes) -> None:
        there = self.found.root / VERSION / path
        known = there.read_bytes() if there.is_file() else None
        if known == content:
            split.same += 1
            return
        if known is None:
            split.new += 1
        else:
            split.replaced += 1
            self.found.differing.append(path)
        self._write(path, content)


def nothing_found(path: Path) -> DataError:
    """Return the error about a source without a file of the data set."""
    return DataError(
        f"{str(path)!r} holds no ALFWorld data: expected SPLIT/TASK/TRIAL/{GAME} at any depth, "
        f"with SPLIT one of {', '.join(WHOLE)}."
    )


def _differ(found: Import) -> DataError:
    return DataError(
        f"{len(found.differing)} files are in {str(found.root)!r} with another content, "
        f"{found.differing[0]!r} among them; nothing was imported. They may come from another "
        "version of the data set. Replace them with --replace, or import with --to elsewhere."
    )


def _write_nothing(path: str, content: bytes) -> None:
    pass
