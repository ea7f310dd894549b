"""Make an algorithm by its name.

Built-in names are a literal table. Other packages add theirs as entry points in the group
``hgpo_algorithms``: name = "module:Class", the class as `algorithms.contract.Algorithm` says.
Nothing is imported before it is asked for. What is installed is looked up once a process, since
that takes milliseconds; a package that is installed later is known to the next process.
"""

from collections.abc import Iterable
from dataclasses import MISSING, Field, fields, is_dataclass
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import cast

from algorithms.contract import Algorithm
from algorithms.errors import AlgorithmInputError

ENTRY_POINT_GROUP = "hgpo_algorithms"

CONTRACT = tuple(part for part in vars(Algorithm) if not part.startswith("_"))
"""What an algorithm must have, in the order in which `algorithms.contract.Algorithm` says it."""

BUILT_IN = {
    "cispo": "algorithms.cispo:CISPO",
    "dapo": "algorithms.dapo:DAPO",
    "dr_grpo": "algorithms.dr_grpo:DrGRPO",
    "empg": "algorithms.empg:EMPG",
    "g2po": "algorithms.g2po:G2PO",
    "gigpo": "algorithms.gigpo:GiGPO",
    "gmpo": "algorithms.gmpo:GMPO",
    "gpg": "algorithms.gpg:GPG",
    "graph_gpo": "algorithms.graph_gpo:GraphGPO",
    "grpo": "algorithms.grpo:GRPO",
    "grpo_process": "algorithms.grpo_process:ProcessGRPO",
    "gspo": "algorithms.gspo:GSPO",
    "hgpo": "algorithms.hgpo:HGPO",
    "lite_ppo": "algorithms.lite_ppo:LitePPO",
    "opo": "algorithms.opo:OPO",
    "pass_at_k": "algorithms.pass_at_k:PassAtK",
    "pkpo": "algorithms.pkpo:PKPO",
    "ppo": "algorithms.ppo:PPO",
    "ppo_episode": "algorithms.ppo_episode:EpisodePPO",
    "reinforce_pp": "algorithms.reinforce_pp:ReinforcePP",
    "reinforce_pp_baseline": "algorithms.reinforce_pp_baseline:ReinforcePPBaseline",
    "remax": "algorithms.remax:ReMax",
    "rloo": "algorithms.rloo:RLOO",
    "sapo": "algorithms.sapo:SAPO",
}

_BROKEN_MODULE = (ImportError, AttributeError, NameError, SyntaxError, TypeError, ValueError)
"""What importing a class that was not written to the end raises; a dataclass's own rules too."""


def names() -> tuple[str, ...]:
    """List the algorithms' names, sorted."""
    return tuple(sorted({*BUILT_IN, *(point.name for point in _entry_points())}))


def make(name: str, **hyperparameters: object) -> Algorithm:
    """Make the algorithm of a name.

    Args:
        name: one of `names`.
        hyperparameters: values for fields of its class, see `options`; others keep defaults.

    Returns:
        The algorithm, its hyper-parameters checked.

    Raises:
        AlgorithmInputError: if the name or an option isn't known, an option's value is out of
            range, or one without a default is missing.

    Example:
        >>> make("gigpo", omega=0.5).history
        0
    """
    found = algorithm_class(name)
    known = options(name)
    for option in hyperparameters:
        if option not in known:
            raise AlgorithmInputError(_unknown(f"option of {name}", option, known))
    for option, default in known.items():
        if default is MISSING and option not in hyperparameters:
            raise AlgorithmInputError(
                f"the algorithm {name} needs a value for {option}, which has no default. "
                f"Pass make({name!r}, {option}=...)."
            )
    return found(**hyperparameters)


def options(name: str) -> dict[str, object]:
    """Map the options of the algorithm of a name to their defaults, in the class's order.

    An option without a default maps to `dataclasses.MISSING`.

    Raises:
        AlgorithmInputError: if the name isn't known.
    """
    hyperparameters = fields(algorithm_class(name))  # type: ignore[arg-type]  # a dataclass
    return {option.name: _default(option) for option in hyperparameters if option.init}


def algorithm_class(name: str) -> type[Algorithm]:
    """Import the class of the algorithm of a name, a frozen dataclass.

    Raises:
        AlgorithmInputError: if the name isn't known or stands for more than one class, or another
            package's entry point does not lead to a dataclass with all parts of the contract.
    """
    points = [point for point in _entry_points() if point.name == name]
    built_in = [BUILT_IN[name]] if name in BUILT_IN else []
    if len(points) + len(built_in) > 1:
        given = ", ".join([*built_in, *(point.value for point in points)])
        raise AlgorithmInputError(
            f"the algorithm name {name!r} stands for more than one class ({given}). "
            "Rename the entry point of the package that was installed last."
        )
    if points:
        return _load_entry_point(points[0])
    if not built_in:
        raise AlgorithmInputError(
            f"{_unknown('algorithm', name, names())} One of your own is known once its package is "
            f"installed, with an entry point in the group {ENTRY_POINT_GROUP!r}."
        )
    module, _, attribute = built_in[0].partition(":")
    return cast("type[Algorithm]", getattr(import_module(module), attribute))


def _default(option: Field[object]) -> object:
    if option.default_factory is not MISSING:
        return option.default_factory()
    return option.default


def _load_entry_point(point: EntryPoint) -> type[Algorithm]:
    try:
        found = point.load()
    except _BROKEN_MODULE as error:
        raise AlgorithmInputError(
            f"the algorithm {point.name!r} is announced as {point.value}, which can't be imported: "
            f"{error}. Repair or remove the package that announces it."
        ) from error
    if not (isinstance(found, type) and is_dataclass(found)):
        raise AlgorithmInputError(
            f"the algorithm {point.name!r} is announced as {point.value}; expected a dataclass, as "
            "algorithms.contract.Algorithm says. Derive it from "
            "algorithms.surrogate.ClippedSurrogate."
        )
    if "__dataclass_fields__" not in vars(found):  # it has its base's fields and none of its own
        raise AlgorithmInputError(
            f"the algorithm {point.name!r} is announced as {point.value}, a class that is no "
            "dataclass itself, so that options of its own are not known. Write "
            "@dataclass(frozen=True, slots=True, kw_only=True) above it."
        )
    given = {option.name for option in fields(found)} | set(dir(found))
    if missing := [part for part in CONTRACT if part not in given]:
        raise AlgorithmInputError(
            f"the algorithm {point.name!r} is announced as {point.value}, which lacks "
            f"{', '.join(missing)}. Derive it from algorithms.surrogate.ClippedSurrogate, which "
            "has all but history and advantages."
        )
    return cast("type[Algorithm]", found)


@cache
def _entry_points() -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=ENTRY_POINT_GROUP))


def _unknown(kind: str, given: str, known: Iterable[str]) -> str:
    near = get_close_matches(given, known := sorted(known), n=1, cutoff=0.5)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"unknown {kind} {given!r}.{hint} Known: {', '.join(known)}."
