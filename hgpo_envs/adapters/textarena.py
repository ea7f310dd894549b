"""Games for one player of TextArena, each with its seeds as tasks."""

import copy
import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import lru_cache
from importlib.metadata import version
from types import ModuleType
from typing import Any, cast

from hgpo_envs.adapters.generators import OwnGenerators
from hgpo_envs.adapters.replayed import ReplayedEnv
from hgpo_envs.adapters.seeds import seed_panel, world_and_seed
from hgpo_envs.errors import DataError, EnvInputError, MissingPackageError, UnknownNameError
from hgpo_envs.spec import EnvSpec
from hgpo_envs.suggest import unknown_name
from hgpo_envs.text_env import Scene

DEFAULT_GAMES = ("FrozenLake-v0-random",)

_DIRECTIONS = ("[up]", "[down]", "[left]", "[right]")
ACTIONS: Mapping[str, Sequence[str]] = {
    "2048": ("[Up]", "[Down]", "[Left]", "[Right]"),
    "FifteenPuzzle": _DIRECTIONS,
    "FrozenLake": _DIRECTIONS,
    "GuessTheNumber": tuple(f"[{number}]" for number in range(1, 51)),
    "Sokoban": _DIRECTIONS,
    "TowerOfHanoi": tuple(f"[{a} {b}]" for a in "ABC" for b in "ABC" if a != b),
}
"""What can be done in some games, by the first part of their names; the others are open."""

_FAILURES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NameError,
    TypeError,
    ValueError,
)
"""What games raise where they can't cope with an action, or with what is installed."""


class TextArenaEnv(ReplayedEnv):
    """Games for one player of TextArena (arXiv 2504.11442).

    The reward is the game's own, at its end: 1 where it is won, less where part of it was done.
    A second action in a row that the game refuses ends most games.
    """

    def __init__(
        self,
        *,
        spec: EnvSpec,
        split: str,
        max_steps: int,
        extras: Sequence[str] = (),
        render_mode: str | None = None,
        games: Sequence[str] = DEFAULT_GAMES,
        actions: Sequence[str] | None = None,
    ) -> None:
        """Take games.

        Args:
            spec: the registry's entry.
            split: ``train``, ``valid`` or ``test``: seeds.
            max_steps: step cap; the games have their own besides.
            extras: none.
            render_mode: ``"ansi"`` or None.
            games: names of TextArena's games.
            actions: texts to choose from; a state lists those that its game takes, which is
                tried on a copy. None: those of ``ACTIONS``, and any text for other games.

        Raises:
            MissingPackageError: textarena is not installed.
            UnknownNameError: it has no such game.
            EnvInputError: the game is for several players, or needs a service.
            DataError: it needs data that is not there.
        """
        self._package = textarena()
        panel = seed_panel(
            spec.id, split, worlds=games, version=f"textarena {version('textarena')}"
        )
        super().__init__(panel=panel, max_steps=max_steps, extras=extras, render_mode=render_mode)
        self._actions = actions
        self._generators = OwnGenerators()
        self._games = {name: self._made(name) for name in games}
        self._name = games[0]
        self._board: str | None = None

    def open(self, task: str) -> tuple[str, Scene]:
        """Start a game with a seed."""
        self._name, seed = world_and_seed(task)
        self._generators.restart(seed)
        with self._playing():
            try:
                self._game.reset(num_players=1, seed=seed)
            except (OSError, *_FAILURES) as error:
                raise not_for_one(self._name, f"{type(error).__name__}: {error}") from error
        if not isinstance(self._game.state, self._package.SinglePlayerState):
            raise not_for_one(self._name, f"it keeps a {type(self._game.state).__name__}")
        self._board = None
        prompt, text = self._heard()
        return prompt, self._scene(text or prompt)

    def do(self, action: str) -> Scene:
        """Say something in the game."""
        broke = False
        with self._playing():
            try:
                self._game.step(action)
            except _FAILURES:
                broke = True
        scene = self._scene(self._heard()[1])
        return scene._replace(inadmissible=True) if broke else scene

    @property
    def _game(self) -> Any:  # noqa: ANN401  (the package has no types)
        return self._games[self._name]

    def _made(self, name: str) -> object:
        known = self._package.envs.registration.ENV_REGISTRY
        bare = f"{name}-raw"
        if bare not in known:
            names = [found.removesuffix("-raw") for found in known if found.endswith("-raw")]
            raise UnknownNameError(unknown_name("game of TextArena", str(name), sorted(names)))
        with self._playing():
            try:
                return self._package.make(bare)
            except LookupError as error:
                raise DataError(f"{name} needs data that is missing: {_short(error)}") from error
            except (ImportError, OSError, SyntaxError, ValueError) as error:
                raise EnvInputError(f"{name} can't be made: {_short(error)}") from error

    @contextmanager
    def _playing(self, *, keep: bool = True) -> Iterator[None]:
        """Keep what a game draws and prints to itself."""
        with self._generators.at_work(keep=keep), redirect_stdout(io.StringIO()):
            yield

    def _heard(self) -> tuple[str, str]:
        """Return the prompt and the rest of what the game has said; the player's words left out."""
        kinds = self._package.ObservationType
        prompt, rest = [], []
        for _, message, kind in self._game.state.get_current_player_observation():
            if not isinstance(message, str):  # what the player said, put down askew by some games
                continue
            if kind == kinds.GAME_BOARD:
                self._board = message
            if kind == kinds.PROMPT:
                prompt.append(message.strip())
            elif kind != kinds.PLAYER_ACTION:
                rest.append(message.strip())
        return "\n".join(prompt), "\n".join(rest)

    def _scene(self, text: str) -> Scene:
        state = self._game.state
        if not state.done:
            return Scene(
                text=text,
                admissible_actions=self._listed(),
                inadmissible=bool(state.error_count),
                anchor=None if state.error_count else self._board,
            )
        end = state.game_info[0]
        reward = state.rewards[0]
        if not isinstance(reward, int | float):  # the reason, which some games put in its place
            reward = 0.0
        return Scene(
            text="\n".join(filter(None, (text, end.get("reason")))),
            admissible_actions=(),
            won=reward >= 1 and not end["invalid_move"],
            reward=float(reward),
            terminated=True,
            inadmissible=end["invalid_move"],
        )

    def _listed(self) -> tuple[str, ...] | None:
        """Return the actions that the game would take; None where any text may be one."""
        actions = self._actions or ACTIONS.get(self._name.partition("-")[0])
        if actions is None:
            return None
        return tuple(sorted(action for action in set(actions) if self._is_taken(action)))

    def _is_taken(self, action: str) -> bool:
        game = copy.deepcopy(self._game)
        with self._playing(keep=False):
            try:
                game.step(action)
            except _FAILURES:
                return False
        return not (game.state.error_count or game.state.game_info[0]["invalid_move"])


@lru_cache(maxsize=1)
def textarena() -> ModuleType:
    """Import the package.

    Raises:
        MissingPackageError: it is not installed.
    """
    generators = OwnGenerators()
    try:
        with generators.at_work():
            import textarena
    except ImportError as error:
        raise MissingPackageError(
            f"TextArena can't be imported: {error}. Install it with: "
            "pip install 'hgpo-bench[textarena]' (in a checkout: make setup-adapters)."
        ) from error
    return cast(ModuleType, textarena)


def not_for_one(game: str, why: str) -> EnvInputError:
    """Return the error that a game can't be played alone."""
    return EnvInputError(f"{game} can't be played alone: {why}. Choose a game for one player.")


def _short(error: BaseException) -> str:
    lines = [line.strip(" *") for line in str(error).splitlines()]
    return " ".join(filter(None, lines))[:200]
