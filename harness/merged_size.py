"""How large a merged comparison is: as settings, and as the command that makes it at once."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from harness.config.schema import Scalar
from harness.config.settings import Setting, words_of
from harness.run.journal import canonical

OF_SIZE = ("algorithms", "seeds", "first_seed", "baselines", "run.dir")


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """What parts of a comparison differ in.

    Attributes:
        algorithms: names, or ``{"name": NAME, "options": {...}}``.
        seeds: the training seeds, sorted.
        baselines: the agents scored beside them.
    """

    algorithms: Sequence[object]
    seeds: tuple[int, ...]
    baselines: Sequence[str]

    def settings(self) -> dict[str, Scalar]:
        """Return the settings that say so; seeds with gaps are told one by one."""
        told: dict[str, Scalar] = {
            "algorithms": canonical(list(self.algorithms)),
            "baselines": canonical(list(self.baselines)),
            "seeds": len(self.seeds),
        }
        blocks = list(self._blocks())
        if len(blocks) > 1:
            told["seeds"] = canonical(list(self.seeds))
        elif self.seeds[0]:
            told["first_seed"] = self.seeds[0]
        return told

    def command(self, of_part: str) -> str:
        """Return the command that makes the whole comparison; empty where a part has none.

        Args:
            of_part: the command of any part.
        """
        words = _split(of_part)
        if words[:2] != ["hgpo", "compare"]:
            return ""
        end = words.index("&&") if "&&" in words else len(words)
        shared = [word for word in words[2:end] if not _is_of_size(word)]
        blocks = [self._words(shared, *block) for block in self._blocks()]
        if len(blocks) == 1:
            return shlex.join(blocks[0])
        places = [f"part-{number}" for number in range(1, len(blocks) + 1)]
        commands = [
            shlex.join([*block, f"run.dir={place}"])
            for block, place in zip(blocks, places, strict=True)
        ]
        merge = shlex.join(["hgpo", "merge", *places, "--out", "merged"])
        return " && ".join([*commands, merge])

    def _words(self, shared: Sequence[str], first: int, count: int) -> list[str]:
        size: dict[str, Setting] = {
            "algorithms": [_short(entry) for entry in self.algorithms],
            "baselines": list(self.baselines),
            "seeds": count,
        }
        if first:
            size["first_seed"] = first
        return ["hgpo", "compare", *shared, *words_of(size)]

    def _blocks(self) -> Iterator[tuple[int, int]]:
        """Yield the first of each run of seeds without a gap, and how many it has."""
        begin = 0
        for place in range(1, len(self.seeds) + 1):
            if place == len(self.seeds) or self.seeds[place] != self.seeds[place - 1] + 1:
                yield self.seeds[begin], place - begin
                begin = place


def _split(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:  # a stranger's, with a quote that is not closed
        return []


def _is_of_size(word: str) -> bool:
    key = word.lstrip("+").partition("=")[0]
    return key in OF_SIZE or key.startswith("algorithms.")


def _short(entry: object) -> Setting:
    if not isinstance(entry, dict):
        return str(entry)
    return entry if entry.get("options") else str(entry.get("name"))
