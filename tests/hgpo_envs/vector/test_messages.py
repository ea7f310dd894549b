import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from own_registry import own_registries
from worlds.loop_workers import loop_launcher
from worlds.unruly import UNRULY

from hgpo_envs.errors import EnvInputError
from hgpo_envs.vector import EnvRecipe, GroupVectorEnv
from hgpo_envs.vector.host import Host
from hgpo_envs.vector.messages import (
    MOMENTS,
    READY,
    SPEECH,
    Moment,
    begin_request,
    failed_answer,
    make_request,
    moments_answer,
    read_failure,
    read_moments,
    read_request,
    step_request,
)
from hgpo_envs.vector.plain import dumps

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


@pytest.mark.parametrize("speech", ["0 (hgpo-bench 0.0.9)", None])
def test_a_worker_of_another_version_refuses(
    speech: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_registries(monkeypatch, UNRULY)
    recipe = EnvRecipe(id="Unruly-v0").to_plain()
    host = Host()
    assert host.answer(make_request(recipe))[:1] == READY
    told = ("make", recipe) if speech is None else ("make", recipe, speech)
    refused = read_failure(host.answer(dumps(told, "it")))
    assert (refused.error, refused.message) == (
        "EnvInputError",
        f"the process that steers speaks messages {speech or 'unnamed'}, and its worker {SPEECH}. "
        "Install the same version of hgpo-bench on every machine; where it was changed while the "
        "process ran, start the process again.",
    )


def test_the_form_of_messages_is_the_one_that_speech_numbers() -> None:
    # Whoever changes one of these literals changes the form: raise the number in SPEECH with it.
    assert SPEECH.startswith("1 (hgpo-bench ")
    assert begin_request([(3, "t", None, ["look"])], prompts=True) == (
        b'{"()":["begin",[{"()":[3,"t",null,["look"]]}],true]}'
    )
    assert step_request([3], ["look"], prompts=False) == b'{"()":["step",[3],["look"],false]}'
    # a byte, the count in 4, then of each moment 8 of reward, 1 of flags, 4 lengths of 4 each
    assert moments_answer([Moment(1.0, 6, b"o", b"ac", b"fff", b"")]) == (
        b"m\x01\0\0\0" + b"\0\0\0\0\0\0\xf0?" + b"\x06"
        b"\x01\0\0\0\x02\0\0\0\x03\0\0\0\0\0\0\0" + b"oacfff"
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
