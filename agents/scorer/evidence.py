"""How the actions on offer agree with the instruction: a few numbers a candidate.

Words that a network has never met carry no meaning in its vectors; that a word stands in the
instruction does. These numbers say so for each action, for the text beside it and for the page,
so that what is learned on some products holds for all.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import cast

import numpy as np
from numpy.typing import NDArray

from agents.instruction import Wish, amounts, read_wish, stem, words
from hgpo_envs.context import Context

Numbers = NDArray[np.float32]

OF_ACTION = (
    "asked",  # share of its words that the instruction has
    "verbatim",  # it stands in the instruction as it is, and no longer action does so around it
    "length",  # its words, over 8, at most 1
    "answers",  # share of the instruction's words that it has
    "done",  # a remembered turn did it
    "done_here",  # it was done since the actions on offer are these
    "due",  # verbatim and not done here
    "hinted",  # text stands beside it
    "hint_asked",  # share of that text's words that the instruction has
    "hint_answers",  # share of the instruction's words that the text has
    "hint_best",  # no other action's text has more of them
    "hint_named",  # the text stands in the instruction as it is
    "priced",  # the text names a price
    "affordable",  # the text names a price, all of which is within the limit
    "dear",  # the text names a price, none of which is within the limit
    "rank",  # 1 / its place among the hints, or among the actions that begin alike
)
OF_STATE = (
    "page_answers",  # share of the instruction's words that the page has
    "known_answers",  # share that it has together with the pages since the last list of links
    "page_affordable",
    "page_dear",
    "best_hint",  # the greatest hint_answers
    "still_due",  # actions that are due, over 4, at most 1
    "early",  # 4 / (4 + steps taken)
)
WIDTH = len(OF_ACTION) + len(OF_STATE)


def read_evidence(context: Context, candidates: Sequence[str]) -> Numbers:
    """Weigh the candidates of a context.

    Args:
        context: instruction, observation, hints and remembered turns count.
        candidates: a actions, open ones filled in.

    Returns:
        Shape [a, WIDTH]: `OF_ACTION`, then `OF_STATE`, the latter the same in every row.
    """
    listed = tuple(candidates)
    hints = tuple(context.hints.items())
    table = _still(context.instruction, _page(context), listed, hints).copy()
    here = _among(listed, _done_here(context))
    _put(table, "done", _among(listed, {turn.action for turn in context.turns}))
    _put(table, "done_here", here)
    _put(table, "due", (1 - here) * table[:, _PLACE["verbatim"]])
    _put(table, "known_answers", _recall(_known(context), read_wish(context.instruction)))
    _put(table, "still_due", min(1.0, float(table[:, _PLACE["due"]].sum()) / 4))
    _put(table, "early", 4 / (4 + context.step))
    return table


_PLACE = {name: place for place, name in enumerate((*OF_ACTION, *OF_STATE))}


def _put(table: Numbers, name: str, values: Numbers | float) -> None:
    table[:, _PLACE[name]] = values


def _among(listed: Sequence[str], actions: Collection[str]) -> Numbers:
    return np.fromiter((action in actions for action in listed), np.float32, len(listed))


def _done_here(context: Context) -> set[str]:
    """Return what was done since the actions on offer are these: options of one product, say."""
    done = set()
    for turn in reversed(context.turns):
        if turn.info.get("admissible_actions") != context.admissible_actions:
            break
        done.add(turn.action)
    return done


def _known(context: Context) -> set[str]:
    """Return the words met since the last page of priced links: what is known of one product."""
    known = set(_stems(_page(context)))
    hints = context.hints
    for turn in reversed(context.turns):
        if _has_prices(hints):
            break
        hints = cast("Mapping[str, str]", turn.info.get("action_hints", {}))
        if not _has_prices(hints):
            known.update(_stems(_without(turn.observation, context.instruction)))
    return known


def _has_prices(hints: Mapping[str, str]) -> bool:
    return any(amounts(text) for text in hints.values())


def _page(context: Context) -> str:
    return _without(context.observation, context.instruction)


def _without(page: str, instruction: str) -> str:
    """Return a page without the instruction, which would agree with itself."""
    return page.replace(instruction, " ")


@lru_cache(maxsize=4096)
def _still(
    instruction: str, page: str, listed: tuple[str, ...], hints: tuple[tuple[str, str], ...]
) -> Numbers:
    """Return what no remembered turn changes; the rest is zero."""
    wish = read_wish(instruction)
    labels = [_stems(_label(action)) for action in listed]
    texts = [dict(hints).get(action, "") for action in listed]
    beside = [_stems(text) for text in texts]
    table = np.zeros((len(listed), WIDTH), np.float32)
    answers = [_recall(hint, wish) for hint in beside]
    named = _verbatim(labels, wish)
    best = max(answers, default=0.0)
    columns = {
        "asked": [_asked(label, wish) for label in labels],
        "verbatim": named,
        "length": [min(1.0, len(label) / 8) for label in labels],
        "answers": [_recall(label, wish) for label in labels],
        "hinted": [float(bool(hint)) for hint in beside],
        "hint_asked": [_asked(hint, wish) for hint in beside],
        "hint_answers": answers,
        "hint_best": [float(best > 0 and share == best) for share in answers],
        "hint_named": [float(_within(hint, wish.sequence)) for hint in beside],
        "priced": [float(bool(amounts(text))) for text in texts],
        "affordable": [_affordable(text, wish) for text in texts],
        "dear": [_dear(text, wish) for text in texts],
        "rank": _ranks(listed, [action for action, _ in hints]),
    }
    for name, values in columns.items():
        _put(table, name, np.asarray(values, np.float32))
    _put(table, "page_answers", _recall(_stems(page), wish))
    _put(table, "page_affordable", _affordable(page, wish))
    _put(table, "page_dear", _dear(page, wish))
    _put(table, "best_hint", best)
    table.flags.writeable = False
    return table


def _label(action: str) -> str:
    """Return what stands in an action's brackets, or the whole action where there are none."""
    _, bracket, rest = action.partition("[")
    return rest.removesuffix("]") if bracket else action


@lru_cache(maxsize=16_384)
def _stems(text: str) -> tuple[str, ...]:
    return tuple(map(stem, words(text)))


def _asked(text: tuple[str, ...], wish: Wish) -> float:
    return sum(word in wish.content for word in text) / len(text) if text else 0.0


def _recall(text: Iterable[str], wish: Wish) -> float:
    return len(wish.content.intersection(text)) / len(wish.content) if wish.content else 0.0


def _verbatim(labels: list[tuple[str, ...]], wish: Wish) -> list[float]:
    """Mark the labels that stand in the instruction, but for those within a longer one."""
    standing = {label for label in labels if label and _within(label, wish.sequence)}
    inner = {
        label
        for label in standing
        for other in standing
        if len(other) > len(label) and _within(label, other)
    }
    return [float(label in standing and label not in inner) for label in labels]


def _within(part: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    if not part or len(part) > len(whole) or part[0] not in whole:
        return False
    return any(
        whole[start : start + len(part)] == part for start in range(len(whole) - len(part) + 1)
    )


def _affordable(text: str, wish: Wish) -> float:
    prices = amounts(text)
    return float(bool(prices) and wish.most is not None and max(prices) <= wish.most)


def _dear(text: str, wish: Wish) -> float:
    prices = amounts(text)
    return float(bool(prices) and wish.most is not None and min(prices) > wish.most)


def _ranks(listed: tuple[str, ...], hinted: list[str]) -> list[float]:
    """Return 1 over each action's place: on the page where it is hinted, else among its like."""
    counts: dict[str, int] = {}
    places = {action: place for place, action in enumerate(hinted, 1)}
    for action in listed:
        if action not in places:
            verb = action.partition("[")[0]
            places[action] = counts[verb] = counts.get(verb, 0) + 1
    return [1 / places[action] for action in listed]
