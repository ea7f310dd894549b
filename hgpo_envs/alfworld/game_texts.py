"""The three texts that a game file needs to be played, whichever engine plays it."""

from collections.abc import Mapping

from hgpo_envs.errors import GameFileError

TEXTS = ("pddl_domain", "grammar", "pddl_problem")


def has_texts(data: object) -> bool:
    """Whether the content of a game file has all that a game needs."""
    return isinstance(data, Mapping) and all(isinstance(data.get(text), str) for text in TEXTS)


def game_texts(data: object, *, name: str) -> dict[str, str]:
    """Return the texts of a game file's content, by name, in the order of `TEXTS`.

    Args:
        data: the parsed content; keys beside the texts are ignored.
        name: what messages call the game.

    Raises:
        GameFileError: it is no JSON object, or a text is missing or is none.
    """
    if not isinstance(data, Mapping):
        raise GameFileError(
            f"can't read the game {name}: expected a JSON object, found {type(data).__name__}."
        )
    for text in TEXTS:
        if text not in data:
            raise GameFileError(f"can't read the game {name}: it has no {text!r}.")
        if not isinstance(data[text], str):
            raise GameFileError(
                f"can't read the game {name}: {text!r} is not a text but "
                f"{type(data[text]).__name__}."
            )
    return {text: str(data[text]) for text in TEXTS}
