"""Ask one engine for what another one said, and find the first answer that differs."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from hgpo_envs.alfworld.parity.transcript import Play, Said, Transcript, look

FIELDS = ("observation", "admissible", "won")


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Where two engines part.

    Attributes:
        step: the number of the state; 0 is the first one.
        command: what led to it.
        field: what differs: ``observation``, ``admissible`` or ``won``.
        original: what the original engine said; of admissible commands, those that only it has.
        ours: what our engine said; of admissible commands, those that only it has.
    """

    step: int
    command: str | None
    field: str
    original: str
    ours: str

    def as_dict(self) -> dict[str, object]:
        """Return it for a report."""
        return asdict(self)


def first_difference(transcript: Transcript, play: Play) -> Difference | None:
    """Give a play the commands of a transcript; return where it first answers otherwise."""
    for step, expected in enumerate(transcript):
        if expected.command is not None:
            play.command(expected.command)
        found = look(play, expected.command)
        for field in FIELDS:
            original, ours = getattr(expected, field), getattr(found, field)
            if original != ours:
                return _difference(step, expected, field, original, ours)
    return None


def _difference(
    step: int, expected: Said, field: str, original: object, ours: object
) -> Difference:
    if isinstance(original, tuple) and isinstance(ours, tuple) and set(original) != set(ours):
        original, ours = _only(original, ours), _only(ours, original)
    return Difference(
        step=step,
        command=expected.command,
        field=field,
        original=str(original),
        ours=str(ours),
    )


def _only(these: Iterable[str], those: Iterable[str]) -> list[str]:
    return sorted(set(these) - set(those))
