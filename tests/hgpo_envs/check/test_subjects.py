"""What can be checked: ids, entries, classes, functions, environments."""

from collections.abc import Mapping
from functools import partial

import gymnasium
import pytest
from own_registry import own_registries
from worlds.broken.acting import Lavish, Strict
from worlds.hall import HALL, Hall, broken

import hgpo_envs
from hgpo_envs import TextEnv
from hgpo_envs.check import check
from hgpo_envs.check.recipe import Recipe
from hgpo_envs.check.subject import subject_of
from hgpo_envs.errors import EnvInputError, UnknownNameError

NEEDS_AN_ENTRY = ("entry-texts", "entry-options", "entry-splits", "entry-limits", "entry-template")
QUICK: Mapping[str, int] = {"tasks": 1, "steps": 6}


@pytest.fixture(autouse=True)
def own_session(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what a check registers be forgotten."""
    own_registries(monkeypatch)


def make_hall() -> TextEnv:
    return Hall(spec=HALL, split="train", max_steps=20)


@pytest.mark.parametrize("given", ["worlds.hall:HALL", "worlds.hall:Hall", HALL, Hall])
def test_an_entry_and_its_class_are_checked_in_full(given: object) -> None:
    report = check(given, **QUICK)
    assert report.subject == "Hall-v0 (split 'train')"
    assert report.broken == (), str(report)
    assert not set(report.not_tried).intersection({*NEEDS_AN_ENTRY, "worker", "same-elsewhere"})


def test_options_and_split_are_told_with_the_name() -> None:
    subject = subject_of("worlds.hall:Hall", split="test", options={"rooms": 3})
    assert subject.name == "Hall-v0 (split 'test', rooms=3)"
    assert subject.recipe is not None
    env = subject.recipe.make()
    assert isinstance(env, Hall)
    assert (env.rooms, env.panel.split) == (3, "test")


def test_a_class_that_no_entry_names_is_checked_under_one_made_up() -> None:
    report = check("worlds.broken.acting:Lavish", **QUICK)
    assert report.subject == "worlds.broken.acting:Lavish (no EnvSpec names it; split 'train')"
    assert set(NEEDS_AN_ENTRY) <= set(report.not_tried)
    assert "worker" not in report.not_tried
    assert report.broken == (), str(report)  # what it pays too much, only an entry could tell


def test_a_class_itself_stands_for_its_module_and_name() -> None:
    assert check(Strict, **QUICK).broken == ("after-end",)
    assert subject_of(Lavish).recipe == subject_of("worlds.broken.acting:Lavish").recipe


def test_a_function_of_a_module_is_played_in_other_processes_too() -> None:
    report = check("hgpo_envs:make", options={"id": "ALFWorld-v0"}, **QUICK, only=["worker"])
    assert report.broken == (), str(report)
    assert report.not_tried == ()


def test_a_local_function_is_checked_but_for_other_processes_and_options() -> None:
    report = check(lambda: make_hall(), **QUICK)
    assert report.broken == (), str(report)
    elsewhere = {"worker", "same-elsewhere", "panel-elsewhere"}
    with_options = {"actions-counted", "step-cap", "extras", "extras-unknown"}
    assert set(report.not_tried) == {*NEEDS_AN_ENTRY, *elsewhere, *with_options}


def test_a_partial_has_no_name_to_import() -> None:
    report = check(partial(make_hall), **QUICK, only=["worker", "replay"])
    assert report.not_tried == ("worker",)


def test_what_make_made_is_checked_by_its_id_and_options() -> None:
    hgpo_envs.register(HALL)
    env = hgpo_envs.make("Hall-v0", split="test", rooms=4)
    subject = subject_of(env)
    assert subject.name == "Hall-v0 (split 'test', rooms=4)"
    assert subject_of(gymnasium.make("hgpo_envs/Hall-v0", rooms=4)).name == (
        "Hall-v0 (split 'train', rooms=4)"
    )


def test_an_object_that_nothing_can_make_again_is_checked_as_far_as_it_goes() -> None:
    report = check(make_hall(), **QUICK)
    assert report.subject == "a Hall"
    assert report.broken == (), str(report)
    assert {"same-episode", "snapshot-travels", "worker"} <= set(report.not_tried)
    assert not {"replay", "snapshot-restores"} & set(report.not_tried)


def test_a_broken_object_is_found_out() -> None:
    env = Strict(spec=HALL, split="train", max_steps=20)
    assert check(env, **QUICK).broken == ("after-end",)


def test_an_environment_of_gymnasium_is_told_what_to_become() -> None:
    report = check(lambda: gymnasium.make("CartPole-v1"), only=["starts", "replay"])
    assert (report.broken, report.not_tried) == (("starts",), ("replay",))
    (breach,) = report.findings[0].breaches
    assert breach.seen.startswith("it is a gymnasium.wrappers.")
    assert breach.fix.startswith("Derive the class from hgpo_envs.TextEnv")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            "worlds.hall:Hal",
            "unknown name in worlds.hall 'Hal'. Did you mean 'HALL'? Known: Expert, HALL, Hall, "
            "State, broken.",
        ),
        (
            "worlds.nowhere:Hall",
            "the module of 'worlds.nowhere:Hall' can't be imported: No module named "
            "'worlds.nowhere'. Run in the folder that has it, or install its package.",
        ),
        (
            "worlds.hall:",
            "'worlds.hall:' can't be checked; expected an id of `hgpo envs` such as 'ALFWorld-v0', "
            "or 'module:Env' of your own.",
        ),
        (
            "worlds.hall:TASKS",
            "'worlds.hall:TASKS' is no environment but of type int; expected an EnvSpec, a class "
            "of environments, a function that makes one, or an environment.",
        ),
        (
            7,
            "7 is no environment but of type int; expected an EnvSpec, a class of environments, a "
            "function that makes one, or an environment.",
        ),
    ],
)
def test_what_can_not_be_checked_is_said_at_once(given: object, message: str) -> None:
    with pytest.raises(EnvInputError) as error:
        check(given)
    assert str(error.value) == message


def test_unknown_ids_options_and_rules_are_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match=r"Did you mean 'ALFWorld-v0'"):
        check("alfwrld")
    with pytest.raises(UnknownNameError, match=r"unknown option of Hall-v0 'room'.*'rooms'"):
        check(HALL, options={"room": 3})
    with pytest.raises(UnknownNameError, match=r"unknown option of Lavish 'room'.*'rooms'"):
        check(Lavish, options={"room": 3})
    with pytest.raises(UnknownNameError, match=r"unknown rule 'repaly'. Did you mean 'replay'"):
        check(HALL, only=["repaly"])


def test_options_of_what_is_made_already_are_refused() -> None:
    with pytest.raises(EnvInputError) as error:
        check(make_hall(), split="test")
    assert str(error.value) == (
        "a split or options were given for an environment that is already made. "
        "Make it with them, or give its id."
    )


@pytest.mark.parametrize("number", [0, True, 2.0])
def test_numbers_out_of_range_are_refused(number: int) -> None:
    with pytest.raises(EnvInputError) as error:
        check(HALL, tasks=number)
    assert str(error.value) == f"tasks is {number!r}; expected a whole number of at least 1."


def test_an_id_of_another_environment_is_not_taken() -> None:
    with pytest.raises(EnvInputError, match=r"is taken by"):
        check(broken(Hall, id="ALFWorld-v0"))


def test_a_recipe_comes_back_from_plain_data() -> None:
    recipe = Recipe(target=HALL.entry_point, spec=HALL, split="test", options={"rooms": 3})
    plain = recipe.to_plain()
    assert Recipe.from_plain(plain) == recipe
    assert plain["spec"]["options"] == dict(HALL.options)  # type: ignore[index]
