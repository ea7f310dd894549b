"""Which engine plays a game: ours, or the original one where ours can't or shouldn't."""

import os
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from hgpo_envs.alfworld import textworld
from hgpo_envs.alfworld.data.game_file import read_content
from hgpo_envs.alfworld.engine import Game, Play, Snapshot, load_game, read_game
from hgpo_envs.alfworld.game_texts import has_texts
from hgpo_envs.alfworld.textworld.packages import INSTALL, packages
from hgpo_envs.errors import (
    GameFileError,
    MissingPackageError,
    UnknownNameError,
    UnplayableGameError,
)
from hgpo_envs.suggest import unknown_name

AnyGame: TypeAlias = Game | textworld.TextWorldGame
AnyPlay: TypeAlias = Play | textworld.TextWorldPlay
AnySnapshot: TypeAlias = Snapshot | textworld.TextWorldSnapshot

EngineName: TypeAlias = Literal["auto", "fast", "textworld"]
"""``fast`` is ours; ``textworld`` the original; ``auto`` ours, or for a game that ours can't
play the original, with a warning."""


class FallbackWarning(UserWarning):
    """A game is played on the original engine because ours can't play it."""


def resolve_engine(name: str) -> EngineName:
    """Return the name of an engine that is there.

    Raises:
        UnknownNameError: there is no such engine.
        MissingPackageError: it is the original one, which is not installed.
    """
    for known in get_args(EngineName):
        if known == name:
            if known == "textworld":
                packages()
            return known  # type: ignore[no-any-return]
    raise UnknownNameError(unknown_name("engine", str(name), get_args(EngineName)))


def load_with(engine: EngineName, path: str | os.PathLike[str]) -> AnyGame:
    """Load a game file.

    Raises:
        GameFileError: it is missing, is no game file, or the engine can't play it.
    """
    if engine == "textworld":
        return textworld.load_game(Path(path))
    try:
        return load_game(Path(path))
    except GameFileError as error:
        try:
            content = read_content(Path(path))
        except GameFileError:
            raise error from None
        return _instead(engine, error, content, str(path))


def read_with(engine: EngineName, content: Mapping[str, object], *, name: str) -> AnyGame:
    """Make a game from the content of a game file.

    Raises:
        GameFileError: something is missing, or the engine can't play it.
    """
    if engine == "textworld":
        return textworld.read_game(content, name=name)
    try:
        return read_game(content, name=name)
    except GameFileError as error:
        return _instead(engine, error, content, name)


def resume(snapshot: AnySnapshot) -> AnyPlay:
    """Return a play that goes on from a snapshot, on the engine that it is of."""
    if isinstance(snapshot, textworld.TextWorldSnapshot):
        return textworld.TextWorldPlay(snapshot.game, snapshot)
    return Play(snapshot.game, snapshot)


def _instead(
    engine: EngineName, error: GameFileError, content: Mapping[str, object], name: str
) -> textworld.TextWorldGame:
    """Play a whole game that our engine refuses on the original one, and say so."""
    if engine == "fast" or not has_texts(content):
        raise error
    try:
        game = textworld.read_game(content, name=name)
    except MissingPackageError:
        raise GameFileError(f"{error} {INSTALL}; it may be able to play this.") from error
    except UnplayableGameError as refused:
        why = str(refused).removeprefix(f"can't play the game {name}: ")
        raise GameFileError(f"{error} Nor can the original engine: {why}") from error
    warnings.warn(
        f"{error} It is played on the original engine instead, which is much slower.",
        FallbackWarning,
        stacklevel=2,
    )
    return game
