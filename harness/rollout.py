"""Play a batch of tasks and keep every decision."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents import Policy
from algorithms import StepBatch
from harness.charging import Spender
from harness.past import EpisodeKeeper
from hgpo_envs.context import EpisodeStore
from hgpo_envs.vector import GroupVectorEnv

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rollout:
    """N decisions of M members, in the order in which they were taken.

    Attributes:
        tasks: the tasks; member m played task m // group_size.
        group_size: members a task.
        member: who decided, shape [N].
        step: the decision's number in its episode, shape [N].
        reward: what the env gave for it, shape [N].
        anchors: the state key before it, N of them.
        actions: what was done, N of them.
        inadmissible: whether the env refused it, shape [N].
        format_invalid: whether no action could be read from the answer, shape [N].
        samples: what the policy keeps of it for learning, N of them or none.
        won: whether a member's episode ended with its goal, shape [M].
        length: steps of a member's episode, shape [M].
    """

    tasks: tuple[str, ...]
    group_size: int
    member: Ints
    step: Ints
    reward: Floats
    anchors: tuple[str, ...]
    actions: tuple[str, ...]
    inadmissible: Bools
    format_invalid: Bools
    samples: tuple[object, ...]
    won: Bools
    length: Ints

    def __len__(self) -> int:
        """Count the decisions."""
        return len(self.member)

    def episode_actions(self) -> list[list[str]]:
        """Return each member's actions in order."""
        episodes: list[list[str]] = [[] for _ in self.won]
        for member, action in zip(self.member.tolist(), self.actions, strict=True):
            episodes[member].append(action)
        return episodes

    def refusals(self) -> Ints:
        """Return how many of each member's actions the env refused, shape [M]."""
        return np.bincount(self.member[self.inadmissible], minlength=len(self.won))

    def returns(self) -> Floats:
        """Return each member's sum of rewards, shape [M]."""
        returns: Floats = np.zeros(len(self.won))
        np.add.at(returns, self.member, self.reward)
        return returns

    def earned(self, *, invalid_penalty: float) -> Floats:
        """Return each decision's reward, less the penalty if it was invalid, shape [N].

        Args:
            invalid_penalty: taken off the reward of a decision that the env refused or that
                could not be read.
        """
        invalid = self.inadmissible | self.format_invalid
        return self.reward - invalid_penalty * invalid

    def step_batch(
        self,
        *,
        invalid_penalty: float,
        value: Floats | None = None,
        kl_penalty: Floats | None = None,
        greedy_return: Floats | None = None,
        entropy: Floats | None = None,
    ) -> StepBatch:
        """Return the decisions as the estimators read them.

        A step cap counts as an end, not as a cut: what comes after it can't be earned.

        Args:
            invalid_penalty: as in ``earned``.
            value: the critic's value of each decision's state, shape [N].
            kl_penalty: taken off each decision's reward as well, shape [N].
            greedy_return: return of a greedy episode of each task, one a task.
            entropy: the policy's at each decision, shape [N].
        """
        earned = self.earned(invalid_penalty=invalid_penalty)
        group = self.member // self.group_size
        return StepBatch.from_arrays(
            group=group,
            trajectory=self.member,
            step=self.step,
            reward=earned if kl_penalty is None else earned - kl_penalty,
            anchor=np.asarray(self.anchors, dtype=object),
            value=value,
            greedy_return=None if greedy_return is None else greedy_return[group],
            entropy=entropy,
        )


def collect(
    vector: GroupVectorEnv,
    policy: Policy,
    tasks: Sequence[str],
    *,
    draws: Floats,
    temperature: float,
    spender: Spender,
    past: Sequence[EpisodeStore] = (),
) -> Rollout:
    """Play ``tasks`` to their ends; every forward and every step is charged before it is done.

    Args:
        vector: the environments.
        policy: who acts.
        tasks: the batch's tasks.
        draws: uniform numbers in [0, 1), shape [M, step cap]; row m serves member m alone.
        temperature: of the sampling.
        spender: what is charged: episodes, env_steps, flops, tokens.
        past: stores that the episodes are put into when all of them are over.

    Raises:
        BudgetExceeded: the work outgrew its reservation and the budget had no more.
    """
    keep = _Record()
    keeper = EpisodeKeeper(past, [task for task in tasks for _ in range(vector.group_size)])
    spender.spend(episodes=len(tasks) * vector.group_size)
    vector.reset(tasks)
    won = np.zeros(len(vector), np.bool_)
    step = 0
    while vector.live:
        live = list(vector.live)
        contexts = vector.contexts()
        anchors = vector.anchors()
        spender.spend(env_steps=len(live), flops=policy.flops(contexts))
        answer = policy.act(
            contexts, members=live, draws=draws[live, step], temperature=temperature
        )
        spender.spend(prompt_tokens=answer.prompt_tokens, generated_tokens=answer.generated_tokens)
        outcomes = vector.step(answer.texts)
        keeper.saw(contexts, answer.texts, outcomes)
        keep.member += live
        keep.step += [step] * len(live)
        keep.reward += [outcome.reward for outcome in outcomes]
        keep.inadmissible += [outcome.inadmissible for outcome in outcomes]
        keep.format_invalid += answer.format_invalid or (False,) * len(live)
        keep.anchors += anchors
        keep.actions += answer.texts
        keep.samples += answer.samples
        for outcome in outcomes:
            won[outcome.member] = outcome.won
        step += 1
    keeper.keep()
    return keep.rollout(tuple(tasks), vector.group_size, won)


class _Record:
    """Lists that grow while a rollout is played."""

    def __init__(self) -> None:
        self.member: list[int] = []
        self.step: list[int] = []
        self.reward: list[float] = []
        self.inadmissible: list[bool] = []
        self.format_invalid: list[bool] = []
        self.anchors: list[str] = []
        self.actions: list[str] = []
        self.samples: list[object] = []

    def rollout(self, tasks: tuple[str, ...], group_size: int, won: Bools) -> Rollout:
        member = np.asarray(self.member, np.int64)
        return Rollout(
            tasks=tasks,
            group_size=group_size,
            member=member,
            step=np.asarray(self.step, np.int64),
            reward=np.asarray(self.reward, np.float64),
            anchors=tuple(self.anchors),
            actions=tuple(self.actions),
            inadmissible=np.asarray(self.inadmissible, np.bool_),
            format_invalid=np.asarray(self.format_invalid, np.bool_),
            samples=tuple(self.samples),
            won=won,
            length=np.bincount(member, minlength=len(won)),
        )
