from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hgpo_envs
from algorithms import StepBatch
from hgpo_envs.context import ContextWrapper, context_key
from hgpo_envs.errors import EnvInputError

ANCHORS = st.lists(st.sampled_from("abc"), min_size=1, max_size=8)


def test_keys_are_literals_that_every_process_computes() -> None:
    # h(x) = BLAKE2b-64(x); key at k = h(h(anchor t-k) … h(anchor t)), big-endian.
    assert context_key(["a"], 0) == 0xE31FC09C4F42FE9E
    assert context_key(["x", "a", "b"], 1) == 0x32F627DFD8FA4A42


def test_a_key_is_there_as_far_back_as_the_episode_goes() -> None:
    assert context_key([], 0) is None
    assert [context_key(["a", "b"], k) is None for k in range(4)] == [False, False, True, True]


def test_a_negative_k_is_refused() -> None:
    with pytest.raises(EnvInputError) as error:
        context_key(["a"], -1)
    assert str(error.value) == "a context key's k is -1; expected 0 or more earlier anchors."


@settings(deadline=None, derandomize=True)
@given(ANCHORS, ANCHORS, st.integers(0, 8))
def test_keys_are_equal_exactly_where_the_anchors_are(
    one: list[str], two: list[str], k: int
) -> None:
    here, there = context_key(one, k), context_key(two, k)
    if here is None or there is None:
        assert min(len(one), len(two)) <= k
    else:
        assert (here == there) == (one[-k - 1 :] == two[-k - 1 :])


@settings(deadline=None, derandomize=True)
@given(st.text(), st.text(), st.text(), st.text())
def test_where_one_anchor_ends_and_the_next_begins_counts(a: str, b: str, c: str, d: str) -> None:
    assert (context_key([a, b], 1) == context_key([c, d], 1)) == ((a, b) == (c, d))


def test_keys_group_recorded_steps_as_the_estimators_do() -> None:
    rng = np.random.default_rng(4)
    env = ContextWrapper(hgpo_envs.make("ALFWorld-v0", max_steps=14))
    rows: dict[str, list[object]] = {"group": [], "trajectory": [], "step": [], "anchor": []}
    keys: dict[int, list[int | None]] = {k: [] for k in range(5)}
    for trajectory, step in product(range(24), range(14)):
        group = trajectory // 8
        if step == 0:
            env.begin(options={"task": env.unwrapped.panel.ids[group]})
        rows["group"].append(group)
        rows["trajectory"].append(trajectory)
        rows["step"].append(step)
        rows["anchor"].append(env.anchor)
        for k, found in keys.items():
            found.append(env.context_key(k))
        # Few actions, so that members meet the same states again.
        actions = ("look", "inventory", *env.context.admissible_actions[:2])
        env.advance(actions[rng.integers(len(actions))])
    batch = StepBatch.from_arrays(
        group=rows["group"],
        trajectory=rows["trajectory"],
        step=rows["step"],
        reward=np.zeros(len(rows["step"])),
        anchor=rows["anchor"],
    )
    for k, found in keys.items():
        level = batch.level(k)
        assert [key is None for key in found] == (level == -1).tolist()
        known = np.flatnonzero(level != -1)
        pairs = {(level[row], (rows["group"][row], found[row])) for row in known}
        # As many pairs as levels and as keys: each level is one key and each key one level.
        assert len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})
        assert len(pairs) < len(known)
