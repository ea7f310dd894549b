"""What the original engine said, and the game files that it was asked about."""

import json
import lzma
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FILES = ("changed_games", "more_train", "newer_dialect", "train", "valid_seen")


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """One recorded episode; a step is (command or None, observation, admissible, won)."""

    game: str
    policy: str
    steps: tuple[tuple[str | None, str, tuple[str, ...], bool], ...]


class Traces:
    """The traces below a folder; game files are read from their archives when asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._texts: dict[str, dict[str, str]] = {}

    def episodes(self, file: str) -> list[Episode]:
        """Return all episodes of a file."""
        with lzma.open(self._folder / f"traces_{file}.jsonl.xz", "rt") as lines:
            return [_episode(json.loads(line)) for line in lines]

    def game(self, file: str, name: str) -> dict[str, object]:
        """Return the parsed game file that a file's episodes call `name`."""
        if file == "changed_games":
            return json.loads(lzma.open(self._folder / f"{name}.xz").read())
        archive = {"more_train": "train"}.get(file, file)
        if archive not in self._texts:
            self._texts[archive] = dict(self._unpack(archive))
        return json.loads(self._texts[archive][name])

    def _unpack(self, archive: str) -> Iterator[tuple[str, str]]:
        files = [file for file in FILES if file == archive or archive in file]
        wanted = {episode.game for file in files for episode in self.episodes(file)}
        with tarfile.open(self._folder / f"{archive}.tar.xz", "r|xz") as bundle:
            for member in bundle:
                name = member.name.removeprefix("./").removeprefix("json_2.1.1/")
                if name in wanted:
                    content = bundle.extractfile(member)
                    assert content is not None
                    yield name, content.read().decode()


def _episode(read: dict[str, object]) -> Episode:
    steps = [(s["action"], s["obs"], tuple(s["admissible"]), s["won"]) for s in read["steps"]]
    return Episode(game=read["game"], policy=read["policy"], steps=tuple(steps))
