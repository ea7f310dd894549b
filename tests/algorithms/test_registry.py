import dataclasses
import subprocess
import sys
from importlib.metadata import EntryPoint
from typing import ClassVar

import pytest
from omegaconf import OmegaConf

import algorithms
from algorithms import registry
from algorithms.surrogate import ClippedSurrogate

BUILT_IN = tuple(sorted(registry.BUILT_IN))
every_algorithm = pytest.mark.parametrize("name", BUILT_IN)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Theirs(ClippedSurrogate):
    """Stand for another package's algorithm."""

    strength: int
    history: ClassVar[int] = 0

    def advantages(self, batch):
        return batch.reward


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Stand for what was written without looking at the contract."""

    history: int = 0
    needs_critic = False

    def advantages(self, batch):
        return batch.reward

    def loss(self, **_):
        raise NotImplementedError


@pytest.fixture(autouse=True)
def looked_up_anew():
    registry._entry_points.cache_clear()
    yield
    registry._entry_points.cache_clear()


def announce(monkeypatch, *points):
    made = [EntryPoint(name, value, registry.ENTRY_POINT_GROUP) for name, value in points]
    monkeypatch.setattr(registry, "entry_points", lambda group: made)


def refusal(call, *args, **options):
    with pytest.raises(algorithms.AlgorithmInputError) as error:
        call(*args, **options)
    return str(error.value)


def test_the_zoo_is_listed():
    assert {"gigpo", "grpo", "hgpo", "ppo"} <= set(BUILT_IN) <= set(algorithms.names())
    assert list(algorithms.names()) == sorted(algorithms.names())


@every_algorithm
def test_an_algorithm_is_made_with_its_defaults(name):
    algorithm = algorithms.make(name)
    assert dataclasses.asdict(algorithm) == algorithms.options(name)
    assert algorithm == algorithms.make(name)
    with pytest.raises(dataclasses.FrozenInstanceError):
        algorithm.clip_low = 0.5


@every_algorithm
def test_hyper_parameters_make_a_structured_config(name):
    config = OmegaConf.structured(algorithms.algorithm_class(name))
    assert OmegaConf.to_container(config) == algorithms.options(name)
    assert OmegaConf.to_object(config) == algorithms.make(name)


def test_given_options_are_kept():
    hgpo = algorithms.make("hgpo", history=2, base_group=True)
    assert (hgpo.history, hgpo.base_group) == (2, True)


def test_an_unknown_name_gets_the_nearest():
    assert refusal(algorithms.make, "hgop") == (
        f"unknown algorithm 'hgop'. Did you mean 'hgpo'? Known: {', '.join(algorithms.names())}. "
        "One of your own is known once its package is installed, with an entry point in the group "
        "'hgpo_algorithms'."
    )


def test_an_unknown_option_gets_the_nearest():
    known = ", ".join(sorted(algorithms.options("grpo")))
    assert refusal(algorithms.make, "grpo", normalize="mean") == (
        f"unknown option of grpo 'normalize'. Did you mean 'normalise'? Known: {known}."
    )


def test_another_package_can_announce_an_algorithm(monkeypatch):
    announce(monkeypatch, ("theirs", f"{__name__}:Theirs"))
    assert algorithms.names() == tuple(sorted((*BUILT_IN, "theirs")))
    assert algorithms.make("theirs", strength=3).strength == 3
    assert algorithms.options("theirs")["strength"] is dataclasses.MISSING


def test_what_is_installed_is_looked_up_once(monkeypatch):
    looked = []
    monkeypatch.setattr(registry, "entry_points", lambda group: looked.append(group) or [])
    for name in ("grpo", "hgpo", "rloo"):
        algorithms.make(name)
    algorithms.names()
    assert looked == ["hgpo_algorithms"]


def test_an_option_without_a_default_is_asked_for(monkeypatch):
    announce(monkeypatch, ("theirs", f"{__name__}:Theirs"))
    assert refusal(algorithms.make, "theirs") == (
        "the algorithm theirs needs a value for strength, which has no default. "
        "Pass make('theirs', strength=...)."
    )


def test_two_algorithms_of_one_name_are_refused(monkeypatch):
    announce(monkeypatch, ("hgpo", f"{__name__}:Theirs"))
    assert refusal(algorithms.make, "hgpo") == (
        "the algorithm name 'hgpo' stands for more than one class (algorithms.hgpo:HGPO, "
        f"{__name__}:Theirs). Rename the entry point of the package that was installed last."
    )


def test_an_announced_module_that_is_missing_is_told(monkeypatch):
    announce(monkeypatch, ("theirs", "no_such_package:Theirs"))
    assert refusal(algorithms.make, "theirs") == (
        "the algorithm 'theirs' is announced as no_such_package:Theirs, which can't be imported: "
        "No module named 'no_such_package'. Repair or remove the package that announces it."
    )


def test_an_announced_thing_that_is_no_algorithm_is_told(monkeypatch):
    announce(monkeypatch, ("theirs", "json:dumps"))
    assert refusal(algorithms.make, "theirs") == (
        "the algorithm 'theirs' is announced as json:dumps; expected a dataclass, as "
        "algorithms.contract.Algorithm says. Derive it from algorithms.surrogate.ClippedSurrogate."
    )


def test_what_an_announced_algorithm_lacks_is_told(monkeypatch):
    announce(monkeypatch, ("theirs", f"{__name__}:Part"))
    has = ("history", "needs_critic", "advantages", "loss")
    lacks = ", ".join(part for part in registry.CONTRACT if part not in has)
    assert "value_targets" in lacks
    assert refusal(algorithms.make, "theirs") == (
        f"the algorithm 'theirs' is announced as {__name__}:Part, which lacks {lacks}. Derive it "
        "from algorithms.surrogate.ClippedSurrogate, which has all but history and advantages."
    )


@every_algorithm
def test_built_in_algorithms_have_every_part_of_the_contract(name):
    made = algorithms.make(name)
    assert [part for part in registry.CONTRACT if not hasattr(made, part)] == []


def test_advantages_need_no_torch():
    code = (
        "import sys, algorithms\n"
        "columns = dict(group=[0], trajectory=[0], step=[0], reward=[1.0], anchor=[0])\n"
        "more = dict(value=[0.5], greedy_return=[0.0], entropy=[0.1])\n"
        "batch = algorithms.StepBatch.from_arrays(**columns, **more)\n"
        "for name in algorithms.names(): algorithms.make(name).advantages(batch)\n"
        "sys.exit('torch' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
