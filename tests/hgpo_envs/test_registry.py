import subprocess
import sys
import warnings
from dataclasses import replace
from importlib.metadata import EntryPoint

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from worlds.number_guess import NUMBER_GUESS, NumberGuess

import hgpo_envs
from hgpo_envs import ENVS, EnvSpec, installed, registry
from hgpo_envs.adapters.table import ADAPTED
from hgpo_envs.alfworld.env import ALFWorldEnv
from hgpo_envs.errors import EnvInputError, UnknownNameError

GYMNASIUM_ID = "hgpo_envs:hgpo_envs/ALFWorld-v0"


@pytest.fixture
def other_packages(monkeypatch: pytest.MonkeyPatch) -> list[EntryPoint]:
    """Return the entry points that the registry will find."""
    found: list[EntryPoint] = []
    monkeypatch.setattr(installed, "entry_points", lambda group: [*found])
    installed.installed.cache_clear()
    installed.load_installed.cache_clear()
    yield found
    monkeypatch.undo()
    installed.installed.cache_clear()
    installed.load_installed.cache_clear()


SLOW = {"ALFWorldTextWorld-v0", "WebShopBrowser-v0"}
OFFICIAL_ONLY = {"WebShop-v0", "WebShopSmall-v0"}
"""Ids that play nothing without data; they are checked where the data is."""
ADAPTED_IDS = {entry.id for entry in ADAPTED}
"""Ids of other packages' environments; they are checked with their adapters."""


@pytest.mark.parametrize(
    "entry",
    [
        pytest.param(entry, marks=[pytest.mark.slow] if entry.id in SLOW else [])
        for entry in ENVS
        if entry.id not in OFFICIAL_ONLY | ADAPTED_IDS
    ],
    ids=lambda entry: entry.id,
)
def test_gymnasium_checks_every_environment_without_a_warning(entry: EnvSpec) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(hgpo_envs.make(entry.id))
        check_env(gymnasium.make(f"hgpo_envs:hgpo_envs/{entry.id}").unwrapped)


def test_gymnasium_checks_a_world_of_open_actions_without_a_warning(number_guess: EnvSpec) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(hgpo_envs.make(number_guess.id))
        check_env(gymnasium.make(f"hgpo_envs/{number_guess.id}").unwrapped)


def test_gymnasium_makes_the_environment_with_its_options() -> None:
    env = gymnasium.make(GYMNASIUM_ID, split="gen_unseen", max_steps=2, extras=("facts",))
    world = env.unwrapped
    assert isinstance(world, ALFWorldEnv)
    assert (world.panel.split, world.max_steps, world.extras) == ("gen_unseen", 2, ("facts",))


def test_what_make_made_gymnasium_makes_again_from_its_spec() -> None:
    env = hgpo_envs.make("ALFWorld-v0", split="gen_seen", max_steps=3)
    assert env.spec is not None
    again = gymnasium.make(env.spec).unwrapped
    assert isinstance(again, ALFWorldEnv)
    assert (again.panel.hash, again.max_steps) == (env.panel.hash, 3)


def test_gymnasium_plays_a_vector_of_environments() -> None:
    vector = gymnasium.make_vec(GYMNASIUM_ID, num_envs=2, split="gen_seen")
    observations, info = vector.reset(seed=5)
    alone = [hgpo_envs.make("ALFWorld-v0", split="gen_seen") for _ in range(2)]
    first = [env.reset(seed=seed) for env, seed in zip(alone, (5, 6), strict=True)]
    assert observations == tuple(text for text, _ in first)
    assert list(info["task"]) == [facts["task"] for _, facts in first]
    observations, *_ = vector.step(["inventory", "look"])
    second = [env.step(act)[0] for env, act in zip(alone, ("inventory", "look"), strict=True)]
    assert observations == tuple(second)
    vector.close()


def test_gymnasium_refuses_shared_memory_that_would_show_one_text_for_ever() -> None:
    with pytest.raises(ValueError, match="shared_memory=False") as error:
        gymnasium.make_vec(
            GYMNASIUM_ID,
            num_envs=1,
            vectorization_mode="async",
            vector_kwargs={"shared_memory": True},
        )
    assert str(error.value.__cause__) == (
        "text can't be kept in shared memory; use shared_memory=False"
    )


@pytest.mark.slow
def test_gymnasium_plays_environments_in_processes() -> None:
    vector = gymnasium.make_vec(
        GYMNASIUM_ID,
        num_envs=2,
        vectorization_mode="async",
        vector_kwargs={"shared_memory": False},
    )
    vector.reset(seed=1)
    observations, *_ = vector.step(["look", "inventory"])
    vector.close()
    assert observations == (
        "You are in the middle of a room. Looking quickly around you, you see nothing.",
        "You are not carrying anything.",
    )


def test_an_environment_goes_by_its_id_and_by_its_name() -> None:
    assert hgpo_envs.spec("ALFWorld-v0") is hgpo_envs.spec("alfworld")
    assert hgpo_envs.make("alfworld").panel.env_id == "ALFWorld-v0"


def test_the_default_split_is_a_generated_one_with_or_without_data(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("ALFWORLD_DATA", raising=False)
    without = hgpo_envs.make("ALFWorld-v0").panel
    monkeypatch.setenv("ALFWORLD_DATA", "/somewhere")
    assert without.split == "gen_train"
    assert hgpo_envs.make("ALFWorld-v0").panel.hash == without.hash


def test_an_unknown_environment_is_answered_with_the_nearest() -> None:
    known = ", ".join(sorted(entry.id for entry in ENVS))
    with pytest.raises(UnknownNameError) as error:
        hgpo_envs.make("alfwrld")
    assert str(error.value) == (
        f"unknown environment 'alfwrld'. Did you mean 'ALFWorld-v0'? Known: {known}."
    )


def test_an_unknown_split_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError) as error:
        hgpo_envs.make("ALFWorld-v0", split="valid_sen")
    assert str(error.value) == (
        "unknown split of ALFWorld-v0 'valid_sen'. Did you mean 'valid_seen'? Known: "
        "gen_seen, gen_train, gen_unseen, train, valid_seen, valid_train, valid_unseen."
    )


def test_an_unknown_option_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError) as error:
        hgpo_envs.make("ALFWorld-v0", max_step=3)
    assert str(error.value) == (
        "unknown option of ALFWorld-v0 'max_step'. Did you mean 'max_steps'? Known: "
        "data, difficulty, engine, extras, filters, games, goal, goal_seed, max_steps, "
        "render_mode, task_types."
    )


def test_a_registered_environment_is_made_by_id_and_by_name(number_guess: EnvSpec) -> None:
    assert hgpo_envs.specs()["NumberGuess-v0"] is number_guess
    env = hgpo_envs.make("numberguess", split="exam", highest=9)
    assert isinstance(env, NumberGuess)
    assert env.panel.split == "exam"
    assert env.max_steps == 8


def test_registering_the_same_entry_again_changes_nothing(number_guess: EnvSpec) -> None:
    hgpo_envs.register(number_guess)
    assert list(hgpo_envs.specs()).count("NumberGuess-v0") == 1


def test_an_id_that_is_taken_is_refused(number_guess: EnvSpec) -> None:
    other = EnvSpec(
        id="NumberGuess-v0", entry_point="x:Y", splits=("a",), default_split="a", max_steps=1
    )
    with pytest.raises(EnvInputError) as error:
        hgpo_envs.register(other)
    assert str(error.value) == (
        "environment id 'NumberGuess-v0' is taken by 'worlds.number_guess:NumberGuess'. "
        "Choose another name, or raise the version."
    )


def test_a_registered_name_never_takes_the_place_of_one_of_ours(number_guess: EnvSpec) -> None:
    impostor = EnvSpec(
        id="ALFWORLD-v7", entry_point="x:Y", splits=("a",), default_split="a", max_steps=1
    )
    hgpo_envs.register(impostor)
    assert hgpo_envs.spec("alfworld").id == "ALFWorld-v0"


def test_an_entry_point_that_is_not_there_is_named(number_guess: EnvSpec) -> None:
    for entry_point, why in [
        ("worlds.nowhere:Env", "No module named 'worlds.nowhere'"),
        (
            "worlds.number_guess:Nothing",
            "module 'worlds.number_guess' has no attribute 'Nothing'",
        ),
    ]:
        broken = EnvSpec(
            id=f"{entry_point.partition(':')[2]}-v0",
            entry_point=entry_point,
            splits=("a",),
            default_split="a",
            max_steps=1,
        )
        registry._session[broken.id] = broken
        with pytest.raises(EnvInputError) as error:
            hgpo_envs.make(broken.id)
        assert str(error.value) == (
            f"the entry point {entry_point!r} can't be imported: {why}. "
            "Expected 'module:Class' of an installed package."
        )


def test_an_entry_point_that_makes_something_else_is_refused(number_guess: EnvSpec) -> None:
    strange = EnvSpec(
        id="Strange-v0",
        entry_point="worlds.number_guess:stranger",
        splits=("a",),
        default_split="a",
        max_steps=1,
    )
    hgpo_envs.register(strange)
    with pytest.raises(EnvInputError) as error:
        hgpo_envs.make("Strange-v0")
    assert str(error.value) == ("worlds.number_guess:stranger made a dict; expected a TextEnv.")


def test_an_entry_point_that_does_not_take_what_it_is_given_is_refused(
    number_guess: EnvSpec,
) -> None:
    careless = EnvSpec(
        id="Careless-v0",
        entry_point="worlds.number_guess:careless",
        splits=("a",),
        default_split="a",
        max_steps=1,
    )
    hgpo_envs.register(careless)
    with pytest.raises(EnvInputError) as error:
        hgpo_envs.make("Careless-v0")
    assert str(error.value) == (
        "worlds.number_guess:careless takes no argument 'spec'; what makes an environment takes "
        "spec=, split= and max_steps=, and the options of its own."
    )


def guess(value: str, name: str = "NumberGuess-v0") -> EntryPoint:
    """Return an entry point as a package would bring it."""
    return EntryPoint(name, f"worlds.{value}", "hgpo_envs")


@pytest.fixture
def own_gymnasium_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gymnasium.envs.registration, "registry", dict(gymnasium.registry))
    monkeypatch.setattr(gymnasium, "registry", gymnasium.envs.registration.registry)


@pytest.mark.usefixtures("own_gymnasium_registry")
def test_other_packages_bring_environments_by_entry_points(
    other_packages: list[EntryPoint],
) -> None:
    other_packages.append(guess("number_guess:NUMBER_GUESS"))
    registry.register_all_in_gymnasium()  # as importing hgpo_envs does
    assert hgpo_envs.specs()["NumberGuess-v0"] is NUMBER_GUESS
    assert hgpo_envs.spec("numberguess") is NUMBER_GUESS
    assert isinstance(hgpo_envs.make("NumberGuess-v0"), NumberGuess)
    assert isinstance(gymnasium.make("hgpo_envs/NumberGuess-v0").unwrapped, NumberGuess)


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (
            guess("number_guess:NumberGuess"),
            "the entry point 'NumberGuess-v0' in group 'hgpo_envs' gives a type; expected an "
            "EnvSpec.",
        ),
        (
            guess("nowhere:SPEC"),
            "the entry point 'NumberGuess-v0' in group 'hgpo_envs' can't be loaded: No module "
            "named 'worlds.nowhere'. Mend or remove the package that brings it.",
        ),
        (
            guess("number_guess:NUMBER_GUESS", name="Guess-v0"),
            "the entry point 'Guess-v0' in group 'hgpo_envs' gives the EnvSpec of "
            "'NumberGuess-v0'; an entry point is named as its environment's id. Write "
            "'NumberGuess-v0' in its place, and install the package again.",
        ),
        (
            guess("number_guess:NUMBER_GUESS", name="WebShop-v0"),
            "environment id 'WebShop-v0' is brought by more than one package: "
            "hgpo_envs.webshop.env:WebShopEnv, worlds.number_guess:NUMBER_GUESS. Remove one of "
            "them, or give one another name or version.",
        ),
    ],
    ids=["no spec", "broken", "other name", "taken"],
)
def test_an_entry_point_of_another_package_that_is_no_use_is_named(
    entry: EntryPoint, why: str, other_packages: list[EntryPoint]
) -> None:
    other_packages.append(entry)
    with pytest.raises(EnvInputError) as error:
        hgpo_envs.specs()
    assert str(error.value) == why
    assert hgpo_envs.make("ALFWorld-v0").panel.env_id == "ALFWorld-v0"  # the others still play


def test_an_id_that_two_packages_bring_is_refused(other_packages: list[EntryPoint]) -> None:
    other_packages += [guess("number_guess:NUMBER_GUESS"), guess("corner_shop:CORNER_SHOP")]
    with pytest.raises(EnvInputError) as error:
        hgpo_envs.make("NumberGuess-v0")
    assert str(error.value) == (
        "environment id 'NumberGuess-v0' is brought by more than one package: "
        "worlds.corner_shop:CORNER_SHOP, worlds.number_guess:NUMBER_GUESS. Remove one of them, "
        "or give one another name or version."
    )


def test_a_name_means_the_highest_version_of_other_packages(number_guess: EnvSpec) -> None:
    for version in (10, 9):
        hgpo_envs.register(replace(number_guess, id=f"NumberGuess-v{version}"))
    assert hgpo_envs.spec("numberguess").id == "NumberGuess-v10"


def test_entry_points_are_read_once(
    other_packages: list[EntryPoint], monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[str] = []
    monkeypatch.setattr(installed, "entry_points", lambda group: reads.append(group) or [])
    for _ in range(3):
        hgpo_envs.specs()
    assert reads == ["hgpo_envs"]


def test_importing_the_environments_brings_no_learning_library() -> None:
    code = (
        "import sys, hgpo_envs, hgpo_envs.context, hgpo_envs.vector; "
        "hgpo_envs.make('ALFWorld-v0').reset(); "
        "print([n for n in ('torch', 'transformers', 'hydra', 'ray', 'scipy', 'pandas') "
        "if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    assert done.stderr == ""
