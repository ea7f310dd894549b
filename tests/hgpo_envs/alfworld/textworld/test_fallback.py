"""What is played on the original engine because ours can't, and what is said about it."""

import json
import sys

import pytest
from constructs import NOBODYS, NOT_OURS, tiny

import hgpo_envs
from hgpo_envs.alfworld import engine, textworld
from hgpo_envs.alfworld.engines import FallbackWarning, read_with
from hgpo_envs.alfworld.textworld import machine, packages
from hgpo_envs.errors import EnvInputError, GameFileError, MissingPackageError, UnknownNameError

OURS = "the engine does not support."
INSTALL = (
    "Install the original engine with pip install 'hgpo-bench[textworld]' "
    "(in a checkout: make setup-textworld)"
)


@pytest.fixture
def no_textworld(monkeypatch):
    """Make the import of the original packages fail as if they were not installed."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "textworld"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textworld", None)
    # A machine that an earlier test made needs no import.
    monkeypatch.setattr(machine, "_idle", [])
    packages.packages.cache_clear()
    yield
    packages.packages.cache_clear()


@pytest.mark.parametrize("construct", [*NOT_OURS, *NOBODYS])
def test_what_our_engine_does_not_know_is_named(construct):
    content, reason = (NOT_OURS | NOBODYS)[construct]
    with pytest.raises(GameFileError) as error:
        read_with("fast", content, name="small")
    assert str(error.value) == f"can't play the game small: {reason} {OURS}"


@pytest.mark.parametrize("cost", ["(increase (total-cost) 1)", "(increase (total-cost) (far ?r))"])
def test_costs_of_actions_are_no_obstacle(cost):
    content = tiny()
    domain = content["pddl_domain"].replace("(seen ?r))", f"(and (seen ?r) {cost}))")
    assert cost in domain
    play = read_with("fast", content | {"pddl_domain": domain}, name="small").start()
    play.command("look")
    assert play.won


@pytest.mark.usefixtures("no_textworld")
def test_without_the_package_the_construct_the_game_and_the_remedy_are_named():
    content, reason = NOT_OURS["derived"]
    with pytest.raises(GameFileError) as error:
        read_with("auto", content, name="small")
    assert str(error.value) == (
        f"can't play the game small: {reason} {OURS} {INSTALL}; it may be able to play this."
    )


@pytest.mark.usefixtures("no_textworld")
def test_an_environment_on_a_missing_package_is_refused_when_it_is_made():
    for made in (
        lambda: hgpo_envs.make("ALFWorldTextWorld-v0"),
        lambda: hgpo_envs.make("ALFWorld-v0", engine="textworld"),
    ):
        with pytest.raises(MissingPackageError) as error:
            made()
        assert str(error.value) == (
            "the original engine of ALFWorld can't be imported: import of textworld halted; "
            f"None in sys.modules. {INSTALL}."
        )


@pytest.mark.usefixtures("no_textworld")
def test_what_our_engine_plays_needs_no_package():
    assert isinstance(read_with("auto", tiny(), name="small"), engine.Game)
    assert hgpo_envs.make("ALFWorld-v0").reset(seed=1)[1]["won"] is False


def test_an_unknown_engine_is_answered_with_the_known_ones():
    with pytest.raises(UnknownNameError) as error:
        hgpo_envs.make("ALFWorld-v0", engine="textwrld")
    assert str(error.value) == (
        "unknown engine 'textwrld'. Did you mean 'textworld'? Known: auto, fast, textworld."
    )


def test_an_environment_that_is_named_for_the_original_engine_has_no_other():
    with pytest.raises(EnvInputError) as error:
        hgpo_envs.make("ALFWorldTextWorld-v0", engine="fast")
    assert str(error.value) == (
        "engine is 'fast', and ALFWorldTextWorldEnv is there to play on 'textworld'. "
        "Leave the option out, or make ALFWorld-v0 with it."
    )


@pytest.mark.parametrize("content", [{}, [], {"pddl_domain": 3}])
def test_a_file_that_is_not_whole_is_no_matter_of_engines(content):
    said = []
    for name in ("fast", "auto"):
        with pytest.raises(GameFileError) as error:
            read_with(name, content, name="small")
        said.append(str(error.value))
    assert said[0] == said[1]
    assert said[0].startswith("can't read the game small: ")


@pytest.mark.slow
@pytest.mark.parametrize("construct", NOT_OURS)
def test_what_only_the_original_engine_plays_is_played_there_and_said(construct):
    content, reason = NOT_OURS[construct]
    with pytest.warns(FallbackWarning) as told:
        play = read_with("auto", content, name="small").start()
    assert [str(warning.message) for warning in told] == [
        f"can't play the game small: {reason} {OURS} It is played on the original engine "
        "instead, which is much slower."
    ]
    assert (play.text, play.admissible, play.won) == (
        "Hello. Your task is to: win.",
        ("look",),
        False,
    )
    assert (play.command("look"), play.won) == ("You see hall 1.", True)


@pytest.mark.slow
@pytest.mark.parametrize("construct", NOBODYS)
def test_what_neither_engine_plays_is_refused_with_both_reasons(construct):
    content, reason = NOBODYS[construct]
    with pytest.raises(GameFileError) as error:
        read_with("auto", content, name="small")
    assert str(error.value).startswith(
        f"can't play the game small: {reason} {OURS} Nor can the original engine: "
        "the original engine stops with "
    )


@pytest.mark.slow
def test_an_environment_plays_a_given_game_on_the_original_engine_and_says_so_once(tmp_path):
    path = tmp_path / "derived"
    path.write_text(json.dumps(NOT_OURS["derived"][0]))
    with pytest.warns(FallbackWarning) as told:
        env = hgpo_envs.make("ALFWorld-v0", games=[path])
    assert len(told) == 1
    # From here on a warning would fail the test.
    ends = [(env.reset()[1]["won"], env.step("look")[1:3]) for _ in range(2)]
    assert ends == [(False, (1.0, True))] * 2
    with pytest.raises(GameFileError, match=":derived"):
        hgpo_envs.make("ALFWorld-v0", games=[path], engine="fast")


@pytest.mark.slow
def test_a_game_that_the_original_engine_refused_leaves_it_able_to_play():
    for _ in range(2):
        with pytest.raises(GameFileError):
            textworld.read_game(NOBODYS["preferences"][0], name="small")
        play = textworld.read_game(tiny(), name="small").start()
        assert (play.command("look"), play.won) == ("You see hall 1.", True)
