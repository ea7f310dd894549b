"""Playing a game on the original engine: commands in, observations out."""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hgpo_envs.alfworld.engine.misuse import foreign_snapshot, not_a_text
from hgpo_envs.alfworld.textworld.machine import Answer, borrow, give_back

if TYPE_CHECKING:
    from hgpo_envs.alfworld.textworld.game import TextWorldGame


@dataclass(frozen=True, slots=True, kw_only=True)
class TextWorldSnapshot:
    """A play at one moment: what was said, and the commands that led to it."""

    game: TextWorldGame
    answer: Answer
    commands: tuple[str, ...]


class TextWorldPlay:
    """One play of a game on the original engine; the interface is that of ``Play``.

    Going back to a snapshot is exact and slow: the engine has no way back, so that the next
    command first repeats all those that led to the snapshot.
    """

    __slots__ = ("__weakref__", "_answer", "_commands", "_game", "_machine")

    def __init__(self, game: TextWorldGame, snapshot: TextWorldSnapshot | None = None) -> None:
        """Start at the beginning, or go on from a snapshot of the game."""
        self._game = game
        self._machine = borrow(game.texts)
        weakref.finalize(self, give_back, self._machine)
        self._commands: tuple[str, ...] = ()
        if snapshot is not None:
            self.restore(snapshot)
            return
        self._machine.show(game.name, game.texts, ())
        self._answer = self._machine.answer

    @property
    def text(self) -> str:
        """The last observation; at the start the whole opening text."""
        return self._answer.text

    @property
    def admissible(self) -> tuple[str, ...]:
        """The commands that the game understands now, sorted by code points."""
        return self._answer.admissible

    @property
    def won(self) -> bool:
        """Whether the goal holds now."""
        return self._answer.won

    @property
    def moves(self) -> int:
        """How many commands were understood."""
        return self._answer.moves

    @property
    def understood(self) -> bool:
        """Whether the last command was admissible."""
        return self._answer.understood

    def command(self, text: str) -> str:
        """Carry out a command and return the observation.

        Raises:
            TypeError: the command is not a string.
            UnplayableGameError: the original engine fails at it.
        """
        if not isinstance(text, str):
            raise not_a_text(text)
        self._catch_up()
        self._answer = self._machine.command(text)
        self._commands = tuple(self._machine.done)
        return self.text

    def snapshot(self) -> TextWorldSnapshot:
        """Return the present moment, to come back to."""
        return TextWorldSnapshot(game=self._game, answer=self._answer, commands=self._commands)

    def restore(self, snapshot: TextWorldSnapshot) -> None:
        """Go back (or over) to a moment of this game.

        Raises:
            EnvInputError: the snapshot is of another game.
        """
        if snapshot.game is not self._game:
            raise foreign_snapshot(snapshot.game.name, self._game.name)
        self._answer = snapshot.answer
        self._commands = snapshot.commands

    def facts(self) -> frozenset[tuple[str, ...]]:
        """Return all facts that are true now, as a predicate and the ids of its arguments."""
        self._catch_up()
        return self._machine.facts()

    def _catch_up(self) -> None:
        self._machine.show(self._game.name, self._game.texts, self._commands)
