"""A team as one player: the members move in turn, and who moves sees what the member sees."""

from collections.abc import Sequence

from hgpo_envs.panel import TaskPanel
from hgpo_envs.teams.world import Script, TeamWorld
from hgpo_envs.text_env import Episode, Info, Scene, TextEnv


class TeamEnv(TextEnv):
    """One policy plays all members, each from its own view.

    ``info["member"]`` says who moves; ``info["recalls"]`` whose earlier turns a memory may show to
    it, which `ContextWrapper` keeps to. ``info["instruction"]`` is the member's own. Every step
    counts: saying something is one. The reward of a step is the team's.
    """

    def __init__(
        self,
        world: TeamWorld,
        *,
        panel: TaskPanel,
        max_steps: int,
        extras: Sequence[str] = (),
        render_mode: str | None = None,
    ) -> None:
        """Let a team play.

        Args:
            world: what is played.
            panel: the tasks.
            max_steps: step cap, over all members' steps.
            extras: as the shared environment has them.
            render_mode: ``"ansi"`` or None.

        Raises:
            EnvInputError: as ``TextEnv`` says.
        """
        super().__init__(panel=panel, max_steps=max_steps, extras=extras, render_mode=render_mode)
        self.observation_space = world.env.observation_space
        self.world = world
        self._instruction = ""

    def begin(self, task: str) -> tuple[str, Scene]:
        """Start a task; the first member is to move."""
        self.world.begin(task)
        scene = self._shown()
        return self._instruction, scene

    def act(self, action: str) -> Scene:
        """Do an action of the member to move; show the view of the next one."""
        self.world.act(self.world.turn, action)
        return self._shown()

    def save(self) -> object:
        """Return the world's state."""
        return self.world.save()

    def load(self, state: object) -> None:
        """Put the world back into a saved state."""
        self.world.load(state)

    def make_expert(self) -> Script:
        """Return this team's experts: each reads what its member sees, and nothing else."""
        return self.world.make_expert()

    def _shown(self) -> Scene:
        world = self.world
        member, scene = world.turn, world.scene
        view = world.view(member)
        self._instruction = view.instruction
        return scene._replace(
            text=view.text,
            admissible_actions=view.admissible_actions,
            anchor=view.anchor,
            facts={**view.facts, "member": member, "recalls": world.recalls[member]},
        )

    def _info(self, episode: Episode) -> Info:
        info = super()._info(episode)
        info["instruction"] = self._instruction
        return info
