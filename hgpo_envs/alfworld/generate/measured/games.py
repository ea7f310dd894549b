"""Make the games of one family at one difficulty, each from its split and index alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from hgpo_envs.alfworld.generate.dialects import Dialect
from hgpo_envs.alfworld.generate.measured.families import Cell, cells, series_name, spread
from hgpo_envs.alfworld.generate.measured.feasible import feasible_cells
from hgpo_envs.alfworld.generate.measured.knobs import Difficulty
from hgpo_envs.alfworld.generate.measured.naming import name_all
from hgpo_envs.alfworld.generate.measured.plans import Step
from hgpo_envs.alfworld.generate.measured.problem import problem_text
from hgpo_envs.alfworld.generate.measured.scene import Scene
from hgpo_envs.alfworld.generate.measured.scenes import Plan, attempt_scene, draw_plan
from hgpo_envs.alfworld.generate.measured.words import commands, domain, grammar
from hgpo_envs.alfworld.generate.splits import SIZES
from hgpo_envs.draws import Draws
from hgpo_envs.errors import EnvInputError

VERSION = "2"
"""Rises whenever an id can stand for another game."""
_ATTEMPTS = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A game before it is written down."""

    scene: Scene
    steps: tuple[Step, ...]
    """A shortest plan that wins it."""
    plan: Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Maker:
    """Makes the games of a family at a difficulty."""

    family: str
    difficulty: Difficulty

    @property
    def name(self) -> str:
        """What stands in the ids of the games."""
        return series_name(self.family, self.difficulty)

    def task_id(self, split: str, index: int) -> str:
        """Return the id of a game."""
        task, _ = self.cell(index)
        return f"{split}/{self.name}/{task}-{index:06d}"

    def cell(self, index: int) -> Cell:
        """Return the task type and the kind of room of a game.

        Raises:
            EnvInputError: the knobs leave no games.
        """
        return spread(_cells(self.family, self.difficulty), index)

    def game(self, split: str, index: int, dialect: Dialect) -> dict[str, object]:
        """Make a game: what an official ``game.tw-pddl`` holds, and a walkthrough."""
        made = self.make(split, index)
        naming = name_all(made.scene)
        has_rooms = bool(made.scene.home.doors)
        text = grammar(dialect, has_rooms=has_rooms)
        return {
            "pddl_domain": domain(dialect, has_rooms=has_rooms),
            "pddl_problem": problem_text(f"{split}_{index:06d}", made.scene, naming),
            "grammar": text.replace("<TASK>", made.scene.sentence),
            "solvable": True,
            "walkthrough": commands(made.steps, naming, dialect),
        }

    def make(self, split: str, index: int) -> Made:
        """Draw until there is a game that can be won, in as many steps as the knobs ask for.

        Raises:
            EnvInputError: the knobs leave no such game.
        """
        for attempt in range(_ATTEMPTS):
            key = (VERSION, self.name, self.difficulty.key, split, index, attempt)
            plan = self._plan(split, index, key)
            found = attempt_scene(Draws("scene", *key), plan, self.difficulty) if plan else None
            if plan and found:
                return Made(scene=found[0], steps=found[1], plan=plan)
        task, kind = self.cell(index)
        raise EnvInputError(
            f"in {_ATTEMPTS} attempts there was no game of {task} in a {kind} with "
            f"{self.difficulty.key}. Give wider ranges."
        )

    def _plan(self, split: str, index: int, key: tuple[object, ...]) -> Plan | None:
        """Draw what a game asks for, and where; a seen game takes over a training game's plan."""
        task, kind = self.cell(index)
        if split == "gen_seen":
            alike = _alike(self.family, self.difficulty)[task, kind]
            return _training_plan(self, Draws("twin", *key).choice(alike))
        unseen = split == "gen_unseen"
        return draw_plan(Draws("plan", *key), task, kind, unseen=unseen, difficulty=self.difficulty)


@lru_cache(maxsize=256)
def _training_plan(maker: Maker, index: int) -> Plan:
    return maker.make("gen_train", index).plan


@cache
def _cells(family: str, difficulty: Difficulty) -> Mapping[Cell, int]:
    """Return the cells that a difficulty leaves; the named ones are known to leave all."""
    if series_name(family, difficulty).rpartition("custom-")[1]:
        return feasible_cells(family, difficulty)
    return cells(family)


@cache
def _alike(family: str, difficulty: Difficulty) -> Mapping[Cell, tuple[int, ...]]:
    """Return the training games of each cell."""
    weights = _cells(family, difficulty)
    out: dict[Cell, list[int]] = {}
    for index in range(SIZES["gen_train"]):
        out.setdefault(spread(weights, index), []).append(index)
    return {name: tuple(found) for name, found in out.items()}
