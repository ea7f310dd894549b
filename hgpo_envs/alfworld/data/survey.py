"""Say what a data root holds."""

from dataclasses import dataclass
from pathlib import Path

from hgpo_envs.alfworld.data.check import DAMAGED, PLAYABLE, Checked
from hgpo_envs.alfworld.data.filters import left_out
from hgpo_envs.alfworld.data.importing import Progress
from hgpo_envs.alfworld.data.index import Listing, list_split
from hgpo_envs.alfworld.data.layout import GAME, TRAJECTORY, VERSION, WHOLE
from hgpo_envs.alfworld.data.report import SplitReport
from hgpo_envs.alfworld.data.sources import folder_members


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitSurvey:
    """A split of a data root.

    Attributes:
        folder: where it is; a link, if it was linked.
        report: its games.
        listing: what the index says.
    """

    folder: Path
    report: SplitReport
    listing: Listing


def survey(
    root: Path, *, verify: bool = False, progress: Progress = lambda done, what: None
) -> dict[str, SplitSurvey]:
    """Look at every official split that a root holds.

    Args:
        root: the folder that holds ``json_2.1.1``.
        verify: whether to read every file and load every playable game; otherwise what the
            games' files say of themselves is taken from the index.
        progress: is told how far it got.

    Raises:
        OSError: a folder can't be listed.
    """
    found = {}
    for split in WHOLE:
        folder = root / VERSION / split
        if folder.is_dir():
            listing = list_split(folder)
            report = SplitReport(split=split)
            if not verify:
                _add_listed(report, listing)
            _add_files(report, folder, progress, verify=verify)
            found[split] = SplitSurvey(folder=folder, report=report, listing=listing)
    return found


def _add_listed(report: SplitReport, listing: Listing) -> None:
    for entry in listing.games:
        state = left_out(entry.task, solvable=entry.solvable or bool(entry.problem)) or PLAYABLE
        checked = Checked(DAMAGED, entry.problem) if entry.problem else Checked(state)
        report.add(entry.task, checked, where=f"{report.split}/{entry.task}/{GAME}")


def _add_files(report: SplitReport, folder: Path, progress: Progress, *, verify: bool) -> None:
    for member in folder_members(folder):
        if verify:
            progress(member.done, member.split)
            report.check(member, member.read())
        elif member.name == TRAJECTORY:
            report.annotated.add(member.task)
