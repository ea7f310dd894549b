"""From a configuration to environments: the panel, one env to ask, a maker of wrapped ones."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache

from agents import needed_extras
from harness.config.schema import EnvConfig, EnvWorkersConfig
from hgpo_envs import TaskPanel, TextEnv, make
from hgpo_envs.context import (
    ContextWrapper,
    Memory,
    describe_memory,
    make_memory,
    open_template,
    stores_of,
)
from hgpo_envs.vector import EnvRecipe, GroupVectorEnv, Launcher
from hgpo_envs.vector.process import ProcessTransport
from hgpo_envs.vector.ray_actors import RayActors

HERE = EnvWorkersConfig()


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """One split of an environment as the harness plays it.

    Attributes:
        env: an environment of the split, for its panel, step cap and expert.
        make: makes one more, wrapped with the memory and the configured template.
        memory: what the agent sees of the past.
        recipe: what workers make the same from, but for the memory.
        workers: processes that episodes are played in; 0 plays them in this one.
        launch: starts one of them.
    """

    env: TextEnv
    make: Callable[[], ContextWrapper]
    memory: Memory
    recipe: EnvRecipe
    workers: int = 0
    launch: Launcher = ProcessTransport
    _kept: dict[int, GroupVectorEnv] = field(default_factory=dict, repr=False, compare=False)

    @property
    def panel(self) -> TaskPanel:
        """The split's tasks."""
        return self.env.panel

    def vector(self, *, group_size: int) -> GroupVectorEnv:
        """Return environments for groups of a size; workers stay for the next one that asks.

        A memory that is told in plain data goes to the workers. One that reads what a run has
        played, or calls what only this process has, recalls here.
        """
        if not self.workers:
            return GroupVectorEnv(self.make, group_size=group_size)
        if group_size not in self._kept:
            told = None if stores_of(self.memory) else describe_memory(self.memory)
            self._kept[group_size] = GroupVectorEnv(
                self.recipe if told is None else replace(self.recipe, memory=told),
                group_size=group_size,
                workers=self.workers,
                launch=self.launch,
                memory=self.memory if told is None else None,
            )
        return self._kept[group_size]


def open_world(
    config: EnvConfig,
    split: str | None,
    *,
    agent: str = "scorer",
    memory: Memory | None = None,
    play: EnvWorkersConfig = HERE,
) -> World:
    """Open a split, so that an agent of a kind is shown what it needs.

    Args:
        config: the environment, its options, the memory and the template.
        split: one of its splits; None takes its default.
        agent: the agent's kind.
        memory: instead of a new one: that of the world whose past episodes are to be seen here.
        play: the workers that episodes are played in, if any.

    Raises:
        EnvInputError: an unknown name, a bad option, data that is missing or damaged, or a world
            that can't show what the agent needs.
    """
    options: dict[str, object] = dict(config.options)
    if config.max_steps is not None:
        options["max_steps"] = config.max_steps

    def one() -> TextEnv:
        return make(config.id, split=split, **options)

    if memory is None:
        memory = make_memory(config.memory.kind, size=config.memory.size, **config.memory.options)
    template = None if config.template is None else open_template(config.template)
    env = one()
    if extras := needed_extras(agent, env):
        options["extras"] = extras
        env = one()
    return World(
        env=env,
        make=lambda: ContextWrapper(one(), memory, template),
        memory=memory,
        recipe=EnvRecipe(
            id=config.id,
            split=split,
            options=options,
            template=None if template is None else template.source,
        ),
        workers=play.env_workers or 0,
        launch=ProcessTransport if play.env_ray is None else _ray_actors(play.env_ray),
    )


@cache
def _ray_actors(where: str) -> RayActors:
    """Return what starts actors; all worlds of this process share their Ray, which ends with it."""
    return RayActors(address=None if where == "local" else where)
