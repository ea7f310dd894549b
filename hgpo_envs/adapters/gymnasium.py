"""Any Gymnasium environment whose observations and actions are text.

Environments that show or take something else are put into words first, with Gymnasium's own
``TransformObservation`` and ``TransformAction``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

import gymnasium
from gymnasium.error import Error as GymnasiumError
from gymnasium.spaces import Text

from hgpo_envs.adapters.plain import plain
from hgpo_envs.adapters.replayed import ReplayedEnv
from hgpo_envs.adapters.seeds import SPLITS, seed_panel, world_and_seed
from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.suggest import unknown_name
from hgpo_envs.text_env import Scene

World: TypeAlias = "gymnasium.Env[str, str]"
Told: TypeAlias = Mapping[str, Any]
Reader: TypeAlias = str | Callable[[str, Told], object]
"""A name in the world's ``info``, or a function of its observation and ``info``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Where an environment's answers tell what the contract asks for.

    Each is a name in its ``info``, or a function of its observation and its ``info``.

    Attributes:
        instruction: the task in words, read after ``reset``; None takes the first observation.
        admissible: the actions to choose from; None: they are open.
        won: whether the goal is reached; None: the episode ended with a last reward above 0.
        refused: whether the last action was refused; None: where it wasn't among the actions to
            choose from. What isn't in the action space is refused before the environment sees it.
        anchor: the state's key for step-level grouping; None takes the observation.
        facts: names in its ``info`` that agents are shown too.
        refusal: what its ``step`` raises where it refuses an action, if it does.
    """

    instruction: Reader | None = None
    admissible: Reader | None = None
    won: Reader | None = None
    refused: Reader | None = None
    anchor: Reader | None = None
    facts: tuple[str, ...] = ()
    refusal: tuple[type[Exception], ...] = ()


def adapt(
    source: str | Callable[[], World],
    *,
    reading: Reading | None = None,
    env_id: str | None = None,
    split: str = "train",
    seeds: range | None = None,
    version: str = "",
    max_steps: int | None = None,
    extras: Sequence[str] = (),
    render_mode: str | None = None,
) -> "GymnasiumEnv":
    """Put a Gymnasium environment behind the suite's contract.

    A task is a seed of its ``reset``, which has to decide the episode.

    Args:
        source: an id of Gymnasium, or a function that makes the environment.
        reading: where its answers tell what the contract asks for.
        env_id: the id that its tasks are known by; None takes Gymnasium's.
        split: ``"train"``, ``"valid"`` or ``"test"``: a thousand seeds, and a hundred each.
        seeds: other seeds than the split's.
        version: of the environment, where its id doesn't tell.
        max_steps: step cap; None takes Gymnasium's.
        extras: none; the contract's argument.
        render_mode: ``"ansi"`` or None.

    Raises:
        EnvInputError: there is no such environment, it has no text, or no step cap.
        UnknownNameError: an unknown split.

    Example:
        >>> import gymnasium
        >>> from hgpo_envs.adapters.gymnasium import Reading, adapt
        >>> env = adapt("hgpo_envs/ALFWorld-v0", seeds=range(3), max_steps=50,
        ...     reading=Reading(instruction="instruction", admissible="admissible_actions"))
        >>> env.panel.ids
        ('hgpo_envs/ALFWorld-v0/0', 'hgpo_envs/ALFWorld-v0/1', 'hgpo_envs/ALFWorld-v0/2')
    """
    if seeds is None and split not in SPLITS:
        raise UnknownNameError(unknown_name("split", str(split), SPLITS))
    world, cap = _opened(source)
    name = env_id or (source if isinstance(source, str) else type(world.unwrapped).__name__)
    if max_steps is None and cap is None:
        raise EnvInputError(f"{name} has no step cap of its own. Give max_steps=.")
    return GymnasiumEnv(
        world=world,
        reading=reading or Reading(),
        name=name,
        split=split,
        seeds=seeds,
        version=version,
        max_steps=cast(int, cap if max_steps is None else max_steps),
        extras=extras,
        render_mode=render_mode,
    )


class GymnasiumEnv(ReplayedEnv):
    """A Gymnasium environment of text; ``adapt`` makes it.

    Where the world truncates an episode by itself, the episode has ended.
    """

    def __init__(
        self,
        *,
        world: World,
        reading: Reading,
        name: str,
        split: str,
        seeds: range | None,
        version: str,
        max_steps: int,
        extras: Sequence[str] = (),
        render_mode: str | None = None,
    ) -> None:
        """Take a world over; see ``adapt``."""
        super().__init__(
            panel=seed_panel(name, split, worlds=[name], version=version, seeds=seeds),
            max_steps=max_steps,
            extras=extras,
            render_mode=render_mode,
        )
        self._world = world
        self._reading = reading
        self._last: tuple[str, Told] = ("", {})

    def open(self, task: str) -> tuple[str, Scene]:
        """Reset the world with the task's seed."""
        text, told = self._world.reset(seed=world_and_seed(task)[1])
        self._last = text, told
        said = self._read(self._reading.instruction, default=text)
        return str(said), self._scene(reward=0.0, ended=False)

    def do(self, action: str) -> Scene:
        """Step the world with an action of its action space."""
        listed = self._listed()
        if action not in self._world.action_space:
            return self._refused()
        try:
            text, reward, terminated, truncated, told = self._world.step(action)
        except self._reading.refusal:
            return self._refused()
        self._last = text, told
        scene = self._scene(reward=float(reward), ended=bool(terminated or truncated))
        is_strange = listed is not None and action not in listed
        refused = self._read(self._reading.refused, default=is_strange)
        return scene._replace(inadmissible=bool(refused))

    def close(self) -> None:
        """Close the world."""
        self._world.close()

    def _refused(self) -> Scene:
        return self._scene(reward=0.0, ended=False)._replace(inadmissible=True)

    def _scene(self, *, reward: float, ended: bool) -> Scene:
        reading = self._reading
        anchor = self._read(reading.anchor, default=None)
        return Scene(
            text=self._last[0],
            admissible_actions=self._listed(),
            won=bool(self._read(reading.won, default=ended and reward > 0)),
            reward=reward,
            terminated=ended,
            anchor=None if anchor is None else str(anchor),
            facts={name: plain(self._told(name), name) for name in reading.facts},
        )

    def _listed(self) -> tuple[str, ...] | None:
        """Return the actions to choose from; None where they are open."""
        listed = self._read(self._reading.admissible, default=None)
        return None if listed is None else _sorted(listed)

    def _read(self, reader: Reader | None, *, default: object) -> object:
        if reader is None:
            return default
        return self._told(reader) if isinstance(reader, str) else reader(*self._last)

    def _told(self, name: str) -> object:
        told = self._last[1]
        if name not in told:
            raise UnknownNameError(unknown_name("entry of the environment's info", name, told))
        return cast(object, told[name])


def _opened(source: str | Callable[[], World]) -> tuple[World, int | None]:
    """Make the environment, without a cap of its own where Gymnasium sets it; return both."""
    if not isinstance(source, str):
        world, cap = source(), None
    else:
        try:
            cap = gymnasium.spec(source).max_episode_steps
            world = gymnasium.make(source, max_episode_steps=-1, disable_env_checker=True)
        except GymnasiumError as error:
            raise EnvInputError(f"Gymnasium can't make {source!r}: {error}") from error
    for kind in ("observation", "action"):
        space = getattr(world, f"{kind}_space", None)
        if not isinstance(space, Text):
            raise EnvInputError(
                f"the {kind} space is {space}; expected a gymnasium.spaces.Text. Wrap the "
                f"environment in gymnasium.wrappers.Transform{kind.title()} to put it into words."
            )
    return world, cap


def _sorted(listed: object) -> tuple[str, ...]:
    if isinstance(listed, str) or not isinstance(listed, Sequence | set | frozenset):
        raise EnvInputError(f"the admissible actions are {listed!r:.80}; expected a list of texts.")
    return tuple(sorted({str(action) for action in listed}))
