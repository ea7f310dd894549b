"""Name an environment's package and write its skeleton."""

import importlib.util
import keyword
import re
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, StrictUndefined

from harness.errors import HarnessInputError
from hgpo_envs import spec
from hgpo_envs.errors import UnknownNameError

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*([-_ ][A-Za-z0-9]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvName:
    """What an environment is called where.

    Attributes:
        cls: its class, such as ``WordLadder``.
    """

    cls: str

    @classmethod
    def read(cls, given: str) -> "EnvName":
        """Read ``word-ladder``, ``word_ladder`` or ``WordLadder``.

        Raises:
            HarnessInputError: no name can be made of it, or it is taken.
        """
        if not _NAME.fullmatch(given):
            raise HarnessInputError(
                f"the name is {given!r}; expected letters and digits, and words parted by '-' or "
                "'_', such as word-ladder."
            )
        words = [word for part in re.split(r"[-_ ]", given) for word in _WORD.findall(part)]
        name = cls(cls="".join(word[:1].upper() + word[1:] for word in words))
        name.check()
        return name

    @property
    def id(self) -> str:
        """The environment's id."""
        return f"{self.cls}-v0"

    @property
    def short(self) -> str:
        """What ``env=`` takes."""
        return self.cls.lower()

    @property
    def package(self) -> str:
        """The package."""
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", self.cls).lower()

    def check(self) -> None:
        """Check that nothing else has the name.

        Raises:
            HarnessInputError: a module or an environment has it, or Python keeps it for itself.
        """
        if keyword.iskeyword(self.package):
            raise HarnessInputError(
                f"{self.package!r} is a word of Python itself. Choose another name."
            )
        found = importlib.util.find_spec(self.package)
        is_module = found is not None and found.origin is not None  # a mere folder has none
        if is_module:
            raise HarnessInputError(
                f"there is a module {self.package!r} already. Choose another name."
            )
        try:
            taken = spec(self.short)
        except UnknownNameError:
            return
        raise HarnessInputError(
            f"there is an environment {taken.id!r} already. Choose another name."
        )


def write_skeleton(name: EnvName, folder: Path) -> list[Path]:
    """Write a package with one environment and its tests, which pass.

    Args:
        name: what the environment is called.
        folder: where to; it must be new or empty.

    Returns:
        The files that were written.

    Raises:
        HarnessInputError: there is something in the folder, or it can't be written to.
    """
    other = "Choose another folder with --dir, or another name."
    try:
        if folder.exists() and not folder.is_dir():
            raise HarnessInputError(f"{str(folder)!r} is a file. {other}")
        if folder.exists() and any(folder.iterdir()):
            raise HarnessInputError(f"the folder {str(folder)!r} is not empty. {other}")
        return _written(name, folder)
    except OSError as error:
        raise HarnessInputError(
            f"{str(folder)!r} can't be written to: {error.strerror}. {other}"
        ) from error


def _written(name: EnvName, folder: Path) -> list[Path]:
    places = {
        "pyproject.toml": "pyproject.toml.j2",
        "README.md": "README.md.j2",
        f"src/{name.package}/__init__.py": "spec.py.j2",
        f"src/{name.package}/env.py": "env.py.j2",
        f"tests/test_{name.package}.py": "test_env.py.j2",
    }
    renderer = Environment(undefined=StrictUndefined, keep_trailing_newline=True)
    written = []
    for place, template in places.items():
        text = files("harness.skeleton").joinpath(template).read_text(encoding="utf-8")
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(renderer.from_string(text).render(name=name), encoding="utf-8")
        written.append(path)
    return written
