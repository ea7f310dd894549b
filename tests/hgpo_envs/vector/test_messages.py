import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from own_registry import own_registries
from worlds.loop_workers import loop_launcher
from worlds.unruly import UNRULY

from hgpo_envs.errors import EnvInputError
from hgpo_envs.vector import EnvRecipe, GroupVectorEnv
from hgpo_envs.vector.messages import (
    MOMENTS,
    Moment,
    begin_request,
    failed_answer,
    moments_answer,
    read_failure,
    read_moments,
    read_request,
    step_request,
)

BYTES = st.binary(max_size=9)
MOMENT = st.builds(
    Moment, st.floats(allow_nan=False), st.integers(0, 127), BYTES, BYTES, BYTES, BYTES
)


@given(st.lists(MOMENT, max_size=5))
@settings(deadline=None, derandomize=True)
def test_moments_come_back_as_they_were(moments: list[Moment]) -> None:
    answer = moments_answer(moments)
    assert answer[:1] == MOMENTS
    assert read_moments(answer) == moments


def test_requests_are_read_as_they_were_written() -> None:
    begin = begin_request([(3, "task\ud800", None, ["look"]), (4, "b", 7, ())], prompts=True)
    assert read_request(begin) == (
        "begin",
        [(3, "task\ud800", None, ["look"]), (4, "b", 7, [])],
        True,
    )
    step = step_request([3, 4], ["look", "go\nnorth"], prompts=False)
    assert read_request(step) == ("step", [3, 4], ["look", "go\nnorth"], False)


def test_a_failure_is_read_as_it_was_told() -> None:
    assert read_failure(failed_answer("KeyError", "'x'", "trace")) == ("KeyError", "'x'", "trace")


def test_an_answer_of_another_version_is_refused() -> None:
    with pytest.raises(EnvInputError) as error:
        read_failure(b"?what")
    assert str(error.value) == (
        "a worker's answer begins with b'?'; expected one of b'r', b'm' and b'f'. Both sides must "
        "have the same version of hgpo_envs."
    )


@pytest.mark.parametrize(
    "offered",
    [None, [], [""], ["", ""], ["a"], ["a", "b"], ["a\nb"], ["a\n", "b"], ["é\ud800", "\r", " "]],
)
def test_admissible_actions_of_any_kind_arrive(
    offered: list[str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_registries(monkeypatch, UNRULY)
    told = []
    for workers in (0, 1):
        vector = GroupVectorEnv(
            EnvRecipe(id="Unruly-v0", memory={"kind": "full"}),
            group_size=1,
            workers=workers,
            launch=loop_launcher(),
        )
        vector.reset(["a"])
        vector.step([f"offer {json.dumps(offered)}"])
        (context,) = vector.contexts()
        seen = context.admissible_actions
        vector.step(["look"])
        (context,) = vector.contexts()
        told.append((seen, context.turns, vector.anchors()))
    assert told[0] == told[1]
    assert told[1][0] == (None if offered is None else tuple(offered))
    assert told[1][1][1].info["offered"] == (json.dumps(offered),)
