"""The checkpoints of a run: which are kept, which is whole, which is the newest.

`index.json` lists them with size and SHA-256. A checkpoint is written whole, then the index, then
what is no longer wanted is removed; so whatever instant a run dies at, the index names whole files,
and a file that it does not name is not used.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from harness.config.schema import RunDirConfig
from harness.errors import RunError
from harness.run.atomic import write_atomically
from harness.run.checkpoint import Arrays, load_checkpoint, save_checkpoint
from harness.run.folder import read_json
from harness.run.journal import canonical
from hgpo_envs.suggest import unknown_name

INDEX = "index.json"
_BATCH = "batch-"
Loaded = tuple[dict[str, NDArray[np.generic]], dict[str, object]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """Which checkpoints stay; ``start``, ``final`` and the newest always do.

    Attributes:
        last: how many of the newest, at least 1.
        best: whether that of the best interim evaluation.
        every: one every so many batches; 0 for none.
        limit: bytes of all together; the oldest of ``every`` go first, then further ones of
            ``last``, then the best. None for no limit.
    """

    last: int = 2
    best: bool = True
    every: int = 0
    limit: float | None = None

    @classmethod
    def of(cls, run: RunDirConfig) -> "Keep":
        """Take what a configuration says."""
        return cls(
            last=run.keep_last, best=run.keep_best, every=run.keep_every, limit=run.keep_bytes
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """One checkpoint on disk.

    Attributes:
        batch: after how many batches.
        bytes: its size.
        sha256: of the file.
        success: of the interim evaluation there, if there was one.
    """

    batch: int
    bytes: int
    sha256: str
    success: float | None = None


class Checkpoints:
    """The folder ``checkpoints/`` of a run."""

    def __init__(self, folder: Path, keep: Keep | None = None) -> None:
        """Stand for a folder; it is read and written when asked."""
        self._folder = folder
        self._keep = keep or Keep()

    def save(
        self,
        arrays: Arrays,
        place: Mapping[str, object],
        *,
        batch: int,
        success: float | None = None,
        name: str | None = None,
    ) -> None:
        """Write a checkpoint, then remove those that are no longer wanted.

        Args:
            arrays: what ``Backend.state`` returned.
            place: where the run stands.
            batch: after how many batches.
            success: of the evaluation that was made here, if any.
            name: ``start`` or ``final``; None names it by its batch.

        Raises:
            OSError: no room, no permission; the checkpoints are as they were.
        """
        name = name or f"{_BATCH}{batch}"
        data = save_checkpoint(self._file(name), arrays, place)
        digest = hashlib.sha256(data).hexdigest()
        kept = {
            **self.kept(),
            name: Kept(batch=batch, bytes=len(data), sha256=digest, success=success),
        }
        wanted = self._wanted(kept)
        self._write_index({key: entry for key, entry in kept.items() if key in wanted})
        self._remove_unlisted(wanted)

    def kept(self) -> dict[str, Kept]:
        """Return name -> checkpoint, oldest first.

        Raises:
            RunError: the index can't be read.
        """
        index = read_json(self._folder / INDEX) or {}
        try:
            found = {
                name: Kept(**cast("dict[str, object]", entry))  # type: ignore[arg-type]
                for name, entry in index.items()
            }
        except TypeError as error:
            raise RunError(
                f"{str(self._folder / INDEX)!r} is no index of checkpoints: {error}."
            ) from error
        return dict(sorted(found.items(), key=lambda pair: (pair[1].batch, pair[0] == "final")))

    def best(self) -> str | None:
        """Return the name of the checkpoint with the best interim evaluation, the first of them."""
        return _best(self.kept())

    def is_best(self, success: float | None) -> bool:
        """Say whether an interim evaluation is better than at any checkpoint that is kept."""
        if success is None or not self._keep.best:
            return False
        return all(success > (kept.success or 0.0) for kept in self.kept().values())

    def path(self, name: str) -> Path:
        """Return the file of ``start``, ``final``, ``latest``, ``best`` or ``batch-N``.

        Raises:
            RunError: there is no such checkpoint.
        """
        kept = self.kept()
        aliases = {"latest": next(reversed(kept), None), "best": _best(kept)}
        found = aliases.get(name, name)
        if found not in kept:
            known = [*kept, *(alias for alias, target in aliases.items() if target is not None)]
            where = f"checkpoint in {str(self._folder)!r}"
            if known:
                raise RunError(unknown_name(where, name, known))
            raise RunError(f"there is no {where}. Train the run first, or name another run.")
        return self._file(found)

    def load(self, name: str) -> Loaded:
        """Read a checkpoint that must be whole.

        Raises:
            RunError: there is no such checkpoint, or it was cut off or changed.
        """
        path = self.path(name)
        self._check(path, self.kept()[path.stem])
        return load_checkpoint(path)

    def newest(self) -> tuple[Loaded, list[str]] | None:
        """Read the newest whole checkpoint to go on from; forget those after it.

        Returns:
            It, and what is wrong with newer ones; None where the run has no checkpoint yet.

        Raises:
            RunError: there are some, and none is whole.
        """
        kept = {name: entry for name, entry in self.kept().items() if name != "final"}
        wrong: list[str] = []
        for name in reversed(kept):
            try:
                loaded = self.load(name)
            except RunError as error:
                wrong.append(str(error))
                continue
            if wrong:
                self._forget_after(kept[name].batch)
            return loaded, wrong
        if wrong:
            raise RunError(
                f"no checkpoint in {str(self._folder)!r} is whole: {' '.join(wrong)} Restore one, "
                "or start the run again in a new folder."
            )
        return None

    def forget(self, names: Sequence[str]) -> None:
        """Leave checkpoints out of the index, so that their files can go."""
        kept = self.kept()
        self._write_index({name: entry for name, entry in kept.items() if name not in names})

    def _check(self, path: Path, kept: Kept) -> None:
        try:
            data = path.read_bytes()
        except FileNotFoundError as error:
            raise RunError(f"the checkpoint {str(path)!r} is missing.") from error
        if len(data) != kept.bytes:
            raise RunError(
                f"the checkpoint {str(path)!r} has {len(data)} bytes, and had {kept.bytes}."
            )
        if hashlib.sha256(data).hexdigest() != kept.sha256:
            raise RunError(f"the checkpoint {str(path)!r} was changed: its SHA-256 is another.")

    def _forget_after(self, batch: int) -> None:
        self.forget([name for name, entry in self.kept().items() if entry.batch > batch])

    def _wanted(self, kept: Mapping[str, Kept]) -> set[str]:
        named = {name for name in kept if not name.startswith(_BATCH)}
        by_batch = sorted(kept.keys() - named, key=lambda name: kept[name].batch)
        newest = by_batch[-1:]
        last = by_batch[-self._keep.last : -1]
        best = _best({name: kept[name] for name in by_batch}) if self._keep.best else None
        every = [
            name
            for name in by_batch
            if self._keep.every and kept[name].batch % self._keep.every == 0
        ]
        # what goes first under a limit stands first
        order = [*every, *last, *([best] if best else []), *sorted(named), *newest]
        return set(self._within_limit(list(dict.fromkeys(reversed(order))), kept, named, newest))

    def _within_limit(
        self, wanted: list[str], kept: Mapping[str, Kept], named: set[str], newest: list[str]
    ) -> list[str]:
        """Leave out the last of a list, most wanted first, until the rest is within the limit."""
        if self._keep.limit is None:
            return wanted
        within = list(wanted)
        while sum(kept[name].bytes for name in within) > self._keep.limit:
            if within[-1] in named or within[-1] in newest:
                break
            within.pop()
        return within

    def _remove_unlisted(self, wanted: set[str]) -> None:
        """Remove every batch's file but the wanted ones, also what a killed process left."""
        for file in sorted(self._folder.glob(f"{_BATCH}*.safetensors")):
            if file.stem not in wanted:
                file.unlink(missing_ok=True)

    def _write_index(self, kept: Mapping[str, Kept]) -> None:
        record = {name: asdict(entry) for name, entry in kept.items()}
        write_atomically(self._folder / INDEX, canonical(record).encode() + b"\n")

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.safetensors"


def _best(kept: Mapping[str, Kept]) -> str | None:
    """Return the name of the best interim evaluation's checkpoint, the first in order of these."""
    rated = {name: each.success for name, each in kept.items() if each.success is not None}
    return max(rated, key=lambda name: rated[name]) if rated else None
