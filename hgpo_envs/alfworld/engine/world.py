"""File the facts of a game for look-up."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from hgpo_envs.alfworld.engine.compact import Compact
from hgpo_envs.alfworld.engine.effects import told
from hgpo_envs.alfworld.engine.facts import Pattern, State, World, index_of, whole_pattern
from hgpo_envs.alfworld.engine.rules import Rules
from hgpo_envs.alfworld.engine.unplayable import UnplayableError

_DEEPEST = 60


def build_world(game: Compact, rules: Rules, patterns: Iterable[Pattern]) -> tuple[World, State]:
    """Build what never changes in a game, and the state in which it starts.

    Raises:
        UnplayableError: the types stand too deep.
    """
    static, initial = _file(game, rules, patterns)
    world = World(
        ids=game.ids,
        numbers={known: number for number, known in enumerate(game.ids)},
        types=game.types,
        names=game.names,
        kinds=_kinds(game.types, game.dialect.domain.parents),
        facts={s: found for s, found in game.facts.items() if s not in rules.changing},
        static=static,
        task=game.task or "",
    )
    return world, initial


def _file(game: Compact, rules: Rules, patterns: Iterable[Pattern]) -> tuple[State, State]:
    """File facts by all patterns that are looked up: those for good, and those that change."""
    static: State = {}
    initial: State = {}
    believed = {told(symbol): symbol for symbol in rules.beliefs.told}
    # Of what can change, the whole facts are the state; of what can't, only what is looked up.
    wanted = set(patterns) | {whole_pattern(s) for s in game.facts if s in rules.changing}
    wanted |= {whole_pattern(symbol) for symbol in believed}
    for pattern in wanted:
        known = game.facts.get(believed.get(pattern.symbol, pattern.symbol), ())
        index_of(pattern).fill(initial if pattern.symbol in rules.changing else static, known)
    return static, initial


def _kinds(types: Sequence[str], parents: Mapping[str, str]) -> dict[str, frozenset[int]]:
    """Map each type to its objects; `object` is above all types, declared or not."""
    members: dict[str, list[int]] = defaultdict(list)
    for number, kind in enumerate(types):
        members[kind].append(number)
    kinds: dict[str, set[int]] = defaultdict(set)
    for kind, found in members.items():
        for above in _above(kind, parents):
            kinds[above].update(found)
    return {kind: frozenset(found) for kind, found in kinds.items()}


def _above(kind: str, parents: Mapping[str, str]) -> set[str]:
    above = {"object"}
    while kind not in above:
        if len(above) > _DEEPEST:
            raise UnplayableError(f"its types stand more than {_DEEPEST} deep")
        above.add(kind)
        kind = parents.get(kind, "object")
    return above
