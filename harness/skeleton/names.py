"""Name a package that is to be written, and what is in it."""

import importlib.util
import keyword
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

import algorithms
from harness.errors import HarnessInputError
from hgpo_envs import spec
from hgpo_envs.errors import UnknownNameError
from hgpo_envs.installed import GROUP as ENV_GROUP

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*([-_ ][A-Za-z0-9]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageName(ABC):
    """What something of one's own is called where; templates ask it.

    Attributes:
        cls: its class, such as ``WordLadder``.
        kind: what it is.
        group: the entry points that it is one of.
    """

    cls: str

    kind: ClassVar[str]
    group: ClassVar[str]

    @classmethod
    def read(cls, given: str) -> Self:
        """Read ``word-ladder``, ``word_ladder`` or ``WordLadder``.

        Raises:
            HarnessInputError: no name can be made of it, or it is taken.
        """
        name = cls(cls=class_of(given))
        name.check()
        return name

    @property
    def package(self) -> str:
        """The package."""
        return package_of(self.cls)

    @abstractmethod
    def check(self) -> None:
        """Check that nothing else has the name.

        Raises:
            HarnessInputError: something has it, or Python keeps it for itself.
        """

    @property
    @abstractmethod
    def id(self) -> str:
        """The name of the entry point."""

    @property
    @abstractmethod
    def target(self) -> str:
        """What of the package the entry point leads to."""

    @property
    @abstractmethod
    def places(self) -> Mapping[str, str]:
        """Where in the package's folder each template's text goes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvName(PackageName):
    """What an environment is called where."""

    kind: ClassVar[str] = "environment"
    group: ClassVar[str] = ENV_GROUP

    def check(self) -> None:
        """Check the package, then the environment's name."""
        check_package(self.package)
        try:
            taken = spec(self.short)
        except UnknownNameError:
            return
        raise HarnessInputError(
            f"there is an environment {taken.id!r} already. Choose another name."
        )

    @property
    def id(self) -> str:
        """The environment's id."""
        return f"{self.cls}-v0"

    @property
    def short(self) -> str:
        """What ``env=`` takes."""
        return self.cls.lower()

    @property
    def target(self) -> str:
        """The entry of the package."""
        return "SPEC"

    @property
    def places(self) -> Mapping[str, str]:
        """Where in the package's folder each template's text goes."""
        return {
            "pyproject.toml": "pyproject.toml.j2",
            "README.md": "README.md.j2",
            f"src/{self.package}/__init__.py": "spec.py.j2",
            f"src/{self.package}/env.py": "env.py.j2",
            f"tests/test_{self.package}.py": "test_env.py.j2",
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class AlgorithmName(PackageName):
    """What an algorithm is called where."""

    kind: ClassVar[str] = "algorithm"
    group: ClassVar[str] = algorithms.ENTRY_POINT_GROUP

    def check(self) -> None:
        """Check the algorithm's name, then the package."""
        if self.id in algorithms.names():
            raise HarnessInputError(
                f"there is an algorithm {self.id!r} already. Choose another name."
            )
        check_package(self.package)

    @property
    def id(self) -> str:
        """What ``algorithm=`` takes."""
        return self.package

    @property
    def target(self) -> str:
        """The class."""
        return self.cls

    @property
    def places(self) -> Mapping[str, str]:
        """Where in the package's folder each template's text goes."""
        return {
            "pyproject.toml": "pyproject.toml.j2",
            "README.md": "README_algorithm.md.j2",
            f"src/{self.package}/__init__.py": "algorithm.py.j2",
            f"tests/test_{self.package}.py": "test_algorithm.py.j2",
        }


def class_of(given: str) -> str:
    """Return the class that a name's words make.

    Raises:
        HarnessInputError: it is no name.

    Example:
        >>> class_of("word-ladder")
        'WordLadder'
    """
    if not _NAME.fullmatch(given):
        raise HarnessInputError(
            f"the name is {given!r}; expected letters and digits, and words parted by '-' or "
            "'_', such as word-ladder."
        )
    words = [word for part in re.split(r"[-_ ]", given) for word in _WORD.findall(part)]
    return "".join(word[:1].upper() + word[1:] for word in words)


def package_of(cls: str) -> str:
    """Return the package of a class.

    Example:
        >>> package_of("WordLadder")
        'word_ladder'
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls).lower()


def check_package(package: str) -> None:
    """Check that a package can have that name.

    Raises:
        HarnessInputError: a module has it, or Python keeps it for itself.
    """
    if keyword.iskeyword(package):
        raise HarnessInputError(f"{package!r} is a word of Python itself. Choose another name.")
    found = importlib.util.find_spec(package)
    if found is not None and found.origin is not None:  # a mere folder has none
        raise HarnessInputError(f"there is a module {package!r} already. Choose another name.")
