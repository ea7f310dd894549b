"""Which games are compared: a sample of the official ones, whole folders, generated ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import get_args

import numpy as np

from hgpo_envs.alfworld import generate
from hgpo_envs.alfworld.data.game_file import read_content
from hgpo_envs.alfworld.data.layout import GAME, VERSION, WHOLE
from hgpo_envs.alfworld.official import official_panel
from hgpo_envs.errors import DataError


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One game to compare, small enough to send to another process.

    Attributes:
        group: what the report counts it under.
        name: what the report calls it; the same on every machine.
        path: the game file, or None where the game is generated.
        family: of a generated game.
        level: of a generated game, its difficulty; None is the family's own.
        dialect: of a generated game.
    """

    group: str
    name: str
    path: str | None = None
    family: str = ""
    level: str | None = None
    dialect: generate.Dialect = "newer"

    def read(self) -> dict[str, object]:
        """Return the content of the game file.

        Raises:
            GameFileError: it can't be read.
        """
        if self.path is None:
            series = generate.series(self.level, family=self.family)
            return series.game(self.name, dialect=self.dialect)
        return read_content(Path(self.path))


def sampled(roots: Sequence[Path], count: int, seed: int) -> list[Case]:
    """Draw official games, as evenly over splits and task types as they last.

    Args:
        roots: folders that hold ``json_2.1.1``.
        count: how many games; all where there are fewer.
        seed: of the draw.

    Raises:
        DataError: a folder holds no official split.
    """
    groups: dict[tuple[str, str], list[Case]] = {}
    for case, kind in (pair for root in roots for pair in _official(root)):
        groups.setdefault((case.group, kind), []).append(case)
    rng = np.random.default_rng(seed)
    for key in sorted(groups):
        groups[key] = [groups[key][place] for place in rng.permutation(len(groups[key]))]
    return list(islice(_in_turn([groups[key] for key in sorted(groups)]), count))


def _official(root: Path) -> Iterator[tuple[Case, str]]:
    splits = [split for split in WHOLE if (root / VERSION / split).is_dir()]
    if not splits:
        raise DataError(
            f"{str(root)!r} holds no official split; expected {VERSION}/SPLIT in it, SPLIT one of "
            f"{', '.join(WHOLE)}. Other folders of games can be compared whole (--also)."
        )
    for split in splits:
        panel = official_panel("ALFWorld-v0", split, root)
        for task, kind in zip(panel.ids, panel.kinds, strict=True):
            path = root / VERSION / split / task / GAME
            yield Case(group=split, name=f"{split}/{task}", path=str(path)), kind


def whole(places: Sequence[Path]) -> list[Case]:
    """List every game file of the given folders, and the given files.

    Raises:
        DataError: a place holds no game file.
    """
    cases = []
    for place in places:
        files = sorted(place.rglob("*.tw-pddl")) if place.is_dir() else [place]
        if not files or not files[0].is_file():
            raise DataError(f"there is no game file (*.tw-pddl) in {str(place)!r}.")
        for file in files:
            name = file.relative_to(place).as_posix() if file != place else file.name
            cases.append(Case(group=place.name, name=f"{place.name}/{name}", path=str(file)))
    return cases


def generated(count: int, seed: int) -> list[Case]:
    """Draw generated games: dialects, families with their levels, and splits take turns."""
    rng = np.random.default_rng(seed)
    kinds = [
        (family, level, dialect, split)
        for split in generate.SPLITS
        for family, level in _families()
        for dialect in get_args(generate.Dialect)
    ]
    orders = {kind: iter(rng.permutation(generate.SPLITS[kind[3]])) for kind in kinds}
    cases = []
    for kind in islice(cycle(kinds), count):
        family, level, dialect, split = kind
        place = next(orders[kind], None)
        if place is not None:
            series = generate.series(level, family=family)
            name = series.task_ids(split)[int(place)]
            group = f"generated/{series.name}/{dialect}"
            cases.append(Case(group=group, name=name, family=family, level=level, dialect=dialect))
    return cases


def _families() -> Iterator[tuple[str, str | None]]:
    """Yield the first family with each level, and the others with their own; no series twice."""
    first, *others = generate.FAMILIES
    seen = set()
    for family, level in [(first, level) for level in generate.LEVELS] + [
        (f, None) for f in others
    ]:
        name = generate.series(level, family=family).name
        if name not in seen:
            yield family, level
        seen.add(name)


def _in_turn(groups: Sequence[Sequence[Case]]) -> Iterator[Case]:
    """Take one of each group, then the next of each, until all are used up."""
    for place in range(max(map(len, groups), default=0)):
        yield from (group[place] for group in groups if place < len(group))
