"""Members' episodes in workers: spread over them, and gathered again in the members' order."""

import os
import weakref
from collections.abc import Iterable, Sequence

from hgpo_envs.context import Context, Memory
from hgpo_envs.vector.crew import Loss, Terms, Worker
from hgpo_envs.vector.episode import RemoteEpisode, View
from hgpo_envs.vector.errand import Errand
from hgpo_envs.vector.messages import INADMISSIBLE, TERMINATED, TRUNCATED, WON, make_request
from hgpo_envs.vector.players import Outcome
from hgpo_envs.vector.recipe import EnvRecipe
from hgpo_envs.vector.transport import Launcher

#: What flags say: terminated, truncated, won, inadmissible.
_SAID = {
    flags: (
        bool(flags & TERMINATED),
        bool(flags & TRUNCATED),
        bool(flags & WON),
        bool(flags & INADMISSIBLE),
    )
    for flags in range(128)
}


class Fleet:
    """Plays members' episodes in workers; results do not depend on how many there are.

    Attributes:
        losses: what was lost and made good, oldest first.
    """

    def __init__(
        self,
        recipe: EnvRecipe,
        *,
        workers: int,
        launch: Launcher,
        timeout_s: float,
        start_timeout_s: float,
        memory: Memory | None = None,
    ) -> None:
        """Prepare; workers are started when the first rollout needs them.

        Args:
            recipe: what each worker makes its environments from.
            workers: how many there are at most.
            launch: starts one.
            timeout_s: seconds that a worker has to answer a message.
            start_timeout_s: seconds that a worker has to get ready.
            memory: recalls in this process; None leaves it to the workers, by the recipe.

        Raises:
            EnvInputError: the recipe is not plain data.
        """
        self.losses: list[Loss] = []
        self._terms = Terms(
            launch=launch,
            recipe=make_request(recipe.to_plain()),
            timeout_s=timeout_s,
            start_timeout_s=start_timeout_s,
        )
        self._view = View(recipe.prompt_template(), memory)
        self._crew = [self._worker(number) for number in range(workers)]
        self._episodes: list[RemoteEpisode] = []
        self._worker_of: list[Worker] = []
        self._end = weakref.finalize(self, _dismiss, self._crew, os.getpid())

    def begin(self, tasks: Sequence[str], seed: int | None) -> None:
        """Start every member's episode."""
        try:
            self._begin(tasks, seed)
        except BaseException:
            self._stop()
            raise

    def contexts(self, live: Sequence[int]) -> list[Context]:
        """Return the contexts of these members; they are read when they are asked for something."""
        episodes = self._episodes
        return [episodes[member].context() for member in live]

    def anchors(self, live: Sequence[int]) -> list[str]:
        """Return the current anchors of these members."""
        episodes = self._episodes
        return [episodes[member].anchor() for member in live]

    def step(self, live: Sequence[int], actions: Sequence[str]) -> list[Outcome]:
        """Do one action in each of these members."""
        episodes = self._episodes
        try:
            self._send_out(
                (member, (episodes[member], action))
                for member, action in zip(live, actions, strict=True)
            )
        except BaseException:
            self._stop()
            raise
        said = _SAID
        new = tuple.__new__  # half the time of Outcome(...)
        outcomes: list[Outcome] = []
        for member in live:
            reward, flags, _, _, _ = episodes[member].held[-1]
            outcomes.append(new(Outcome, (member, reward, *said[flags])))
        return outcomes

    def close(self) -> None:
        """Let the workers end."""
        for worker in self._crew:
            worker.close()

    def _begin(self, tasks: Sequence[str], seed: int | None) -> None:
        crew = self._crew
        self._worker_of = [crew[number] for number in spread(tasks, len(crew))]
        filled = dict.fromkeys(crew, 0)
        self._episodes = []
        for member, (task, worker) in enumerate(zip(tasks, self._worker_of, strict=True)):
            slot = filled[worker]
            self._episodes.append(
                RemoteEpisode(self._view, member=member, slot=slot, task=task, seed=seed)
            )
            filled[worker] += 1
        for worker in crew:
            worker.muster(
                [
                    episode
                    for episode, its in zip(self._episodes, self._worker_of, strict=True)
                    if its is worker
                ]
            )
        for worker in crew:
            worker.get_ready()
        self._send_out((episode.member, (episode, None)) for episode in self._episodes)

    def _send_out(self, pending: Iterable[tuple[int, tuple[RemoteEpisode, str | None]]]) -> None:
        """Send every worker on its part of an errand, then wait for all of them."""
        parts: dict[Worker, list[tuple[RemoteEpisode, str | None]]] = {}
        for member, work in pending:
            parts.setdefault(self._worker_of[member], []).append(work)
        for worker, part in parts.items():
            worker.hand_over(Errand(part, prompts=self._view.wants_prompts))
        for worker in parts:
            worker.bring_back()

    def _worker(self, number: int) -> Worker:
        return Worker(number, self._terms, self._view, self.losses)

    def _stop(self) -> None:
        for worker in self._crew:
            worker.stop()


def spread(tasks: Sequence[str], workers: int) -> list[int]:
    """Return which worker plays each member.

    Members of one task go to one worker, which then loads it once, as long as every worker gets
    a task; where there are too few tasks, members take turns.

    Example:
        >>> spread(["a", "a", "b", "b", "c", "c"], 2)
        [0, 0, 1, 1, 0, 0]
        >>> spread(["a", "a", "a"], 2)
        [0, 1, 0]
    """
    places = {task: place for place, task in enumerate(dict.fromkeys(tasks))}
    if len(places) < workers:
        return [member % workers for member in range(len(tasks))]
    return [places[task] % workers for task in tasks]


def _dismiss(crew: Sequence[Worker], pid: int) -> None:
    """End the workers of a fleet that nobody has any more; a forked process leaves them alone."""
    if os.getpid() == pid:
        for worker in crew:
            worker.stop()
