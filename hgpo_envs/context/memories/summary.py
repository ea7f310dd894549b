"""A summary of what lies before the last turns, by rules or by somebody who writes one."""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from typing import cast

from hgpo_envs.context.counts import require_count
from hgpo_envs.context.memories.deeds import HEADINGS, Deed, read_deeds
from hgpo_envs.context.memory import Plain, Recollection
from hgpo_envs.context.named import load_named, name_of
from hgpo_envs.context.turn import Turn
from hgpo_envs.errors import EnvInputError

Summarise = Callable[[str], str]

#: Written summaries that are kept, so that a step needs no new one.
KEPT = 1 << 14
WRITER_NEEDS = "without summarise=, which writes the summary"
RULES_NEED = "together with summarise=, which writes the whole summary"


class SummaryMemory:
    """Show the last turns, and before them a note of what the earlier ones amount to.

    By rules: places been to and what was seen there, things taken and put away, searches, other
    actions, what the environment refused, what was earned. They read the turns alone, so they
    serve any environment.

    With ``summarise`` the note is what that callable makes of a text. It is called once for
    every ``every`` turns, with its last summary and the turns since; the turns that it hasn't
    seen are shown whole.
    """

    def __init__(
        self,
        recent: int = 2,
        *,
        entries: int | None = None,
        width: int | None = None,
        summarise: Summarise | str | None = None,
        every: int | None = None,
    ) -> None:
        """Set up.

        Args:
            recent: turns shown whole, at least so many.
            entries: entries under one heading of the rules, the latest count (default: 12).
            width: characters of an entry (default: 120).
            summarise: text → summary, or the importable name ``"module:function"`` of one.
            every: turns that each call of ``summarise`` adds (default: 4).

        Raises:
            EnvInputError: a number is out of range, or given where it means nothing.
        """
        self.recent = require_count("recent", recent, least=0)
        written = summarise is not None
        for name, value, means_something, needs in (
            ("entries", entries, not written, RULES_NEED),
            ("width", width, not written, RULES_NEED),
            ("every", every, written, WRITER_NEEDS),
        ):
            if value is not None and not means_something:
                raise EnvInputError(
                    f"the summary memory takes no {name} {needs}; {value!r} was given. "
                    "Leave one of them out."
                )
        self.entries = require_count("entries", 12 if entries is None else entries, least=1)
        self.width = require_count("width", 120 if width is None else width, least=1)
        self.every = require_count("every", 4 if every is None else every, least=1)
        self._summarise_name = summarise if isinstance(summarise, str) else name_of(summarise)
        self._summarise = _callable(summarise)
        self._written: OrderedDict[bytes, str] = OrderedDict()
        self.name = self._name(written=written)

    def recall(self, instruction: str, turns: Sequence[Turn]) -> Recollection:
        """Return the last turns and a note of the others."""
        old = max(len(turns) - self.recent, 0)
        if self._summarise is not None:
            old -= old % self.every
        if not old:
            return Recollection(tuple(turns))
        if self._summarise is not None:
            note = self._write(self._summarise, instruction, turns[:old])
        else:
            note = "\n".join(self._told(instruction, turns, old))
        return Recollection(tuple(turns[old:]), (note,))

    def describe(self) -> dict[str, Plain] | None:
        """Return the memory as plain data, or None where ``summarise`` has no importable name."""
        if self._summarise is None:
            rules: dict[str, Plain] = {"entries": self.entries, "width": self.width}
            return {"kind": "summary", "recent": self.recent, **rules}
        if self._summarise_name is None:
            return None
        writer: dict[str, Plain] = {"summarise": self._summarise_name, "every": self.every}
        return {"kind": "summary", "recent": self.recent, **writer}

    def _name(self, *, written: bool) -> str:
        if not written:
            return f"summary({self.recent},{self.entries},{self.width})"
        writer = self._summarise_name or "own"
        return f"summary({self.recent},every={self.every},{writer})"

    def _told(self, instruction: str, turns: Sequence[Turn], old: int) -> Iterator[str]:
        yield f"What came of the first {old} steps:" if old > 1 else "What came of the first step:"
        deeds = read_deeds(instruction, turns, old)
        for heading in HEADINGS:
            yield from self._under(heading, [deed for deed in deeds if deed.heading == heading])
        if earned := sum(turn.reward for turn in turns[:old]):
            yield f"Earned: {earned:g}"

    def _under(self, heading: str, deeds: Sequence[Deed]) -> Iterator[str]:
        """Tell each thing once, where it was dealt with last, with what was seen then."""
        times: dict[str, int] = {}
        last: dict[str, str] = {}
        for deed in deeds:
            times[deed.thing] = times.get(deed.thing, 0) + 1
            last.pop(deed.thing, None)
            last[deed.thing] = deed.result
        if not last:
            return
        left_out = max(len(last) - self.entries, 0)
        yield f"{heading} ({left_out} earlier left out):" if left_out else f"{heading}:"
        for thing, result in list(last.items())[left_out:]:
            again = f" ({times[thing]} times)" if times[thing] > 1 else ""
            yield "- " + self._cut(f"{thing}{again}: {result}" if result else f"{thing}{again}")

    def _cut(self, text: str) -> str:
        return text if len(text) <= self.width else text[: self.width - 1].rstrip() + "…"

    def _write(self, summarise: Summarise, instruction: str, turns: Sequence[Turn]) -> str:
        """Return the summary of ``turns``, a multiple of ``every``, from the last that is kept."""
        keys = self._keys(instruction, turns)
        done = next((n for n in range(len(keys), 0, -1) if keys[n - 1] in self._written), 0)
        summary = self._written[keys[done - 1]] if done else ""
        for number in range(done, len(keys)):
            start = number * self.every
            new = turns[start : start + self.every]
            summary = summarise(_to_summarise(instruction, summary, new, start))
            self._keep(keys[number], summary)
        self._written.move_to_end(keys[-1])
        return summary

    def _keys(self, instruction: str, turns: Sequence[Turn]) -> list[bytes]:
        """Return a digest of the episode as it stood at each summary."""
        digest = blake2b(instruction.encode("utf-8", "surrogatepass"))
        keys = []
        for start in range(0, len(turns), self.every):
            digest.update(repr([turn[:2] for turn in turns[start : start + self.every]]).encode())
            keys.append(digest.digest())
        return keys

    def _keep(self, key: bytes, summary: object) -> None:
        if not isinstance(summary, str):
            raise EnvInputError(
                f"summarise returned a {type(summary).__name__}; expected the summary as a str."
            )
        self._written[key] = summary
        if len(self._written) > KEPT:
            self._written.popitem(last=False)


def _callable(summarise: Summarise | str | None) -> Summarise | None:
    found = load_named(summarise, what="summariser") if isinstance(summarise, str) else summarise
    if found is not None and not callable(found):
        raise EnvInputError(
            f"summarise is a {type(found).__name__}; expected a callable from a text to its "
            "summary, or the name 'module:function' of one."
        )
    return cast("Summarise | None", found)


def _to_summarise(instruction: str, summary: str, turns: Sequence[Turn], start: int) -> str:
    """Return what ``summarise`` reads: the task, the last summary, the turns since."""
    lines = [
        "Below is the record of somebody at work on a task. Write a summary of all of it: what "
        "was found and where, what was done, what failed, what is still to do. Be short.",
        f"\nTask: {instruction}",
    ]
    if summary:
        lines.append(f"\nSummary of the first {start} steps:\n{summary}")
    for number, turn in enumerate(turns, start=start + 1):
        lines.append(f"\nObservation {number}: {turn.observation}\nAction {number}: {turn.action}")
    return "\n".join(lines) + "\n"
