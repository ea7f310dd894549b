"""Import the original packages at first use, and leave the process as it was."""

import os
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from typing import Any, Protocol

import numpy as np

from hgpo_envs.errors import MissingPackageError

#: The packages whose versions decide what the original engine answers.
NAMES = ("alfworld", "textworld", "fast_downward_textworld")

INSTALL = (
    "Install the original engine with pip install 'hgpo-bench[textworld]' "
    "(in a checkout: make setup-textworld)"
)

_DATA = "ALFWORLD_DATA"


class OriginalEnv(Protocol):
    """What is used of an environment of textworld."""

    @property
    def unwrapped(self) -> Any:  # noqa: ANN401  (its inner parts have no types)
        """Return the innermost environment, which knows the planner and the grammar."""

    def load(self, game: Mapping[str, object]) -> None:
        """Load a game from the content of its file."""

    def reset(self) -> Mapping[str, object]:
        """Start the game; return its state."""

    def step(self, command: str) -> tuple[Mapping[str, object], float, bool]:
        """Give a command; return the state, the score, and whether the game is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Packages:
    """What the original packages give.

    Attributes:
        make_env: makes an environment with the wrappers that ALFWorld's own has.
        new_atoms: makes room for so many entries of the planner's state.
        failures: what they raise where they can't play a game.
    """

    make_env: Callable[[], OriginalEnv]
    new_atoms: Callable[[int], Any]
    failures: tuple[type[BaseException], ...]


@lru_cache(maxsize=1)
def packages() -> Packages:
    """Import the packages.

    Raises:
        MissingPackageError: they are not installed, or not whole.
    """
    with undisturbed():
        try:
            import textworld
            from alfworld.agents.environment.alfred_tw_env import (
                AlfredDemangler,
                AlfredInfos,
            )
            from fast_downward import Atom
            from tatsu.exceptions import ParseException
            from textworld.envs import PddlEnv
        except ImportError as error:
            raise MissingPackageError(
                f"the original engine of ALFWorld can't be imported: {error}. {INSTALL}."
            ) from error

    def make_env() -> OriginalEnv:
        infos = textworld.EnvInfos(admissible_commands=True, won=True, moves=True)
        env: OriginalEnv = AlfredInfos(AlfredDemangler(PddlEnv(infos), shuffle=False))
        return env

    return Packages(
        make_env=make_env,
        new_atoms=lambda count: (Atom * count)(),
        failures=(*_FAILURES, ParseException),
    )


def versions() -> dict[str, str]:
    """Return the versions of the installed packages.

    Raises:
        MissingPackageError: they are not installed.
    """
    packages()
    return {name: version(name) for name in NAMES}


@contextmanager
def undisturbed() -> Iterator[None]:
    """Put back what the packages change when imported and when they translate PDDL.

    That is: the program's arguments, ``ALFWORLD_DATA``, NumPy's global generator, and the filters
    of warnings, which are silenced meanwhile.
    """
    arguments, data = sys.argv, os.environ.get(_DATA)
    drawn = np.random.get_state()  # noqa: NPY002  (to leave it as it was)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        sys.argv = arguments
        np.random.set_state(drawn)  # noqa: NPY002
        if data is None:
            os.environ.pop(_DATA, None)
        else:
            os.environ[_DATA] = data


#: The reader of PDDL leaves with SystemExit or a failed assertion, the reader of grammars with
#: errors of its own, and a game that fits neither breaks somewhere inside.
_FAILURES = (
    SystemExit,
    AssertionError,
    AttributeError,
    LookupError,
    NameError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
)
