"""What an episode's turns amount to, told by rules that know no environment.

An action is a verb and a thing: ``go to desk 1``, ``search[red shoes]``. What it led to is the
next observation; whether it was refused stands in the info of that one (``inadmissible``).
"""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from hgpo_envs.context.turn import Turn

_BRACKETED = re.compile(r"\s*(\w+)\s*\[(.*)\]\s*", re.DOTALL)
_PIECES = re.compile(r"\s*(?:\[SEP\]|\n)\s*")
_PARTICLES = ("to ", "up ", "for ")

PLACES, TAKEN, PUT, SEARCHED, OTHER = (
    "Places been to",
    "Taken",
    "Put away",
    "Searched for",
    "Also done",
)
REFUSED = "Refused"
HEADINGS = (PLACES, TAKEN, PUT, SEARCHED, OTHER, REFUSED)
_HEADING_OF: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("go", "enter", "visit", "walk"), PLACES),
        **dict.fromkeys(("take", "get", "grab", "pick"), TAKEN),
        **dict.fromkeys(("put", "place", "move", "drop", "insert"), PUT),
        "search": SEARCHED,
    }
)
_WITH_RESULT = frozenset({PLACES, SEARCHED, OTHER})


class Deed(NamedTuple):
    """One action and what came of it.

    Attributes:
        heading: what kind of deed it is, one of `HEADINGS`.
        thing: what it was done to; the whole action where its verb says no kind, or where it
            was refused.
        result: what is new in the observation after it; empty where the heading says enough.
    """

    heading: str
    thing: str
    result: str


def read_deed(action: str, outcome: Turn | None, *, known: frozenset[str]) -> Deed:
    """Tell an action and what came of it.

    Args:
        action: the action.
        outcome: the turn after it; None where it is not told yet.
        known: pieces of text that are nothing new.

    Example:
        >>> read_deed("take mug 1 from desk 1", None, known=frozenset())
        Deed(heading='Taken', thing='mug 1 from desk 1', result='')
    """
    whole = " ".join(action.split())
    if outcome is not None and outcome.info.get("inadmissible"):
        return Deed(REFUSED, whole, "")
    verb, thing = _verb_and_thing(action)
    heading = _HEADING_OF.get(verb.lower(), OTHER) if thing else OTHER
    told = outcome is not None and heading in _WITH_RESULT
    result = _news(outcome.observation, known) if outcome is not None and told else ""
    return Deed(heading, whole if heading == OTHER else thing, result)


def read_deeds(instruction: str, turns: Sequence[Turn], told: int) -> list[Deed]:
    """Tell the first ``told`` of the turns, in their order."""
    known = frozenset([*pieces(instruction), *(pieces(turns[0].observation) if turns else ())])
    after = [*turns[1 : told + 1], None]
    return [
        read_deed(turn.action, outcome, known=known)
        for turn, outcome in zip(turns[:told], after, strict=False)
    ]


def pieces(text: str) -> list[str]:
    """Split a text where its lines or its ``[SEP]`` stand.

    Example:
        >>> pieces("Back to Search [SEP] Page 1")
        ['Back to Search', 'Page 1']
    """
    return [piece for piece in _PIECES.split(text.strip()) if piece]


def _verb_and_thing(action: str) -> tuple[str, str]:
    bracketed = _BRACKETED.fullmatch(action)
    if bracketed is not None:
        return bracketed[1], " ".join(bracketed[2].split())
    verb, _, thing = " ".join(action.split()).partition(" ")
    for particle in _PARTICLES:
        thing = thing.removeprefix(particle)
    return verb, thing


def _news(observation: str, known: frozenset[str]) -> str:
    return "; ".join(piece for piece in pieces(observation) if piece not in known)
