"""Playing a game: commands in, observations out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hgpo_envs.alfworld.engine.facts import MOST_WORK, Reader, State
from hgpo_envs.alfworld.engine.misuse import foreign_snapshot, not_a_text
from hgpo_envs.alfworld.engine.unplayable import UnplayableError, refusal
from hgpo_envs.alfworld.engine.views import Offer, SettledOffer, Spot, View

if TYPE_CHECKING:
    from hgpo_envs.alfworld.engine.game import Game

NOT_UNDERSTOOD = "Nothing happens."


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A play at one moment; later play does not change it."""

    game: Game
    state: State
    view: View
    spot: Spot | None
    text: str
    offer: Offer | SettledOffer
    won: bool
    moves: int
    understood: bool


class Play:
    """One play of a game, which goes on whether or not it is won.

    Attributes:
        text: the last observation; at the start the whole opening text.
        won: whether the goal holds now.
        moves: how many commands were understood.
        understood: whether the last command was admissible.

    Example:
        >>> play = load_game(path).start()  # doctest: +SKIP
        >>> play.command("look")  # doctest: +SKIP
        'You are in the middle of a room. Looking quickly around you, you see nothing.'
    """

    __slots__ = (
        "_game",
        "_offer",
        "_reader",
        "_shared",
        "_spot",
        "_state",
        "_view",
        "moves",
        "text",
        "understood",
        "won",
    )

    text: str
    won: bool
    moves: int
    understood: bool
    _state: State
    _view: View
    _spot: Spot | None
    _offer: Offer | SettledOffer

    def __init__(self, game: Game, snapshot: Snapshot) -> None:
        self._game = game
        self.restore(snapshot)

    @property
    def admissible(self) -> tuple[str, ...]:
        """Return the commands that the game understands now, sorted by code points."""
        return self._offer.commands

    def command(self, text: str) -> str:
        """Carry out a command and return the observation.

        A text that is not exactly one of the admissible commands, blanks around it aside,
        changes nothing and is answered by "Nothing happens.".

        Raises:
            TypeError: the command is not a string.
        """
        if not isinstance(text, str):
            raise not_a_text(text)
        choice = self._offer.choice(text.strip())
        if choice is None:
            self.understood = False
            self.text = NOT_UNDERSTOOD
            return NOT_UNDERSTOOD
        try:
            self._carry_out(*choice)
        except UnplayableError as error:
            raise refusal(self._game.name, error) from None
        self.understood = True
        self.moves += 1
        return self.text

    def ground(self, text: str) -> tuple[str, tuple[str, ...]] | None:
        """Return what a command stands for: the action's name and the ids of its arguments.

        None if the command is not admissible now.
        """
        choice = self._offer.choice(text.strip())
        if choice is None:
            return None
        number, args = choice
        ids = self._game.world.ids
        return self._game.rules.schemas[number].name, tuple([ids[arg] for arg in args])

    def snapshot(self) -> Snapshot:
        """Return the present moment, to come back to; takes no time."""
        self._shared = True
        return Snapshot(
            game=self._game,
            state=self._state,
            view=self._view,
            spot=self._spot,
            text=self.text,
            offer=self._offer,
            won=self.won,
            moves=self.moves,
            understood=self.understood,
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Go back (or over) to a moment of this game.

        Raises:
            EnvInputError: the snapshot is of another game.
        """
        if snapshot.game is not self._game:
            raise foreign_snapshot(snapshot.game.name, self._game.name)
        self._state = snapshot.state
        self._reader = Reader(self._game.world, self._state.get)
        self._shared = True
        self._view = snapshot.view
        self._spot = snapshot.spot
        self._offer = snapshot.offer
        self.text = snapshot.text
        self.won = snapshot.won
        self.moves = snapshot.moves
        self.understood = snapshot.understood

    def facts(self) -> frozenset[tuple[str, ...]]:
        """Return all facts that are true now, as a predicate and the ids of its arguments."""
        return self._game.facts(self._state)

    def _carry_out(self, number: int, args: tuple[int, ...]) -> None:
        game, spot = self._game, self._spot
        if self._shared:
            self._state = self._state.copy()
            self._reader = Reader(game.world, self._state.get)
            self._shared = False
        state, reader = self._state, self._reader
        reader.work = MOST_WORK
        offers, deed = game.offers, game.deeds[number]
        if deed.leaves and deed.enters and spot and deed.leaves(args) == spot.place:
            del state[spot.whole]
            self._spot = spot = offers.spots[deed.enters(args)]
            state[spot.whole] = True
            state[offers.pivot] = spot.rows
        else:
            flips = game.change(deed, args, state, reader)
            if flips:
                self._view = offers.follow(self._view, flips, reader)
            if deed.moves:
                self._spot = spot = offers.locate(reader)
        self.text = deed.render(args, reader)
        view = self._view
        # Most states have an offer: that costs no call.
        self._offer = view.offers.get(spot) or offers.offer(view, spot, reader)
        if deed.wins:
            self.won = game.is_won(reader)
