"""What an agent may choose: the admissible actions, open ones filled in from the instruction."""

from collections.abc import Iterator
from functools import lru_cache

from agents.instruction import Wish, read_wish, word_set, words
from hgpo_envs.context import Context
from hgpo_envs.open_actions import fill, is_open

#: How many ways an open action is filled in at most.
MOST_FILLS = 8
_SETTINGS = word_set(
    "color colour size style pattern flavor flavour scent material type quantity count"
)


def candidates(context: Context) -> tuple[str, ...]:
    """Return the actions to choose from; none where the context lists none.

    An open entry such as ``search[...]`` gives way to the actions that it becomes with words of
    the instruction in its brackets; the others stay as they are.

    Example:
        >>> from hgpo_envs.context import Context, default_template
        >>> page = Context(instruction="Find me red shoes for men", turns=(), notes=(),
        ...     observation="Search", admissible_actions=("click[help]", "search[...]"), step=0,
        ...     template=default_template())
        >>> candidates(page)[:3]
        ('click[help]', 'search[Find me red shoes for men]', 'search[red shoes men]')
    """
    listed = context.admissible_actions or ()
    if not any(map(is_open, listed)):
        return listed
    return _filled(context.instruction, listed)


@lru_cache(maxsize=4096)
def _filled(instruction: str, listed: tuple[str, ...]) -> tuple[str, ...]:
    """Fill open entries in; one object for equal arguments, so that look-ups of it are quick."""
    queries = fills(instruction)
    actions: dict[str, None] = {}
    for action in listed:
        more = [fill(action, query) for query in queries] if is_open(action) else []
        actions.update(dict.fromkeys(more or [action]))
    return tuple(actions)


def fills(instruction: str) -> tuple[str, ...]:
    """Return what an instruction suggests to fill in: whole first, then less and less of it.

    Returns:
        At most `MOST_FILLS` different texts with words and without brackets.
    """
    found: dict[str, None] = {}
    for text in _ways(read_wish(instruction)):
        plain = " ".join(text.replace("[", " ").replace("]", " ").split())
        if words(plain):
            found.setdefault(plain)
    return tuple(found)[:MOST_FILLS]


def _ways(wish: Wish) -> Iterator[str]:
    yield wish.text
    yield _joined(*wish.phrases)
    things = [phrase for phrase in wish.phrases if not _SETTINGS.intersection(phrase)]
    if not things:
        return
    yield _joined(*things)
    yield _joined(*things[:2])
    yield _joined(things[0])
    longest = max(things, key=len)
    yield _joined(longest)
    yield _joined(longest[-2:])
    yield _joined(longest[-2:], *(phrase for phrase in things if phrase is not longest))
    yield _joined(things[-1])


def _joined(*phrases: tuple[str, ...]) -> str:
    return " ".join(word for phrase in phrases for word in phrase)
