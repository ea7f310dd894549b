"""Count tokens: what a memory with a budget goes by."""

import re
from collections.abc import Callable, Mapping, Sequence, Sized
from typing import Protocol, cast, runtime_checkable

from hgpo_envs.context.named import load_named, name_of
from hgpo_envs.errors import EnvInputError

_PIECE = re.compile(r"\w+|[^\w\s]")


@runtime_checkable
class Tokenizer(Protocol):
    """Counts the tokens of a text; a class with this one method is one."""

    def count(self, text: str) -> int:
        """Return how many tokens ``text`` has."""
        ...


class WordTokenizer:
    """Count words and marks: no model's tokens, but the same on every machine.

    Example:
        >>> WordTokenizer().count("go to desk 1, then look.")
        8
    """

    def count(self, text: str) -> int:
        """Return how many words and single marks ``text`` has."""
        return len(_PIECE.findall(text))


class EncodeTokenizer:
    """Count what an ``encode`` callable makes of a text, such as a model tokenizer's own."""

    def __init__(self, encode: Callable[[str], Sized]) -> None:
        """Wrap ``encode``, which returns a text's tokens."""
        self.encode = encode

    def count(self, text: str) -> int:
        """Return the length of what ``encode`` returns.

        Raises:
            EnvInputError: it returns a mapping, whose length would count its keys.
        """
        tokens = self.encode(text)
        if isinstance(tokens, Mapping):
            raise EnvInputError(
                "the tokenizer's encode returned a mapping; expected the tokens alone. "
                "Give the tokenizer's encode method, not the tokenizer."
            )
        return len(tokens)


def make_tokenizer(given: object = None) -> Tokenizer:
    """Take a tokenizer in any of its forms.

    Args:
        given: a `Tokenizer`, or a class of one, made without arguments; a callable from a text
            to its tokens; the importable name ``"module:name"`` of one of these; None or
            ``"words"`` for `WordTokenizer`.

    Raises:
        EnvInputError: it is none of these.
    """
    if given is None or given == "words":
        return WordTokenizer()
    if isinstance(given, str):
        given = load_named(given, what="tokenizer")
    if isinstance(given, type) and _counts_tokens(given):
        given = given()
    if isinstance(given, Tokenizer) and _counts_tokens(type(given)):
        return given
    if callable(given):
        return EncodeTokenizer(cast("Callable[[str], Sized]", given))
    raise EnvInputError(
        f"the tokenizer is a {type(given).__name__}; expected an object with count(text) -> int, "
        "a callable from a text to its tokens, or the name 'module:name' of one."
    )


def _counts_tokens(kind: type) -> bool:
    """Say whether a class has a count that is none of a sequence, whose count is another."""
    return hasattr(kind, "count") and not issubclass(kind, Sequence)


def tokenizer_name(given: object) -> str | None:
    """Return what `make_tokenizer` makes the same tokenizer of, or None where nothing does.

    Example:
        >>> import shlex
        >>> tokenizer_name(None), tokenizer_name(shlex.split), tokenizer_name(lambda text: text)
        ('words', 'shlex:split', None)
    """
    if given is None:
        return "words"
    return given if isinstance(given, str) else name_of(given)
