"""The whole episode, or as much of its end as a number of tokens allows."""

from collections.abc import Sequence
from functools import lru_cache

from hgpo_envs.context.counts import require_count
from hgpo_envs.context.memory import Plain, Recollection
from hgpo_envs.context.tokenizer import make_tokenizer, tokenizer_name
from hgpo_envs.context.turn import Turn
from hgpo_envs.errors import EnvInputError

#: Texts whose length in tokens is kept; an episode's come again at each of its steps.
COUNTED = 1 << 14


class FullMemory:
    """Show every turn; with a budget the newest that fit, each of them whole.

    A turn takes the tokens of its observation and of its action. What a template puts around
    them, the instruction and the current observation aren't counted: leave room for them.
    """

    def __init__(self, budget: int | None = None, *, tokenizer: object = None) -> None:
        """Keep turns of at most ``budget`` tokens in all.

        Args:
            budget: tokens; None for no bound.
            tokenizer: what counts them, in any form that `make_tokenizer` takes; None counts
                words and marks.

        Raises:
            EnvInputError: ``budget`` is no positive whole number, a tokenizer is given without
                one, or is none.
        """
        if budget is None and tokenizer is not None:
            raise EnvInputError("the full memory counts tokens only with a budget. Give budget=.")
        self.budget = None if budget is None else require_count("budget", budget, least=1)
        self._tokenizer = tokenizer_name(tokenizer)
        self._count = lru_cache(maxsize=COUNTED)(make_tokenizer(tokenizer).count)
        counted = self._tokenizer or type(tokenizer).__name__
        parts = [str(budget), *([counted] if tokenizer is not None else [])]
        self.name = "full" if budget is None else f"full({','.join(parts)})"

    def recall(self, instruction: str, turns: Sequence[Turn]) -> Recollection:
        """Return the newest turns that fit, and a note of how many don't."""
        if self.budget is None:
            return Recollection(tuple(turns))
        left, first = self.budget, len(turns)
        while first:
            left -= self._count(turns[first - 1].observation) + self._count(turns[first - 1].action)
            if left < 0:
                break
            first -= 1
        if not first:
            return Recollection(tuple(turns))
        left_out = "first" if first == 1 else f"first {first}"
        are, them = ("is", "it") if first == 1 else ("are", "them")
        note = f"The {left_out} of {len(turns)} steps {are} left out: there is no room for {them}."
        return Recollection(tuple(turns[first:]), (note,))

    def describe(self) -> dict[str, Plain] | None:
        """Return the memory as plain data, or None where its tokenizer has no name."""
        if self.budget is None:
            return {"kind": "full"}
        if self._tokenizer is None:
            return None
        named = {} if self._tokenizer == "words" else {"tokenizer": self._tokenizer}
        return {"kind": "full", "budget": self.budget, **named}
