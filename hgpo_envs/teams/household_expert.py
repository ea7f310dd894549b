"""Scripts for a planner and an executor in a household."""

from collections.abc import Sequence

from hgpo_envs.alfworld.expert import ExploringExpert

_DONE, _SAYS, _SILENT = "The executor did: ", "The planner says: ", "The planner is silent."


class HouseholdScript:
    r"""Two scripted players: one explores and says what to do, the other does what it hears.

    The planner's script sees the planner's observations alone, the executor's script those of the
    executor, of which it keeps nothing.

    Example:
        >>> team = HouseholdScript()
        >>> team.reset("You see a desk 1. Your task is to: put a pen in desk.")
        >>> team.act("It is dark.\n\nThe planner says: go to desk 1", ("go to desk 1", "look"))
        'go to desk 1'
    """

    def __init__(self) -> None:
        self._planner = ExploringExpert()

    def reset(self, opening_text: str) -> None:
        """Read the planner's first observation."""
        self._planner.reset(opening_text)

    def act(self, observation: str, admissible: Sequence[str]) -> str:
        """Act as the member whose observation it is."""
        _, said, message = observation.rpartition(_SAYS)
        if said:
            return message if message in admissible else "look"
        if observation.endswith(_SILENT):
            return "look"
        first, _, rest = observation.partition("\n")
        return self._planner.act(rest if first.startswith(_DONE) else observation, admissible)
