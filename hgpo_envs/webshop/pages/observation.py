"""What an agent is shown of a page: one of four renderings, and what stood before it."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from hgpo_envs.errors import UnknownNameError
from hgpo_envs.suggest import unknown_name
from hgpo_envs.webshop.pages.text import SEPARATOR, plain_text, rich_text
from hgpo_envs.webshop.session.address import address
from hgpo_envs.webshop.visit import Visit

Rendering = Callable[[Visit], str]


def rendering(name: str) -> Rendering:
    """Return the rendering of that name: ``text``, ``text_rich``, ``html`` or ``url``.

    Raises:
        UnknownNameError: there is none of that name.
    """
    if name not in tuple(RENDERINGS):
        raise UnknownNameError(unknown_name("observation", str(name), RENDERINGS))
    return RENDERINGS[name]


def _text(visit: Visit) -> str:
    return plain_text(visit.page)


def _text_rich(visit: Visit) -> str:
    state, rules = visit.state, visit.rules
    return rich_text(visit.page, state, address(state, rules.session) if rules.upstream else None)


def _html(visit: Visit) -> str:
    from hgpo_envs.webshop.pages.html import html

    return html(visit.page, visit.state, shop=visit.shop, rules=visit.rules)


def _url(visit: Visit) -> str:
    return address(visit.state, visit.rules.session)


RENDERINGS: Mapping[str, Rendering] = {
    "text": _text,
    "text_rich": _text_rich,
    "html": _html,
    "url": _url,
}


class History(NamedTuple):
    """The latest observations and actions, put before an observation as the original does.

    Attributes:
        observations: the latest ones, oldest first.
        actions: likewise.
        keep_observations: how many are shown.
        keep_actions: likewise.
    """

    observations: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    keep_observations: int = 0
    keep_actions: int = 0

    def seen(self, observation: str) -> "History":
        """Return the history after an observation."""
        kept = (*self.observations, observation)[-self.keep_observations :]
        return self._replace(observations=kept if self.keep_observations else ())

    def done(self, action: str) -> "History":
        """Return the history after an action."""
        kept = (*self.actions, action)[-self.keep_actions :]
        return self._replace(actions=kept if self.keep_actions else ())

    def before(self, observation: str) -> str:
        """Return an observation with what came before it, the oldest first."""
        texts = [observation]
        for age in range(1, 1 + max(len(self.observations), len(self.actions))):
            texts += self.actions[-age:][:1] if age <= len(self.actions) else ()
            texts += self.observations[-age:][:1] if age <= len(self.observations) else ()
        return SEPARATOR.join(reversed(texts))
