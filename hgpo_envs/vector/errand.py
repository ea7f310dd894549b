"""What a worker is sent to do: start episodes, or one action in each of them."""

from collections.abc import Sequence

from hgpo_envs.vector.episode import RemoteEpisode
from hgpo_envs.vector.messages import Moment, begin_request, step_request


class Errand:
    """Episodes to start, or to take one action in; what is answered is no longer pending.

    Attributes:
        pending: episodes with the action to do in each, or None to start it.
        prompts: whether prompts are to be rendered.
    """

    def __init__(
        self, pending: Sequence[tuple[RemoteEpisode, str | None]], *, prompts: bool
    ) -> None:
        self.pending = list(pending)
        self.prompts = prompts

    def request(self) -> bytes:
        """Ask for all that is pending."""
        return self._request(self.pending)

    def first_request(self) -> bytes:
        """Ask for the first that is pending."""
        return self._request(self.pending[:1])

    def done(self, moments: Sequence[Moment]) -> None:
        """Give the first that are pending what was told."""
        for (episode, action), moment in zip(self.pending, moments, strict=False):
            episode.take(moment, action)
        del self.pending[: len(moments)]

    def _request(self, some: Sequence[tuple[RemoteEpisode, str | None]]) -> bytes:
        if some[0][1] is None:
            return begin_request([episode.beginning for episode, _ in some], prompts=self.prompts)
        return step_request(
            [episode.slot for episode, _ in some],
            [action for _, action in some if action is not None],
            prompts=self.prompts,
        )
