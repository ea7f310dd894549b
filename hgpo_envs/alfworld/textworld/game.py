"""A game for the original engine, shared by all plays of it."""

from collections.abc import Mapping
from pathlib import Path

from hgpo_envs.alfworld.data.game_file import read_content
from hgpo_envs.alfworld.game_texts import game_texts
from hgpo_envs.alfworld.textworld.machine import borrow, give_back
from hgpo_envs.alfworld.textworld.play import TextWorldPlay

_PREFIX = "Your task is to: "


class TextWorldGame:
    """A game to play on the original engine; the interface is that of ``Game``.

    Args:
        name: what messages call it.
        texts: ``pddl_domain``, ``grammar`` and ``pddl_problem``.

    Attributes:
        name: as given.
        texts: as given.
        task_text: the task as the opening text says it.

    Raises:
        MissingPackageError: the original packages are not installed.
        UnplayableGameError: the original engine can't play this.
    """

    def __init__(self, *, name: str, texts: Mapping[str, str]) -> None:
        self.name = name
        self.texts = dict(texts)
        machine = borrow(self.texts)
        try:
            machine.show(name, self.texts, ())
            self.task_text = machine.sentence("#task#") if '"task"' in texts["grammar"] else ""
        finally:
            give_back(machine)

    @property
    def task(self) -> str:
        """The task without the words that introduce it."""
        return self.task_text.removeprefix(_PREFIX)

    def start(self) -> TextWorldPlay:
        """Start a play from the initial state."""
        return TextWorldPlay(self)


def load_game(path: str | Path) -> TextWorldGame:
    """Load a ``game.tw-pddl`` file into the original engine.

    Raises:
        GameFileError: the file is missing or is not such a file.
        MissingPackageError: the original packages are not installed.
        UnplayableGameError: the original engine can't play it.
    """
    return read_game(read_content(Path(path)), name=str(path))


def read_game(data: Mapping[str, object], *, name: str) -> TextWorldGame:
    """Make a game from the parsed content of a game file.

    Args:
        data: holds the texts ``pddl_domain``, ``grammar`` and ``pddl_problem``; other keys are
            ignored.
        name: what messages call the game.

    Raises:
        GameFileError: a text is missing.
        MissingPackageError: the original packages are not installed.
        UnplayableGameError: the original engine can't play it.
    """
    return TextWorldGame(name=name, texts=game_texts(data, name=name))
