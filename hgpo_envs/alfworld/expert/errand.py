"""Read from a task sentence what has to be done."""

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """What a task asks for; an unknown part is an empty string."""

    thing: str
    """The object type to fetch."""
    target: str
    """The receptacle type to bring it to, or the lamp to hold it under."""
    treatment: str = ""
    """``clean``, ``heat`` or ``cool``, if the thing has to be treated first."""
    also: str = ""
    """A second treatment, if there is one."""
    count: int = 1
    under_lamp: bool = False


_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?P<look>look at) (?:the |a |some )?(?P<thing>\w+) under the (?P<target>\w+)",
        r"(?P<look>examine) (?:the |a |some )?(?P<thing>\w+) with the (?P<target>\w+)",
        r"find (?P<many>two|three) (?P<thing>\w+) and put them in (?P<target>\w+)",
        r"put (?P<many>two|three) (?P<thing>\w+) in (?P<target>\w+)",
        r"(?P<how>clean|heat|cool)(?: and (?P<also>clean|heat|cool))? some (?P<thing>\w+) and put "
        r"it in (?P<target>\w+)",
        r"put a (?P<how>clean|hot|cool)(?: and (?P<also>clean|hot|cool))? (?P<thing>\w+) in "
        r"(?P<target>\w+)",
        r"put (?:some|a) (?P<thing>\w+) (?:on|in) (?P<target>\w+)",
    )
)
_TREATMENT_WORDS = {
    word: treatment
    for treatment, words in {
        "clean": "clean cleaned wash washed rinse rinsed",
        "heat": "hot heat heated warm warmed cook cooked microwaved",
        "cool": "cool cooled cold chill chilled",
    }.items()
    for word in words.split()
}


def read_errands(
    text: str, things: Iterable[str], receptacles: Iterable[str]
) -> tuple[Errand, ...]:
    """Read from a game's opening text all that is to be done, in the order of its sentence.

    Args:
        text: the opening text, or the task's sentence alone.
        things: the object types that the expert knows.
        receptacles: the receptacle types that it has seen.

    Example:
        >>> text = "Your task is to: put some pen on bed, and put a hot egg in fridge."
        >>> [errand.thing for errand in read_errands(text, (), ())]
        ['pen', 'egg']
    """
    errands = [_match(part) for part in _sentence(text).split(", and ")]
    if len(errands) > 1 and all(errands):
        return tuple(errand for errand in errands if errand)
    return (read_errand(text, things, receptacles),)


def read_errand(text: str, things: Iterable[str], receptacles: Iterable[str]) -> Errand:
    """Read the errand from a game's opening text.

    The sentences of the official and the generated games are read exactly; from any other
    wording the expert picks out the types that it knows, as well as that goes.

    Args:
        text: the opening text, or the task's sentence alone.
        things: the object types that the expert knows.
        receptacles: the receptacle types in the room.

    Example:
        >>> read_errand("Your task is to: put a hot mug in desk.", ["mug"], ["desk"]).treatment
        'heat'
    """
    sentence = _sentence(text)
    return _match(sentence) or _guess(sentence, things, receptacles)


def _sentence(text: str) -> str:
    return text.lower().rpartition("your task is to:")[2].strip()


def _match(sentence: str) -> Errand | None:
    for pattern in _PATTERNS:
        if match := pattern.match(sentence):
            parts = match.groupdict()
            return Errand(
                thing=parts["thing"],
                target=parts["target"],
                treatment=_TREATMENT_WORDS.get(parts.get("how") or "", ""),
                also=_TREATMENT_WORDS.get(parts.get("also") or "", ""),
                count={"two": 2, "three": 3}.get(parts.get("many") or "", 1),
                under_lamp="look" in parts,
            )
    return None


def _guess(sentence: str, things: Iterable[str], receptacles: Iterable[str]) -> Errand:
    squeezed = re.sub(r"[^a-z]", "", sentence)
    words = re.findall(r"[a-z]+", sentence)
    lamp = next((name for name in ("desklamp", "floorlamp") if name in squeezed), "")
    under_lamp = bool(lamp) or "lamp" in words or "light" in words
    target = _last_named(squeezed, receptacles)
    how = next((_TREATMENT_WORDS[word] for word in words if word in _TREATMENT_WORDS), "")
    return Errand(
        thing=_last_named(squeezed.replace(target, "") if target else squeezed, things),
        target=(lamp or "desklamp") if under_lamp else target,
        treatment="" if under_lamp else how,
        count=2 if {"two", "both", "pair"} & set(words) else 1,
        under_lamp=under_lamp,
    )


def _last_named(text: str, names: Iterable[str]) -> str:
    """Return the name found furthest to the right, the longest one there; "" if none is."""
    found = [(text.rfind(name) + len(name), len(name), name) for name in names if name in text]
    return max(found)[2] if found else ""
