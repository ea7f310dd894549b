"""ALFWorld as an environment: the engine, the games, and the rules of an episode."""

import os
from collections.abc import Sequence
from typing import cast

from hgpo_envs.alfworld.engines import AnyPlay, AnySnapshot, resume
from hgpo_envs.alfworld.expert import ExploringExpert
from hgpo_envs.alfworld.generate import GivenDifficulty
from hgpo_envs.alfworld.library import open_library
from hgpo_envs.alfworld.planner.guide import Guide
from hgpo_envs.errors import EnvInputError
from hgpo_envs.spec import EnvSpec
from hgpo_envs.text_env import Scene, TextEnv


class ALFWorldEnv(TextEnv):
    """Household tasks in text (ALFWorld, arXiv 2010.03768), on an engine of our own.

    An episode earns 1 when its goal first holds and ends there. The strings, the admissible
    commands and the goal are those of the real engine.
    """

    known_extras: tuple[str, ...] = ("facts", "expert_action", "progress")
    default_engine = "auto"

    def __init__(
        self,
        *,
        spec: EnvSpec,
        split: str,
        max_steps: int,
        extras: Sequence[str] = (),
        render_mode: str | None = None,
        data: str | os.PathLike[str] | None = None,
        games: Sequence[str | os.PathLike[str]] | None = None,
        difficulty: GivenDifficulty = None,
        task_types: str | int | Sequence[str | int] | None = None,
        filters: str | Sequence[str] | None = None,
        goal: str = "template",
        goal_seed: int | None = None,
        engine: str | None = None,
    ) -> None:
        """Open the games.

        Args:
            spec: the registry's entry.
            split: generated or official split; not looked at where ``games`` is given.
            max_steps: step cap.
            extras: ``"facts"`` shows the true facts of the state; ``"expert_action"`` the first
                command of a shortest plan (None where the game is won or lost); ``"progress"``
                1 - d / d₀, at least 0, where d commands are left and d₀ were at the start: 1
                exactly where the game is won, and 0 where the goal is out of reach.
            render_mode: ``"ansi"`` or None.
            data: folder that holds ``json_2.1.1``; None takes ``ALFWORLD_DATA``, and without it
                what `hgpo data import` brought in.
            games: game files or folders to play instead of a split.
            difficulty: level of generated games (``"easy"``, ``"official-like"``, ...), or a
                mapping from knobs to values, such as ``{"receptacles": 12}``.
            task_types: names of the task types to play, or ALFWorld's numbers 1 to 6.
            filters: what keeps official games out: ``"unsolvable"``, ``"sliced"``,
                ``"movable"``; None takes all, ``"none"`` none.
            goal: ``"template"``, or ``"human"`` for official goals in the annotators' words.
            goal_seed: chooses among a game's human-written goals; None is 0.
            engine: ``"fast"`` (ours), ``"textworld"`` (the original one, which the extra
                ``textworld`` installs), or ``"auto"``: ours, and the original one for games that
                ours can't play.

        Raises:
            EnvInputError: as ``open_library`` and ``TextEnv`` say.
        """
        library = open_library(
            spec.id,
            split,
            data=data,
            games=games,
            difficulty=difficulty,
            task_types=task_types,
            filters=filters,
            goal=goal,
            goal_seed=goal_seed,
            engine=self._engine_of(engine),
        )
        super().__init__(
            panel=library.panel, max_steps=max_steps, extras=extras, render_mode=render_mode
        )
        self._load_game = library.load
        self._guide = Guide(library.read, library.load)
        self._task = ""
        self._play: AnyPlay | None = None
        self._has_won = False

    def begin(self, task: str) -> tuple[str, Scene]:
        """Start a game; its opening text is the first observation.

        A game whose goal holds from the start earns its reward at the first step, as in the
        original.
        """
        game = self._load_game(task)
        self._task = task
        self._play = None  # one that is given up first can be used again
        self._play = play = game.start()
        self._has_won = False
        return game.task_text, self._scene_of(play, 0.0)

    def act(self, action: str) -> Scene:
        """Give a command; one that the game does not understand changes nothing."""
        play: AnyPlay = self._play  # type: ignore[assignment]  # a cast would be a call a step
        play.command(action)
        if self._has_won or not play.won:
            return self._scene_of(play, 0.0)
        self._has_won = True
        return self._scene_of(play, 1.0)

    def save(self) -> tuple[str, AnySnapshot, bool]:
        """Return the task, the game's state and whether it was won before."""
        return self._task, cast(AnyPlay, self._play).snapshot(), self._has_won

    def load(self, state: object) -> None:
        """Put a game back into a saved state."""
        self._task, snapshot, self._has_won = cast("tuple[str, AnySnapshot, bool]", state)
        self._play = None
        self._play = resume(snapshot)

    @staticmethod
    def make_expert() -> ExploringExpert:
        """Return this world's expert: it reads what a person would read."""
        return ExploringExpert()

    def _engine_of(self, given: str | None) -> str:
        """Return the engine to play on; an environment that is named for one has no other."""
        fixed = self.default_engine
        if given is None or given == fixed or fixed == "auto":
            return fixed if given is None else given
        raise EnvInputError(
            f"engine is {given!r}, and {type(self).__name__} is there to play on {fixed!r}. "
            "Leave the option out, or make ALFWorld-v0 with it."
        )

    def _scene_of(self, play: AnyPlay, reward: float) -> Scene:
        """Return what to show; without names, which halves the time that a Scene takes."""
        won = play.won
        scene = Scene(play.text, play.admissible, won, reward, won, not play.understood)
        return scene._replace(extras=self._facts_of(play)) if self.extras else scene

    def _facts_of(self, play: AnyPlay) -> dict[str, object]:
        """Return what was asked for; nothing else is computed."""
        facts: dict[str, object] = {}
        if "facts" in self.extras:
            facts["facts"] = play.facts()
        if "expert_action" in self.extras:
            facts["expert_action"] = self._guide.expert_action(self._task, play)
        if "progress" in self.extras:
            facts["progress"] = self._guide.progress(self._task, play)
        return facts


class ALFWorldTextWorldEnv(ALFWorldEnv):
    """The same environment on the original engine: the reference, some thousand times slower.

    Plans come from our own engine, so that ``expert_action`` and ``progress`` can't be asked for.
    """

    known_extras = ("facts",)
    default_engine = "textworld"
