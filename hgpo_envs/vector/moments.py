"""What of a wrapped environment travels to the side that steers."""

from collections.abc import Sequence
from operator import is_

from hgpo_envs.context.turn import Turn
from hgpo_envs.context.wrapper import Context, ContextWrapper
from hgpo_envs.text_env import Info
from hgpo_envs.vector.messages import (
    ANCHORED,
    INADMISSIBLE,
    LISTED,
    OPEN,
    TERMINATED,
    TRUNCATED,
    WON,
    Moment,
)
from hgpo_envs.vector.plain import dumps

_KNOWN_APART = frozenset(("admissible_actions", "won", "inadmissible", "anchor"))


def moment_of(
    env: ContextWrapper,
    info: Info,
    *,
    reward: float = 0.0,
    terminated: bool = False,
    truncated: bool = False,
    prompt: bool = False,
) -> Moment:
    """Return what a member is told; where its episode is over, only how it ended.

    Raises:
        EnvInputError: ``info`` or the memory has something that is not plain.
    """
    flags = (
        TERMINATED * bool(terminated)
        | TRUNCATED * bool(truncated)
        | WON * bool(info["won"])
        | INADMISSIBLE * bool(info["inadmissible"])
    )
    if terminated or truncated:
        return Moment(reward, flags, b"", b"", b"", b"")
    context = env.context
    if info["anchor"] != context.observation:
        flags |= ANCHORED
    kind, actions = _written(context.admissible_actions)
    return Moment(
        reward,
        flags | kind,
        _utf8(context.observation),
        actions,
        dumps(_facts(env, info, context), "what the environment tells"),
        _utf8(context.text) if prompt else b"",
    )


def _facts(env: ContextWrapper, info: Info, context: Context) -> dict[str, object]:
    """Return what a context is made of besides its observation; what says nothing is left out."""
    facts: dict[str, object] = {
        "info": {name: value for name, value in info.items() if name not in _KNOWN_APART}
    }
    if info["anchor"] != context.observation:
        facts["anchor"] = info["anchor"]
    if context.turns:
        facts["turns"] = _told(context.turns, env.turns)
    if context.notes:
        facts["notes"] = list(context.notes)
    return facts


def _written(actions: Sequence[str] | None) -> tuple[int, bytes]:
    """Return how the actions are written, as a flag, and the text."""
    if actions is None:
        return OPEN, b""
    lines = "\n".join(actions)
    if lines.count("\n") == len(actions) - 1:
        return 0, _utf8(lines)
    return LISTED, dumps(list(actions), "the admissible actions")


def _told(shown: Sequence[Turn], turns: Sequence[Turn]) -> object:
    """Say which turns a memory shows: how many of the last ones, else each by number or in full.

    Those that are not the episode's own, such as turns of earlier episodes, go in full.
    """
    last = turns[-len(shown) :]
    if len(shown) == len(last) and all(map(is_, shown, last)):
        return len(shown)
    numbers = {id(turn): number for number, turn in enumerate(turns)}
    return [
        numbers.get(id(turn), (turn.observation, turn.action, turn.reward, dict(turn.info)))
        for turn in shown
    ]


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
