"""Read ``KEY=VALUE`` words in Hydra's override grammar."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from harness.config.values import UNREADABLE, Given
from harness.errors import ConfigError

if TYPE_CHECKING:
    from hydra.core.override_parser.overrides_parser import OverridesParser


def split_word(word: str) -> tuple[str, str]:
    """Split a word into its key and the text of its value.

    ``+KEY=VALUE`` and ``++KEY=VALUE`` mean the same as ``KEY=VALUE``: which keys exist is known.

    Raises:
        ConfigError: the word is no ``KEY=VALUE``, or asks to remove a key.

    Example:
        >>> split_word("+preset=quick")
        ('preset', 'quick')
    """
    if word.startswith("~"):
        raise ConfigError(f"{word!r}: a key can't be removed. Write KEY=null to leave it unset.")
    key, equals, text = word.lstrip("+").partition("=")
    if not equals or not key.strip():
        raise ConfigError(f"{word!r} is no KEY=VALUE. Write, for example, env=alfworld.")
    return key.strip(), text


def read_words(words: Sequence[tuple[str, str]]) -> list[Given]:
    """Read the values of split words.

    A text that Hydra's grammar can't read is kept as it is: a key for texts takes it all the
    same, so that a path needs no quotes. ``a,b`` is read as the list ``[a,b]``.
    """
    from hydra.core.override_parser.overrides_parser import OverridesParser

    parser = OverridesParser.create()
    return [Given(key=key, text=text, value=_read(parser, text)) for key, text in words]


def _read(parser: "OverridesParser", text: str) -> object:
    from hydra.core.override_parser.types import ChoiceSweep
    from hydra.errors import HydraException

    try:
        value = parser.parse_override(f"key={text}").value()
        if isinstance(value, ChoiceSweep):
            value = parser.parse_override(f"key=[{text}]").value()
    except HydraException:
        return UNREADABLE
    plain = value is None or isinstance(value, bool | int | float | str | list | dict)
    return value if plain else UNREADABLE
