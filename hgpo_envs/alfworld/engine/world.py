"""What never changes in a game."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from hgpo_envs.alfworld.engine.blueprint import Blueprint
from hgpo_envs.alfworld.engine.compact import Compact
from hgpo_envs.alfworld.engine.facts import Numbers, State, StaticFacts, World
from hgpo_envs.alfworld.engine.unplayable import UnplayableError

_DEEPEST = 60


def build_world(game: Compact, blueprint: Blueprint) -> World:
    """Build what never changes in a game.

    Raises:
        UnplayableError: the types stand too deep.
    """
    return World(
        numbers=Numbers(game.ids),
        ids=game.ids,
        types=game.types,
        names=game.names,
        kinds=_kinds(game.types, game.dialect.domain.parents),
        static=StaticFacts(game.facts, blueprint.wholes, blueprint.static),
        task=game.task or "",
    )


def first_state(game: Compact, blueprint: Blueprint) -> State:
    """File the facts that can change as they are at first."""
    state: State = {}
    for symbol, index in blueprint.initial:
        facts = game.facts.get(symbol)
        if facts:
            state.update(index.file(facts, index.base))
    return state


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
