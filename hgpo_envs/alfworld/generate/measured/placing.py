"""Choose the receptacles that a thing lies in, as things of its kind do in such rooms."""

from collections import Counter
from collections.abc import Collection, Mapping

from hgpo_envs.alfworld.generate.measured.figures import CONTAINERS, figures
from hgpo_envs.alfworld.generate.measured.scene import Home
from hgpo_envs.alfworld.generate.measured.tally import is_available
from hgpo_envs.draws import Draws

_SCALE = 1000


class Placer:
    """Places things in the rooms of one home."""

    def __init__(self, draws: Draws, home: Home, closed: Collection[int]) -> None:
        self._draws = draws
        self._home = home
        self._closed = closed
        self._at: list[dict[str, list[int]]] = [{} for _ in home.kinds]
        for at, (kind, room) in enumerate(zip(home.types, home.rooms, strict=True)):
            self._at[room].setdefault(kind, []).append(at)
        self._counts = [Counter({k: len(v) for k, v in types.items()}) for types in self._at]
        self._known: dict[tuple[str, int], dict[str, int]] = {}

    def can_place(self, kind: str, room: int) -> bool:
        """Tell whether things of the kind have a receptacle to lie in."""
        return any(self._weights(kind, room))

    def place_or_fix(self, kind: str, room: int) -> tuple[int, ...]:
        """Return receptacles for a thing that need not be in any."""
        weights = self._weights(kind, room)
        return self._instances(self._draws.weighted(weights), room) if weights else ()

    def place(
        self,
        kind: str,
        room: int,
        forbidden: Collection[str],
        *,
        needed: bool = False,
        shut: bool | None = None,
    ) -> tuple[int, ...]:
        """Return receptacles for a thing that lies in some; none where there are none for it.

        Args:
            kind: what is placed.
            room: where it is placed.
            forbidden: receptacle types that it may not lie in.
            needed: whether the goal can't do without it: such things are rarely shut away, and
                may lie where things of the kind usually don't.
            shut: whether it has to be in a closed container, or must not; None leaves it open.
        """
        weights = {
            place: weight
            for place, weight in self._weights(kind, room).items()
            if place and not any(name in forbidden for name in place.split("+"))
        }
        if needed and not weights:
            weights = self._possible(kind, room, forbidden)
        if not weights:
            return ()
        if shut is not None:
            weights = self._shut(weights, room, shut=shut) or weights
        elif needed:
            weights = self._rarely_shut(weights, room)
        return self._instances(self._draws.weighted(weights), room, shut=shut)

    def _weights(self, kind: str, room: int) -> dict[str, int]:
        """Return the weights of the places that a kind usually has, among those in the room."""
        key = kind, room
        if key not in self._known:
            counts = self._counts[room]
            places = figures().fitted[self._home.kinds[room]]["places"].get(kind, {})
            self._known[key] = {p: w for p, w in places.items() if is_available(p, counts)}
        return self._known[key]

    def _possible(self, kind: str, room: int, forbidden: Collection[str]) -> dict[str, int]:
        """Return all receptacle types in the room that take things of the kind."""
        holds = figures().holds
        return {
            name: _SCALE
            for name in sorted(self._at[room])
            if name not in forbidden and kind in holds.get(name, ())
        }

    def _rarely_shut(self, weights: Mapping[str, int], room: int) -> dict[str, int]:
        odds = round(_SCALE * figures().fitted[self._home.kinds[room]]["closed_source_odds"])
        return {
            place: weight * (odds if set(place.split("+")) & set(CONTAINERS) else _SCALE)
            for place, weight in weights.items()
        }

    def _shut(self, weights: Mapping[str, int], room: int, *, shut: bool) -> dict[str, int]:
        """Keep the places with a receptacle that is closed, or that is not."""
        return {
            place: weight
            for place, weight in weights.items()
            if all(self._such(name, room, shut=shut) for name in place.split("+"))
        }

    def _such(self, name: str, room: int, *, shut: bool) -> list[int]:
        return [at for at in self._at[room][name] if (at in self._closed) == shut]

    def _instances(self, place: str, room: int, *, shut: bool | None = None) -> tuple[int, ...]:
        """Choose a receptacle of each type of a combination."""
        out: list[int] = []
        for name in place.split("+") if place else ():
            all_free = [at for at in self._at[room][name] if at not in out]
            such = [] if shut is None else [at for at in all_free if (at in self._closed) == shut]
            out.append(self._draws.choice(such or all_free))
        return tuple(sorted(out))
