"""Games of TextWorld, by their files."""

import os
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from hgpo_envs.adapters.generators import OwnGenerators
from hgpo_envs.adapters.replayed import ReplayedEnv
from hgpo_envs.errors import DataError, EnvInputError, GameFileError, MissingPackageError
from hgpo_envs.panel import TaskPanel
from hgpo_envs.spec import EnvSpec
from hgpo_envs.text_env import Scene

AnyPath = str | os.PathLike[str]

SERVICE = frozenset(("quit", "q", "restart", "restore", "save", "undo", "script", "unscript"))
"""First words that are for the machine that plays a game and not for the game; they are refused."""

LONGEST = 200
"""Characters of a command; longer ones are refused, as the machine would cut them."""

_EMPTY_LINES = re.compile(r"\n\s*\n\s*\n")


class TextWorldEnv(ReplayedEnv):
    """Any games that TextWorld made (arXiv 1806.11532), on its own engine.

    The reward is what an action adds to the score, as a part of the highest score: an episode
    that is won returns 1.
    """

    known_extras = ("facts", "expert_action")

    def __init__(
        self,
        *,
        spec: EnvSpec,
        split: str,
        max_steps: int,
        extras: Sequence[str] = (),
        render_mode: str | None = None,
        games: Sequence[AnyPath] | None = None,
    ) -> None:
        """Take games.

        Args:
            spec: the registry's entry.
            split: ``given``.
            max_steps: step cap.
            extras: ``"facts"`` shows what is true of the state, in TextWorld's words;
                ``"expert_action"`` the next command that wins, None where there is none.
            render_mode: ``"ansi"`` or None.
            games: files that end in ``.z8``, each beside its ``.json``, or folders of such.

        Raises:
            MissingPackageError: textworld is not installed.
            DataError: no game is given, or one is not there.
        """
        files = game_files(games)
        super().__init__(
            panel=_panel(spec.id, split, files),
            max_steps=max_steps,
            extras=extras,
            render_mode=render_mode,
        )
        self._files = files
        self._package = textworld()
        self._generators = OwnGenerators()
        self._wanted = self._package.EnvInfos(
            admissible_commands=True,
            objective=True,
            max_score=True,
            score=True,
            won=True,
            lost=True,
            description=True,
            inventory=True,
            last_action="facts" in self.extras,
            facts="facts" in self.extras,
            policy_commands="expert_action" in self.extras,
        )
        self._loaded = ("", cast(Any, None))
        self._score = 0

    def open(self, task: str) -> tuple[str, Scene]:
        """Start a game from its file."""
        self._generators.restart(0)
        with self._playing(task):
            if self._loaded[0] != task:
                self.close()
                self._loaded = (task, self._package.start(str(self._files[task]), self._wanted))
            state = self._loaded[1].reset()
        self._state, self._score = state, int(state["score"] or 0)
        return str(state["objective"]).strip() or "Play the game.", self._scene(_clean(state), 0)

    def do(self, action: str) -> Scene:
        """Give a command; what is not for the game is refused before it comes there."""
        before = self._state["admissible_commands"]
        words = action.split()
        if not words or words[0].lower() in SERVICE or not _can_be_typed(action):
            return self._scene("That's not a command of the game.", 0, refused=True)
        with self._playing(self._loaded[0]):
            state, _, _ = self._loaded[1].step(action)
        score = int(state["score"] or 0)
        gained, self._state, self._score = score - self._score, state, score
        return self._scene(_clean(state), gained, refused=action not in before)

    def close(self) -> None:
        """Let the machine go."""
        if self._loaded[1] is not None:
            self._loaded[1].close()
        self._loaded = ("", None)

    def _scene(self, text: str, gained: int, *, refused: bool = False) -> Scene:
        state = self._state
        won = bool(state["won"])
        return Scene(
            text=text,
            admissible_actions=tuple(state["admissible_commands"]),
            won=won,
            reward=gained / max(1, int(state["max_score"] or 0)),
            terminated=won or bool(state["lost"]),
            inadmissible=refused,
            anchor=f"{state['description']}\n{state['inventory']}",
            extras=self._facts(won=won),
        )

    def _facts(self, *, won: bool) -> dict[str, object]:
        facts: dict[str, object] = {}
        if "facts" in self.extras:
            facts["facts"] = tuple(sorted(map(str, self._state["facts"])))
        if "expert_action" in self.extras:
            plan = self._state["policy_commands"]
            facts["expert_action"] = None if won or not plan else str(plan[0])
        return facts

    @contextmanager
    def _playing(self, task: str) -> Iterator[None]:
        """Name the game in what goes wrong; keep what is drawn to itself."""
        try:
            with self._generators.at_work(), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that scores of unknown games are not read
                yield
        except (AssertionError, AttributeError, LookupError, OSError, TypeError, ValueError) as e:
            raise GameFileError(
                f"TextWorld can't play {str(self._files[task])!r}: {type(e).__name__}: {e}."
            ) from e


def game_files(games: Sequence[AnyPath] | None) -> dict[str, Path]:
    """Find games: the task id is the file's name without its ending.

    Raises:
        DataError: none is given, a file is not there, or its ``.json`` is not beside it.
        EnvInputError: no list of paths, or two games of one name.
    """
    if games is None or (isinstance(games, Sequence) and not games):
        raise DataError(
            "no games were given. Give games=[PATH, ...]; "
            "`tw-make custom --seed 1 --output game.z8` makes one."
        )
    if isinstance(games, str | os.PathLike):
        raise EnvInputError(f"games is {games!r}; expected a list of files or folders.")
    found: dict[str, Path] = {}
    for given in games:
        path = Path(os.path.abspath(given))
        for file in sorted(path.glob("*.z8")) if path.is_dir() else [path]:
            _require(file)
            if file.stem in found:
                raise EnvInputError(f"two games are called {file.stem!r}. Rename one of them.")
            found[file.stem] = file
    if not found:
        raise DataError(f"{', '.join(map(str, games))}: there is no file that ends in .z8.")
    return found


def _require(file: Path) -> None:
    if file.suffix != ".z8":
        raise DataError(f"{str(file)!r} is no game of TextWorld; expected a file such as game.z8.")
    for part in (file, file.with_suffix(".json")):
        if not part.is_file():
            raise DataError(f"there is no file {str(part)!r}; a game is a .z8 beside its .json.")


def _panel(env_id: str, split: str, files: dict[str, Path]) -> TaskPanel:
    digest = sha256()
    for file in files.values():
        for part in (file, file.with_suffix(".json")):
            digest.update(sha256(part.read_bytes()).digest())
    return TaskPanel(
        env_id=env_id,
        split=split,
        version=f"files/{digest.hexdigest()[:16]}",
        ids=tuple(files),
    )


def _clean(state: dict[str, Any]) -> str:
    """Return what a game said, without its banner, the machine's prompt and most empty lines."""
    text = str(state["feedback"])
    if "$$" in text:
        text = text[text.rindex("$$") + 2 :].lstrip("\\ ")
    for after in ("\n>", "\nWould you like to RESTART"):
        text = text.partition(after)[0]
    return _EMPTY_LINES.sub("\n\n", text).strip()


def _can_be_typed(action: str) -> bool:
    """Tell whether an action is one line for the game; a backslash speaks to the machine."""
    is_line = action.isascii() and action.isprintable() and "\\" not in action
    return is_line and len(action) <= LONGEST


@lru_cache(maxsize=1)
def textworld() -> ModuleType:
    """Import the package.

    Raises:
        MissingPackageError: it is not installed.
    """
    try:
        with OwnGenerators().at_work():
            import textworld
    except ImportError as error:
        raise MissingPackageError(
            f"TextWorld can't be imported: {error}. Install it with: "
            "pip install 'hgpo-bench[textworld]' (in a checkout: make setup-textworld)."
        ) from error
    return cast(ModuleType, textworld)
