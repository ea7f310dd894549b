import numpy as np

from harness.refill import joined, of_groups, refill, with_contrast
from harness.rollout import Rollout


def rollout(tasks: str, rewards: list[list[float]]) -> Rollout:
    """Two members a task, two steps a member; a member's reward comes at its second step."""
    flat = [reward for group in rewards for reward in group]
    members = np.repeat(np.arange(len(flat)), 2)
    earned = [part for reward in flat for part in (0.0, reward)]
    return Rollout(
        tasks=tuple(tasks),
        group_size=2,
        member=members,
        step=np.tile([0, 1], len(flat)),
        reward=np.asarray(earned),
        anchors=tuple(f"{tasks[m // 2]}{m % 2}" for m in members.tolist()),
        actions=tuple(f"go {m}" for m in members.tolist()),
        inadmissible=np.zeros(len(members), np.bool_),
        format_invalid=np.zeros(len(members), np.bool_),
        samples=tuple(range(len(members))),
        won=np.asarray(flat) == 1.0,
        length=np.full(len(flat), 2),
    )


def test_a_group_has_contrast_if_its_returns_differ() -> None:
    played = rollout("abc", [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    assert with_contrast(played) == [1]


def test_rounds_are_played_until_the_batch_is_full() -> None:
    asked = []

    def further():
        for tasks, rewards in (("cd", [[1.0, 0.5], [0.0, 1.0]]), ("ef", [[1.0, 0.0], [0.0, 0.0]])):
            asked.append(tasks)
            yield rollout(tasks, rewards)

    sampled = refill(rollout("ab", [[0.0, 0.0], [0.0, 1.0]]), further(), wanted=2)
    assert asked == ["cd"]
    assert (sampled.rounds, sampled.played.tasks) == (2, ("a", "b", "c", "d"))
    assert sampled.learned.tasks == ("b", "c")
    assert sampled.learned.returns().tolist() == [0.0, 1.0, 1.0, 0.5]
    assert sampled.learned.anchors == ("b0", "b0", "b1", "b1", "c0", "c0", "c1", "c1")
    assert sampled.learned.member.tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert sampled.learned.samples == (4, 5, 6, 7, 0, 1, 2, 3)


def test_a_batch_without_contrast_is_empty_when_the_rounds_end() -> None:
    sampled = refill(rollout("a", [[1.0, 1.0]]), iter([rollout("b", [[0.0, 0.0]])]), wanted=1)
    assert (sampled.rounds, sampled.learned.tasks, len(sampled.learned)) == (2, (), 0)
    assert sampled.played.won.tolist() == [True, True, False, False]


def test_what_is_cut_out_of_a_join_is_what_was_joined() -> None:
    first, second = rollout("ab", [[0.0, 0.0], [0.0, 1.0]]), rollout("c", [[0.5, 1.0]])
    again = of_groups(joined(first, second), [2])
    for name in Rollout.__dataclass_fields__:
        np.testing.assert_array_equal(getattr(again, name), getattr(second, name))
