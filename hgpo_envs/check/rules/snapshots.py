"""Rules of snapshots: exact, independent of later play, and without effect."""

from collections.abc import Iterator

from hgpo_envs.check.lab import Lab
from hgpo_envs.check.rule import Breach, Rule
from hgpo_envs.check.told import Told, difference
from hgpo_envs.check.walk import Walk, begin, do, follow, play_again
from hgpo_envs.text_env import TextEnv

Cut = tuple[tuple[object, ...], list[Told]]
"""A snapshot in the middle of a walk, and what was told from there on."""


def restores(lab: Lab) -> Iterator[Breach]:
    """Go back to the middle of each walk, twice, after other episodes."""
    for number, walk in enumerate(lab.walks):
        snapshot, expected = _cut(lab.env, walk)
        for _ in range(2):
            other = lab.walks[number - 1]
            play_again(lab.env, other)
            lab.env.restore(snapshot)
            parts = difference(expected, _rest(lab.env, walk), start=1)
            if parts is not None:
                yield _parted(walk, "after restore", parts)
                break


def travels(lab: Lab) -> Iterator[Breach]:
    """Go on from a snapshot in another environment."""
    env = lab.fresh()
    env.reset(seed=lab.seed)
    for walk in lab.walks:
        snapshot, expected = _cut(lab.env, walk)
        env.restore(snapshot)
        parts = difference(expected, _rest(env, walk), start=1)
        if parts is not None:
            yield _parted(walk, "restored in another environment", parts)


def silent(lab: Lab) -> Iterator[Breach]:
    """Play walks with a snapshot before every step."""
    for walk in lab.walks:
        heard = [begin(lab.env, walk.task, walk.seed).told]
        for action in walk.actions:
            lab.env.snapshot()
            heard.append(do(lab.env, action).told)
        parts = difference(play_again(lab.env, walk), heard)
        if parts is not None:
            yield Breach(
                f"task {walk.task!r}: where snapshots were taken on the way, {parts}.",
                "Let save only read the world.",
            )


def _cut(env: TextEnv, walk: Walk) -> Cut:
    begin(env, walk.task, walk.seed)
    follow(env, walk.actions[: _middle(walk)])
    return env.snapshot(), _rest(env, walk)


def _rest(env: TextEnv, walk: Walk) -> list[Told]:
    return follow(env, walk.actions[_middle(walk) :])


def _middle(walk: Walk) -> int:
    return len(walk.actions) // 2


def _parted(walk: Walk, where: str, parts: str) -> Breach:
    return Breach(
        f"task {walk.task!r}, {where} from the middle of {len(walk.actions)} steps (counted from "
        f"there): {parts}.",
        "Let save return all of the world's state as a value that later play doesn't change "
        "(copy lists and dicts), and let load put all of it back.",
    )


RULES = (
    Rule(
        name="snapshot-restores",
        says="restore goes on from a snapshot exactly, as often as wanted.",
        look=restores,
    ),
    Rule(
        name="snapshot-travels",
        says="A snapshot goes on in another environment with the same tasks.",
        look=travels,
    ),
    Rule(name="snapshot-silent", says="Taking a snapshot changes nothing.", look=silent),
)
