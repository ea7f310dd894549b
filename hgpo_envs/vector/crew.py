"""One worker and its episodes: lost, it is started again and its episodes are played again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hgpo_envs import errors
from hgpo_envs.errors import EnvInputError, WorkerError
from hgpo_envs.vector.episode import RemoteEpisode, View
from hgpo_envs.vector.errand import Errand
from hgpo_envs.vector.messages import (
    MOMENTS,
    READY,
    begin_request,
    read_failure,
    read_moments,
    read_ready,
)
from hgpo_envs.vector.transport import Launcher, Transport, WorkerLostError, WorkerSilentError

#: How often in a row a worker may be lost while nothing of its errand gets done.
MOST_LOSSES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """A worker that was lost, or given up because it did not answer.

    Attributes:
        worker: its number.
        cause: how it was lost.
        episodes: episodes that were going on in it and were played again.
        steps: actions of theirs that were done again.
    """

    worker: int
    cause: str
    episodes: int
    steps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a worker is started with.

    Attributes:
        launch: starts it.
        recipe: the request that it makes its environments from.
        timeout_s: seconds that it has to answer a message.
        start_timeout_s: seconds that it has to get ready.
    """

    launch: Launcher
    recipe: bytes
    timeout_s: float
    start_timeout_s: float


class Worker:
    """A worker, its episodes and what it is doing.

    Attributes:
        number: which worker it is.
        episodes: those of the rollout that it plays.
        losses: what was lost, of all workers.
    """

    def __init__(self, number: int, terms: Terms, view: View, losses: list[Loss]) -> None:
        self.number = number
        self.episodes: list[RemoteEpisode] = []
        self.losses = losses
        self._terms = terms
        self._view = view
        self._transport: Transport | None = None
        self._is_ready = False
        self._errand = Errand((), prompts=False)
        self._failure: Exception | None = None
        self._waited_s = terms.timeout_s

    def muster(self, episodes: Sequence[RemoteEpisode]) -> None:
        """Take the episodes of a new rollout; start the worker where there is none."""
        self.episodes = list(episodes)
        self._errand = Errand((), prompts=False)
        if self._transport is not None and not self._transport.alive:
            self._record(WorkerLostError("gone between two rollouts"))
            self.stop()
        if self._transport is None and episodes:
            self._try(self._launch)

    def get_ready(self) -> None:
        """Wait until a worker that was just started is ready.

        Raises:
            WorkerError: it can't be started.
            EnvInputError: no environment can be made from the recipe.
        """
        if not self._is_ready and self.episodes:
            self._finish(self._confirm)

    def hand_over(self, errand: Errand) -> None:
        """Send the worker on an errand."""
        self._errand = errand
        self._try(self._send, errand.request())

    def bring_back(self) -> None:
        """Wait for what the worker was sent for.

        Raises:
            WorkerError: the worker was lost or silent too often, or an environment failed.
            EnvInputError: an environment can't do what was asked, such as play an unknown task.
        """
        self._finish(self._receive)

    def stop(self) -> None:
        """End the worker at once."""
        self._is_ready = False
        if self._transport is not None:
            self._transport.kill()
            self._transport = None

    def close(self) -> None:
        """Let the worker end by itself."""
        self._is_ready = False
        if self._transport is not None:
            self._transport.close()
            self._transport = None

    def _try(self, do: Callable[..., None], *given: bytes) -> None:
        """Begin something; what goes wrong is dealt with where its end is waited for."""
        self._failure = None
        try:
            do(*given)
        except (WorkerLostError, WorkerSilentError) as failure:
            self._failure = failure

    def _finish(self, wait: Callable[[], None]) -> None:
        try:
            if self._failure is not None:
                raise self._failure
            wait()
        except (WorkerLostError, WorkerSilentError) as failure:
            self._recover(failure)

    def _recover(self, failure: Exception) -> None:
        """Start the worker again, play its episodes again, and do the errand."""
        in_a_row = 0
        alone = isinstance(failure, WorkerSilentError)
        while in_a_row < MOST_LOSSES:
            in_a_row += 1
            self._record(failure)
            pending = len(self._errand.pending)
            try:
                self.stop()
                self._launch()
                self._confirm()
                self._play_again()
                self._go_on(alone=alone)
            except (WorkerLostError, WorkerSilentError) as again:
                failure, alone = again, True
            else:
                return
            if len(self._errand.pending) < pending:
                in_a_row = 0
        raise WorkerError(self._given_up(failure)) from failure

    def _launch(self) -> None:
        self._transport = self._terms.launch(self.number)
        self._send(self._terms.recipe)

    def _confirm(self) -> None:
        answer = self._answer(self._terms.start_timeout_s)
        self._view.extras = read_ready(answer)
        self._is_ready = True

    def _play_again(self) -> None:
        """Bring the episodes that go on to where they were, and check that they get there."""
        begun = self._going_on()
        if not begun:
            return
        self._send(begin_request([episode.beginning for episode in begun], prompts=False))
        longest = max(len(episode.actions) for episode in begun)
        moments = iter(read_moments(self._answer(self._terms.timeout_s * (1 + longest))))
        for episode in begun:
            episode.compare([next(moments) for _ in episode.held])

    def _go_on(self, *, alone: bool) -> None:
        """Do what is pending of the errand, one episode at a time if there is one that hangs."""
        while self._errand.pending:
            if not alone:
                self._send(self._errand.request())
                self._receive()
                continue
            self._send(self._errand.first_request())
            try:
                self._receive()
            except WorkerSilentError as failure:
                raise WorkerError(
                    f"{self._doing()} took more than {self._terms.timeout_s:g} s, and again in a "
                    "new worker that did nothing else. Raise timeout_s if it is only slow; "
                    "otherwise mend the environment or leave the task out."
                ) from failure

    def _send(self, request: bytes) -> None:
        if self._transport is None:
            raise WorkerLostError("not started")
        self._waited_s = self._terms.timeout_s
        self._transport.send(request, self._waited_s)

    def _receive(self) -> None:
        self._errand.done(read_moments(self._answer(self._terms.timeout_s)))

    def _answer(self, timeout_s: float) -> bytes:
        if self._transport is None:
            raise WorkerLostError("not started")
        self._waited_s = timeout_s
        answer = self._transport.receive(timeout_s)
        if answer[:1] in {MOMENTS, READY}:
            return answer
        failure = read_failure(answer)
        kind = getattr(errors, failure.error, None)
        if isinstance(kind, type) and issubclass(kind, EnvInputError):
            raise kind(failure.message)
        raise WorkerError(
            f"an environment failed in a worker ({self._transport.name}) with {failure.error}: "
            f"{failure.message}\n{failure.trace}"
        )

    def _going_on(self) -> list[RemoteEpisode]:
        return [episode for episode in self.episodes if episode.held and episode.is_live]

    def _record(self, failure: Exception) -> None:
        going_on = self._going_on()
        silent = f"no answer within {self._waited_s:g} s"
        self.losses.append(
            Loss(
                worker=self.number,
                cause=silent if isinstance(failure, WorkerSilentError) else str(failure),
                episodes=len(going_on),
                steps=sum(len(episode.actions) for episode in going_on),
            )
        )

    def _doing(self) -> str:
        """Say what the worker is at."""
        if not self._errand.pending:
            return "getting ready"
        episode, action = self._errand.pending[0]
        if action is None:
            return f"the start of task {episode.task!r}"
        return f"the action {action!r} of task {episode.task!r} (step {len(episode.actions) + 1})"

    def _given_up(self, failure: Exception) -> str:
        return (
            f"worker {self.number} was lost {MOST_LOSSES} times in a row, the last time in "
            f"{self._doing()}: {failure}. Find out what ends it, for example by playing that task "
            "without workers; is there enough memory?"
        )
