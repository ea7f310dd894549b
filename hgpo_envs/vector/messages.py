"""What is said between the side that steers and a worker.

A request is a plain tuple (``hgpo_envs.vector.plain``), its first entry the verb:

``("make", RECIPE, SPEECH)``
    The recipe of the environments, as ``EnvRecipe.to_plain`` writes it; comes first. SPEECH says
    which messages these are; a worker that speaks others refuses. This request keeps its form.
``("begin", MEMBERS, PROMPTS)``
    Start episodes: MEMBERS are ``(slot, task, seed, actions)``, and the actions are done at once,
    which is how an episode that was lost with its worker is played again. PROMPTS says whether
    to render the prompts.
``("step", SLOTS, ACTIONS, PROMPTS)``
    Do one action in each of these slots.

An answer begins with one byte: ``READY`` (the names of the environments' extras follow),
``MOMENTS`` or ``FAILED``. To ``step`` it has one moment a slot; to ``begin`` one moment a member
for its start and one more for each action.
"""

import struct
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Final, NamedTuple, TypeAlias, cast

from hgpo_envs.errors import EnvInputError
from hgpo_envs.vector.plain import dumps, loads, marked


def _release() -> str:
    try:
        return version("hgpo-bench")
    except PackageNotFoundError:  # a folder of sources on the path
        return "not installed"


#: Which form the messages have, to be raised with every change of it, and of which release.
SPEECH: Final = f"1 (hgpo-bench {_release()})"

READY: Final = b"r"
MOMENTS: Final = b"m"
FAILED: Final = b"f"

TERMINATED, TRUNCATED, WON, INADMISSIBLE = 1, 2, 4, 8
ANCHORED, OPEN, LISTED = 16, 32, 64

_COUNT = struct.Struct("<I")
_HEAD = struct.Struct("<dBIIII")

#: ``(slot, task, seed, actions)``.
Member: TypeAlias = tuple[int, str, int | None, Sequence[str]]


class Moment(NamedTuple):
    """What one member is told after its start or after an action, still undecoded.

    Attributes:
        reward: what the action earned.
        flags: sum of ``TERMINATED``, ``TRUNCATED``, ``WON``, ``INADMISSIBLE``, of ``ANCHORED``
            where the anchor is another text than the observation, and of ``OPEN`` where any text
            is an action or ``LISTED`` where the actions are written as JSON.
        observation: the text in UTF-8; empty where the episode is over.
        actions: the admissible ones in UTF-8, a line each, unless ``flags`` say otherwise.
        facts: the rest of what a context is made of, as `hgpo_envs.vector.moments` writes it.
        prompt: the rendered context in UTF-8; empty where it wasn't asked for.
    """

    reward: float
    flags: int
    observation: bytes
    actions: bytes
    facts: bytes
    prompt: bytes


def make_request(recipe: dict[str, object]) -> bytes:
    """Ask for environments of a recipe.

    Raises:
        EnvInputError: the recipe has something that is not plain.
    """
    marked(recipe, "the recipe")  # so that an error names the place in the recipe
    return dumps(("make", recipe, SPEECH), "the request")


def begin_request(members: Sequence[Member], *, prompts: bool) -> bytes:
    """Ask for episodes to be started and, where there are actions, to be played up to there."""
    told = [(slot, task, seed, list(actions)) for slot, task, seed, actions in members]
    return dumps(("begin", told, prompts), "the request")


def step_request(slots: Sequence[int], actions: Sequence[str], *, prompts: bool) -> bytes:
    """Ask for one action in each slot."""
    return dumps(("step", list(slots), list(actions), prompts), "the request")


def read_request(request: bytes) -> tuple[object, ...]:
    """Return a request's verb and what goes with it."""
    return cast("tuple[object, ...]", loads(request))


def moments_answer(moments: Sequence[Moment]) -> bytes:
    """Write moments one behind the other: all heads first, then all texts."""
    heads = [
        _HEAD.pack(reward, flags, len(observation), len(actions), len(facts), len(prompt))
        for reward, flags, observation, actions, facts, prompt in moments
    ]
    texts = [text for moment in moments for text in moment[2:]]
    return b"".join((MOMENTS, _COUNT.pack(len(moments)), *heads, *texts))


def failed_answer(error: str, message: str, trace: str) -> bytes:
    """Say that a request failed: the error's class, its message, its traceback."""
    return FAILED + dumps((error, message, trace), "the failure")


def ready_answer(extras: Sequence[str]) -> bytes:
    """Say that environments can be made, and which extras they show."""
    return READY + dumps(tuple(extras), "the extras")


def read_ready(answer: bytes) -> tuple[str, ...]:
    """Return the names of the extras that a worker's environments show."""
    return cast("tuple[str, ...]", loads(memoryview(answer)[1:]))


def read_moments(answer: bytes) -> list[Moment]:
    """Return the moments of an answer of that kind."""
    (count,) = _COUNT.unpack_from(answer, 1)
    place = 1 + _COUNT.size
    start = place + count * _HEAD.size
    heads = answer[place:start]
    moments: list[Moment] = []
    new = tuple.__new__  # half the time of Moment(...)
    for reward, flags, observation, actions, facts, prompt in _HEAD.iter_unpack(heads):
        second = start + observation
        third = second + actions
        fourth = third + facts
        end = fourth + prompt
        texts = (answer[start:second], answer[second:third], answer[third:fourth])
        moments.append(new(Moment, (reward, flags, *texts, answer[fourth:end])))
        start = end
    return moments


class Failure(NamedTuple):
    """What ``failed_answer`` said."""

    error: str
    message: str
    trace: str


def read_failure(answer: bytes) -> Failure:
    """Return what went wrong on the other side.

    Raises:
        EnvInputError: the answer is of no kind that there is.
    """
    if answer[:1] != FAILED:
        raise EnvInputError(
            f"a worker's answer begins with {answer[:1]!r}; expected one of {READY!r}, "
            f"{MOMENTS!r} and {FAILED!r}. Both sides must have the same version of hgpo_envs."
        )
    return Failure(*cast("tuple[str, str, str]", loads(memoryview(answer)[1:])))
