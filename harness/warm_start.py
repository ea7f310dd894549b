"""Imitate the expert for a counted number of episodes before reinforcement learning."""

from collections.abc import Sequence

import numpy as np

from agents import Actions, Policy, make_agent
from agents.policy import Floats
from harness.backends.contract import Backend
from harness.charging import charged
from harness.config.schema import WarmStartConfig
from harness.errors import HarnessInputError
from harness.ledger import BudgetExceeded, Ledger
from harness.rollout import Rollout, collect
from harness.seeding import Stream, generator
from hgpo_envs import TextEnv
from hgpo_envs.context import Context
from hgpo_envs.vector import GroupVectorEnv

#: Expert episodes that are set aside and played at once; a small budget has room for few.
TOGETHER = 16


class Demonstrator:
    """The expert as a policy whose samples the backend can imitate."""

    name = "expert"

    def __init__(self, expert: Policy, backend: Backend) -> None:
        self._expert = expert
        self._backend = backend

    def flops(self, contexts: Sequence[Context]) -> int:
        """Return what the expert costs."""
        return self._expert.flops(contexts)

    def act(
        self,
        contexts: Sequence[Context],
        *,
        members: Sequence[int],
        draws: Floats,
        temperature: float = 1.0,
    ) -> Actions:
        """Ask the expert and record what it did."""
        answer = self._expert.act(contexts, members=members, draws=draws)
        return Actions(
            texts=answer.texts, samples=tuple(self._backend.record(contexts, answer.texts))
        )


def warm_start(
    backend: Backend,
    vector: GroupVectorEnv,
    env: TextEnv,
    settings: WarmStartConfig,
    *,
    seed: int,
    ledger: Ledger,
) -> dict[str, float]:
    """Play expert episodes on training tasks and imitate them, all charged as ``warm_start``.

    Args:
        backend: whose policy learns.
        vector: environments with one member a task.
        env: the training environment; gives the panel, the step cap and the expert.
        settings: how many episodes and how to imitate them.
        seed: of the run.
        ledger: what is charged.

    Returns:
        Success rate of the expert, decisions imitated, first and last loss; empty without a
        warm start.

    Raises:
        HarnessInputError: the warm start doesn't fit into the budget.
        EnvInputError: the environment has no expert.
    """
    if settings.episodes == 0:
        return {}
    tasks = choose_tasks(env.panel.ids, settings.episodes, seed)
    demonstrator = Demonstrator(make_agent("expert", env), backend)
    try:
        played = [
            demonstrate(demonstrator, vector, tasks[start : start + TOGETHER], env, ledger)
            for start in range(0, len(tasks), TOGETHER)
        ]
        samples = in_step_order(played)
        with charged(ledger, backend.imitation_plan(samples, settings)) as charges:
            order = generator(seed, Stream.WARM_START_ORDER)
            losses = backend.imitate(samples, settings, order, charges)
    except BudgetExceeded as refused:
        raise HarnessInputError(
            f"the warm start of {len(tasks)} episodes doesn't fit into the budget: {refused} "
            "Raise the cap, or lower warm_start.episodes (0 starts from random weights)."
        ) from refused
    return {
        "episodes": float(len(tasks)),
        "expert_success": float(np.mean(np.concatenate([part.won for part in played]))),
        "decisions": float(len(samples)),
        "first_loss": losses[0],
        "last_loss": losses[-1],
    }


def demonstrate(
    demonstrator: Demonstrator,
    vector: GroupVectorEnv,
    tasks: Sequence[str],
    env: TextEnv,
    ledger: Ledger,
) -> Rollout:
    """Let the expert play some tasks, set aside together."""
    most = {"episodes": len(tasks), "env_steps": len(tasks) * env.max_steps}
    with charged(ledger, {"warm_start": most}) as charges:
        return collect(
            vector,
            demonstrator,
            tasks,
            draws=np.zeros((len(tasks), env.max_steps)),
            temperature=1.0,
            spender=charges["warm_start"],
        )


def in_step_order(parts: Sequence[Rollout]) -> list[object]:
    """Return all samples by step, then by episode, however the episodes were put together."""
    keyed = [
        (step, place, member, sample)
        for place, part in enumerate(parts)
        for step, member, sample in zip(
            part.step.tolist(), part.member.tolist(), part.samples, strict=True
        )
    ]
    return [entry[3] for entry in sorted(keyed, key=lambda entry: entry[:3])]


def choose_tasks(ids: Sequence[str], episodes: int, seed: int) -> list[str]:
    """Draw tasks without repetition, or with as few repetitions as it takes."""
    rng = generator(seed, Stream.WARM_START_TASKS)
    order: list[int] = []
    while len(order) < episodes:
        order += rng.permutation(len(ids)).tolist()
    return [ids[place] for place in order[:episodes]]
