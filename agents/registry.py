"""The table of agents that need no training and no model."""

from agents.expert_policy import ExpertPolicy
from agents.planner_policy import EXTRA, PlannerPolicy
from agents.policy import Policy
from agents.random_policy import RandomPolicy
from hgpo_envs import TextEnv
from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.suggest import unknown_name

AGENTS = ("random", "expert", "first-hit", "planner", "scorer")
_SCRIPTS = {"expert": "make_expert", "first-hit": "make_first_hit"}
"""Agents that a world brings along, and what of its environment makes one."""


def needed_extras(kind: str, env: TextEnv) -> tuple[str, ...]:
    """Return the extras that ``env`` has to be made with for an agent of that kind.

    Raises:
        EnvInputError: the world has no such extras.
    """
    if kind != "planner":
        return ()
    if EXTRA not in env.known_extras:
        raise EnvInputError(
            f"{env.panel.env_id} has no planner. Choose another agent: random, scorer."
        )
    return (EXTRA,)


def make_agent(kind: str, env: TextEnv) -> Policy:
    """Make a scripted agent for ``env``; a ``scorer`` comes from a run's checkpoint instead.

    Raises:
        UnknownNameError: no agent of that name.
        EnvInputError: the world has no such script or no planner, the environment doesn't show
            what the agent needs, or the agent needs a checkpoint.
    """
    if kind == "random":
        return RandomPolicy()
    if kind in _SCRIPTS:
        make_script = getattr(env, _SCRIPTS[kind], None)
        if make_script is None:
            raise EnvInputError(
                f"{env.panel.env_id} has no {kind}. Choose another agent: random, scorer."
            )
        return ExpertPolicy(make_script, name=kind)
    if kind == "planner":
        missing = [name for name in needed_extras(kind, env) if name not in env.extras]
        if missing:
            raise EnvInputError(
                f"the planner agent needs an environment that shows {missing[0]!r}. "
                f"Make it with extras=({missing[0]!r},)."
            )
        return PlannerPolicy()
    if kind == "scorer":
        raise EnvInputError(
            "the agent 'scorer' is a trained network: name the run that it comes from, "
            "for example agent=scorer agent.run=DIR."
        )
    raise UnknownNameError(unknown_name("agent", kind, AGENTS))
