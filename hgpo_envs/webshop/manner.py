"""How an environment shows the shop to an agent."""

from dataclasses import dataclass

from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.suggest import unknown_name
from hgpo_envs.webshop.pages.observation import History, rendering
from hgpo_envs.webshop.session.moves import Rules

UPSTREAM = "upstream"


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """What of a page is shown, and which of the original's ways are kept.

    Attributes:
        observation: ``"text"``, ``"text_rich"``, ``"html"`` or ``"url"``.
        compat: ``"upstream"`` brings back what is cured by default: page kinds read from
            addresses, hidden commands in queries, tasks drawn by their weights. None: nothing.
        show_attrs: whether products have a page of their attributes.
        num_prev_obs: how many earlier observations stand before each.
        num_prev_actions: how many earlier actions stand there too.
    """

    observation: str = "text"
    compat: str | None = None
    show_attrs: bool = False
    num_prev_obs: int = 0
    num_prev_actions: int = 0

    def __post_init__(self) -> None:
        """Refuse what has no meaning.

        Raises:
            UnknownNameError: an unknown observation or compat.
            EnvInputError: ``show_attrs`` is no truth value, or a number is none or below 0.
        """
        rendering(self.observation)
        if self.compat not in (None, UPSTREAM):
            raise UnknownNameError(unknown_name("compat", str(self.compat), [UPSTREAM]))
        if not isinstance(self.show_attrs, bool):
            raise EnvInputError(f"show_attrs is {self.show_attrs!r}; expected True or False.")
        for name in ("num_prev_obs", "num_prev_actions"):
            given = getattr(self, name)
            if isinstance(given, bool) or not isinstance(given, int) or given < 0:
                raise EnvInputError(f"{name} is {given!r}; expected a whole number of at least 0.")

    @property
    def is_upstream(self) -> bool:
        """Whether the original's ways are kept."""
        return self.compat == UPSTREAM

    def rules(self, session: str) -> Rules:
        """Return the rules of a visit of that name."""
        return Rules(session=session, upstream=self.is_upstream, show_attrs=self.show_attrs)

    def history(self) -> History:
        """Return the empty history of a new episode."""
        return History(keep_observations=self.num_prev_obs, keep_actions=self.num_prev_actions)
